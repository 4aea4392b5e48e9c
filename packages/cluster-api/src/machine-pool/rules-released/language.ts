import type { MachinePoolLanguage } from '../language.ts'
import { writeReleased } from '../layout.ts'

/** Byte for byte what Cluster API v1.14 writes: of all conditions only `Paused`. */
export const releasedMachinePool: MachinePoolLanguage = {
  tables: [],
  write: writeReleased,
  needsCluster: true,
  // Upstream takes every word of `status.ready`, so this may turn back to false, against its own contract.
  isProvisioned: ({ infrastructure }) => {
    const ready = infrastructure.read ? infrastructure.item?.ready : undefined
    return ready === 'malformed' ? ready : ready === true
  },
}
