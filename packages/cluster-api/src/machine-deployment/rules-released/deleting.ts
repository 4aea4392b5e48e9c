import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import { staleBullet } from '../../scaling/stale-bullet.ts'
import { counted } from '../../text/shorten.ts'
import type { MachineDeploymentFacts } from '../types.ts'
import { setsNotListed } from './available.ts'

const deletingMachines = (f: MachineDeploymentFacts): string =>
  `Deleting ${f.machines.length} ${counted(f.machines.length, 'Machine')}${staleBullet(f)}`

const deletingSets = (f: MachineDeploymentFacts): string => `Deleting ${f.machineSets.length} MachineSets`

// biome-ignore format: the table is the specification; its columns stay aligned
export const deleting: ConditionRules<MachineDeploymentFacts> = {
  type: 'Deleting',
  rows: [
    setsNotListed,
    ['nobody deletes the MachineDeployment', (f) => !f.deleting,           False('NotDeleting')],
    ['Machines are left',                    (f) => f.machines.length > 0, True('Deleting', deletingMachines)],
    ['only MachineSets are left',            (f) => f.machineSets.length > 0,True('Deleting', deletingSets)],
    ['otherwise',                            otherwise,                    True('Deleting', 'Deletion completed')],
  ],
}
