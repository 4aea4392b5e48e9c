import type { ConditionRules } from '@sitrep/conditions'
import { machinesReadyRows } from '../../machines-of/machines-ready.ts'
import { machinesUpToDateRows } from '../../machines-of/machines-up-to-date.ts'
import { remediatingRows } from '../../machines-of/remediating.ts'
import { rollingOutRows } from '../../machines-of/rolling-out.ts'
import type { MachineDeploymentFacts } from '../types.ts'
import { available } from './available.ts'
import { deleting } from './deleting.ts'
import { scalingDown, scalingUp } from './scaling.ts'

/** All that a released MachineDeployment says, in the order in which it is decided. */
export const releasedRules: readonly ConditionRules<MachineDeploymentFacts>[] = [
  available,
  { type: 'RollingOut', rows: rollingOutRows },
  scalingUp,
  scalingDown,
  { type: 'MachinesReady', rows: machinesReadyRows },
  { type: 'MachinesUpToDate', rows: machinesUpToDateRows },
  { type: 'Remediating', rows: remediatingRows(' by MachineDeployment/MachineSet') },
  deleting,
]
