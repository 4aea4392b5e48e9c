import type { ConditionRules } from '@sitrep/conditions'
import { machinesReadyRows } from '../../machines-of/machines-ready.ts'
import { machinesUpToDateRows } from '../../machines-of/machines-up-to-date.ts'
import { remediatingRows } from '../../machines-of/remediating.ts'
import { rollingOutRows } from '../../machines-of/rolling-out.ts'
import type { MachineDeploymentLanguage } from '../language.ts'
import { writeReleased } from '../layout.ts'
import type { MachineDeploymentFacts } from '../types.ts'
import { available } from './available.ts'
import { deleting } from './deleting.ts'
import { scalingDown, scalingUp } from './scaling.ts'

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
  tables,
  write: writeReleased,
  needsCluster: true,
}
