import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import { notListed } from '../../machines-of/facts.ts'
import { machinesReadyRows, machinesUpToDateRows, remediatingRows } from '../../machines-of/rules.ts'
import { staleBullet } from '../../scaling/rules.ts'
import { counted } from '../../shorten.ts'
import type { MachineSetFacts } from '../facts/facts.ts'
import type { MachineSetLanguage } from '../language.ts'
import { writeReleased } from '../layout.ts'
import { scalingDown, scalingUp } from './scaling.ts'

const deletingText = (f: MachineSetFacts): string =>
  `Deleting ${f.current} ${counted(f.current, 'Machine')}${staleBullet(f)}`

// biome-ignore format: the table is the specification; its columns stay aligned
const deleting: ConditionRules<MachineSetFacts> = {
  type: 'Deleting',
  rows: [
    notListed,
    ['nobody deletes the MachineSet', (f) => !f.deleting,           False('NotDeleting')],
    ['Machines are left',             (f) => f.machines.length > 0, True('Deleting', deletingText)],
    ['otherwise',                     otherwise,                    True('Deleting', 'Deletion completed')],
  ],
}

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
