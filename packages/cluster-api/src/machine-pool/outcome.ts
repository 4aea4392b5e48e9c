import type { ReplicaCounts } from '../machines-of/replica-counts.ts'
import type { OldStatus } from '../old-model/layout.ts'
import type { BootstrapStep } from './steps/bootstrap.ts'
import type { InfrastructureStep } from './steps/infrastructure.ts'
import type { NodeRefsStep } from './steps/node-refs.ts'
import type { MachinePoolObserved } from './types.ts'

/** What the steps of a pass over a pool brought. */
export interface PoolSteps {
  readonly bootstrap: BootstrapStep
  readonly infrastructure: InfrastructureStep
  readonly nodes: NodeRefsStep
  /** Nothing where the infrastructure could not be seen, so nothing could be counted. */
  readonly counts: Omit<ReplicaCounts, 'replicas'> | undefined
}

/** Everything that a pass found out about a MachinePool, before a language lays it out. */
export interface MachinePoolOutcome {
  readonly observed: MachinePoolObserved
  /** Nothing while the pool is being deleted: then nothing is looked at any more. */
  readonly steps: PoolSteps | undefined
  readonly old: OldStatus
  readonly phase: string
  /** The pass met an error, so the generation does not count as observed. */
  readonly failed: boolean
}
