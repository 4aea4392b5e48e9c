import type { FieldRow } from '../row.ts'
import { reference, timeout } from '../rows.ts'

/** What differs in the spec of a Machine, wherever one stands: in a Machine, or in the template of whoever makes them. */
export const machineSpecRows = (at: string): readonly FieldRow[] => [
  reference(`${at}.bootstrap.configRef`),
  reference(`${at}.infrastructureRef`),
  timeout(`${at}.nodeDrainTimeout`, `${at}.deletion.nodeDrainTimeoutSeconds`),
  timeout(`${at}.nodeVolumeDetachTimeout`, `${at}.deletion.nodeVolumeDetachTimeoutSeconds`),
  timeout(`${at}.nodeDeletionTimeout`, `${at}.deletion.nodeDeletionTimeoutSeconds`),
]
