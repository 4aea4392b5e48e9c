import type { ConditionRules } from '@sitrep/conditions'
import { notListed } from '../../machines-of/facts.ts'
import { machinesReadyRows } from '../../machines-of/machines-ready.ts'
import { machinesUpToDateRows } from '../../machines-of/machines-up-to-date.ts'
import { remediatingRows } from '../../machines-of/remediating.ts'
import type { MachineSetLanguage } from '../language.ts'
import { writeReleased } from '../layout.ts'
import type { MachineSetFacts } from '../types.ts'
import { deleting } from './deleting.ts'
import { scalingDown, scalingUp } from './scaling.ts'

const tables: readonly ConditionRules<MachineSetFacts>[] = [
  scalingUp,
  scalingDown,
  { type: 'MachinesReady', rows: [notListed, ...machinesReadyRows] },
  { type: 'MachinesUpToDate', rows: [notListed, ...machinesUpToDateRows] },
  { type: 'Remediating', rows: [notListed, ...remediatingRows(' by MachineSet')] },
  deleting,
]

/** Byte for byte what Cluster API v1.14 writes. */
export const releasedMachineSet: MachineSetLanguage = { tables, write: writeReleased, needsCluster: true }
