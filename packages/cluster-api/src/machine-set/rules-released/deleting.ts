import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import { notListed } from '../../machines-of/facts.ts'
import { staleBullet } from '../../scaling/stale-bullet.ts'
import { counted } from '../../text/shorten.ts'
import type { MachineSetFacts } from '../types.ts'

const deletingText = (f: MachineSetFacts): string =>
  `Deleting ${f.current} ${counted(f.current, 'Machine')}${staleBullet(f)}`

// biome-ignore format: the table is the specification; its columns stay aligned
export const deleting: ConditionRules<MachineSetFacts> = {
  type: 'Deleting',
  rows: [
    notListed,
    ['nobody deletes the MachineSet', (f) => !f.deleting,           False('NotDeleting')],
    ['Machines are left',             (f) => f.machines.length > 0, True('Deleting', deletingText)],
    ['otherwise',                     otherwise,                    True('Deleting', 'Deletion completed')],
  ],
}
