import type { KindKnowledge } from '@sitrep/status'
import { kubernetesKinds } from './kubernetes.ts'
import { deliveryKinds } from './operators/delivery.ts'
import { fleetKinds } from './operators/fleets.ts'
import { operatorKinds } from './operators/several.ts'
import { storeKinds } from './operators/stores.ts'
import { trafficKinds } from './operators/traffic.ts'
import { quietKinds } from './quiet-kinds.ts'
import { workloadKinds } from './workloads.ts'

/** What is known of kinds that belong to no family. An entry says only what generic rules cannot know. */
export const generalKinds: readonly KindKnowledge[] = [
  ...workloadKinds,
  ...kubernetesKinds,
  ...operatorKinds,
  ...deliveryKinds,
  ...storeKinds,
  ...fleetKinds,
  ...trafficKinds,
  ...quietKinds,
]
