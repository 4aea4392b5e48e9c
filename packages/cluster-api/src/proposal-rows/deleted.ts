import { False, otherwise, type Rule, True } from '@sitrep/conditions'
import { staleBullet } from '../scaling/stale-bullet.ts'
import { notSeen, type ReplicaFacts } from './facts.ts'
import { machinesText } from './names.ts'

const waitText = (f: ReplicaFacts): string =>
  `Waiting for ${machinesText(f.machines)} to be deleted${staleBullet(f)}`

// biome-ignore format: the table is the specification; its columns stay aligned
/** The document's Deleted: the object is on its way out, and the reason says how far. */
export const deletedRows: readonly Rule<ReplicaFacts>[] = [
  ['nobody deletes it', (f) => !f.deleting,           False('NotDeleted')],
  notSeen,
  ['Machines are left', (f) => f.machines.length > 0, True('WaitingForMachinesDeletion', waitText)],
  ['otherwise',         otherwise,                    True('DeletionCompleted')],
]
