import type { ReplicaCounts } from '../machines-of/replica-counts.ts'
import { countedMachines } from './counters.ts'
import type { MachinePoolOutcome } from './outcome.ts'

/** What the document's counters say of a pool: what the infrastructure cannot tell any more, its Machines still can. */
export function countsOf({
  observed,
  steps,
}: Pick<MachinePoolOutcome, 'observed' | 'steps'>): Partial<ReplicaCounts> {
  const { machines, infrastructure, before } = observed
  const items = machines.read ? machines.items : []
  const gone = infrastructure.read && infrastructure.item === undefined
  const counted = steps?.counts ?? (items.length > 0 || gone ? countedMachines(items) : {})
  const { versions: _notInTheDocument, ...counts } = counted as Partial<ReplicaCounts>
  return {
    ...counts,
    replicas: gone && machines.read ? items.length : (steps?.infrastructure.replicas ?? before.replicas),
  }
}
