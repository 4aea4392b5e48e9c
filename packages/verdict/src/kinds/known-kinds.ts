import { clusterApiKinds } from './cluster-api.ts'
import { crossplaneKinds } from './crossplane.ts'
import { eksAnywhereKinds } from './eks-anywhere.ts'
import { gatewayApiKinds } from './gateway-api.ts'
import type { Registry } from './knowledge.ts'
import { kubernetesKinds } from './kubernetes.ts'
import { operatorKinds } from './operators.ts'
import { quietKinds } from './quiet-kinds.ts'
import { workloadKinds } from './workloads.ts'

/** All that is built in. An entry says only what generic rules cannot know. */
export const knownKinds: Registry = [
  ...workloadKinds,
  ...kubernetesKinds,
  ...clusterApiKinds,
  ...eksAnywhereKinds,
  ...crossplaneKinds,
  ...gatewayApiKinds,
  ...operatorKinds,
  ...quietKinds,
]
