import type { ReplicaFacts } from '../proposal-rows/facts.ts'
import { countsOf } from './counts.ts'
import type { MachinePoolOutcome } from './outcome.ts'
import type { MachinePoolObserved } from './types.ts'

/** What the rules about a pool ask for. */
export interface MachinePoolFacts extends ReplicaFacts {
  readonly observed: MachinePoolObserved
  readonly bootstrapped: boolean
  readonly provisioned: boolean
}

/** Reduces what was found out to what the rules ask about. */
export function factsOf({ observed, steps }: MachinePoolOutcome): MachinePoolFacts {
  const { machines, desired, deleting, before, clock } = observed
  const counts = countsOf({ observed, steps })
  return {
    observed,
    clock,
    listed: machines.read,
    machines: machines.read ? machines.items : [],
    deleting,
    desired: deleting && desired !== undefined ? 0 : desired,
    current: counts.replicas ?? 0,
    available: counts.availableReplicas,
    bootstrapped: steps?.bootstrap.created === true || before.bootstrapCreated === true,
    provisioned: steps?.infrastructure.provisioned === true || before.infrastructureProvisioned === true,
  }
}
