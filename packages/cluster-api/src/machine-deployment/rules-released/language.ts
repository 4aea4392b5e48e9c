import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import {
  machinesReadyRows,
  machinesUpToDateRows,
  remediatingRows,
  rollingOutRows,
} from '../../machines-of/rules.ts'
import { pausedRules } from '../../pass/paused.ts'
import { scalingDownRows, scalingUpRows, staleBullet } from '../../scaling/rules.ts'
import { missingText } from '../../scaling/template.ts'
import { counted } from '../../shorten.ts'
import type { MachineDeploymentFacts } from '../facts.ts'
import type { MachineDeploymentLanguage } from '../language.ts'
import { writeReleased } from '../layout.ts'
import { available, setsNotListed } from './available.ts'

const because = (before: string, { missing }: MachineDeploymentFacts): string =>
  missing.length === 0 ? '' : `${before} because ${missingText(missing)}`

const scalingUp: ConditionRules<MachineDeploymentFacts> = {
  type: 'ScalingUp',
  rows: [
    setsNotListed,
    ...scalingUpRows<MachineDeploymentFacts>({
      now: (f) => because(' is blocked', f),
      later: (f) => because('Scaling up would be blocked', f),
    }),
  ],
}

const scalingDown: ConditionRules<MachineDeploymentFacts> = {
  type: 'ScalingDown',
  rows: [setsNotListed, ...scalingDownRows<MachineDeploymentFacts>({ details: staleBullet })],
}

const deletingMachines = (f: MachineDeploymentFacts): string =>
  `Deleting ${f.machines.length} ${counted(f.machines.length, 'Machine')}${staleBullet(f)}`

const deletingSets = (f: MachineDeploymentFacts): string => `Deleting ${f.machineSets.length} MachineSets`

// biome-ignore format: the table is the specification; its columns stay aligned
const deleting: ConditionRules<MachineDeploymentFacts> = {
  type: 'Deleting',
  rows: [
    setsNotListed,
    ['nobody deletes the MachineDeployment', (f) => !f.deleting,           False('NotDeleting')],
    ['Machines are left',                    (f) => f.machines.length > 0, True('Deleting', deletingMachines)],
    ['only MachineSets are left',            (f) => f.machineSets.length > 0,True('Deleting', deletingSets)],
    ['otherwise',                            otherwise,                    True('Deleting', 'Deletion completed')],
  ],
}

const tables: readonly ConditionRules<MachineDeploymentFacts>[] = [
  available,
  { type: 'RollingOut', rows: rollingOutRows },
  scalingUp,
  scalingDown,
  { type: 'MachinesReady', rows: machinesReadyRows },
  { type: 'MachinesUpToDate', rows: machinesUpToDateRows },
  { type: 'Remediating', rows: remediatingRows(' by MachineDeployment/MachineSet') },
  deleting,
]

/** Byte for byte what Cluster API v1.14 writes. */
export const releasedMachineDeployment: MachineDeploymentLanguage = {
  paused: pausedRules,
  tables,
  write: writeReleased,
  needsCluster: true,
  // Its webhook fills in what is not said, so upstream does not.
  strategy: (given) => given,
}
