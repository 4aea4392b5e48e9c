import type { ConditionRules } from '@sitrep/conditions'
import { scalingDownRows } from '../../scaling/scaling-down.ts'
import { scalingUpRows } from '../../scaling/scaling-up.ts'
import { staleBullet } from '../../scaling/stale-bullet.ts'
import { missingText } from '../../scaling/template.ts'
import type { MachineDeploymentFacts } from '../types.ts'
import { setsNotListed } from './available.ts'

const because = (before: string, { missing }: MachineDeploymentFacts): string =>
  missing.length === 0 ? '' : `${before} because ${missingText(missing)}`

export const scalingUp: ConditionRules<MachineDeploymentFacts> = {
  type: 'ScalingUp',
  rows: [
    setsNotListed,
    ...scalingUpRows<MachineDeploymentFacts>({
      now: (f) => because(' is blocked', f),
      later: (f) => because('Scaling up would be blocked', f),
    }),
  ],
}

export const scalingDown: ConditionRules<MachineDeploymentFacts> = {
  type: 'ScalingDown',
  rows: [setsNotListed, ...scalingDownRows<MachineDeploymentFacts>({ details: staleBullet })],
}
