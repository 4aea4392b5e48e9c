import type { KindKnowledge } from '@sitrep/status'
import { kubernetesKinds } from './kubernetes.ts'
import { operatorKinds } from './operators.ts'
import { quietKinds } from './quiet-kinds.ts'
import { workloadKinds } from './workloads.ts'

/** What is known of kinds that belong to no family. An entry says only what generic rules cannot know. */
export const generalKinds: readonly KindKnowledge[] = [
  ...workloadKinds,
  ...kubernetesKinds,
  ...operatorKinds,
  ...quietKinds,
]
