import type { ConditionRules } from '@sitrep/conditions'
import { scalingDownRows, scalingUpRows, staleBullet } from '../../scaling/rules.ts'
import type { ControlPlaneFacts } from '../facts/facts.ts'
import { preflightBullets } from '../facts/preflight.ts'

function missingTemplate({ pass }: ControlPlaneFacts): string {
  return pass.templateMissing ? `${pass.spec.infrastructureRef?.kind ?? ''} does not exist` : ''
}

const blocked = (bullets: readonly string[]): string =>
  bullets.length === 0 ? '' : ` is blocked because:\n${bullets.join('\n')}`

export const scalingUp: ConditionRules<ControlPlaneFacts> = {
  type: 'ScalingUp',
  rows: scalingUpRows<ControlPlaneFacts>({
    now: (f) => {
      const missing = missingTemplate(f)
      return blocked([...preflightBullets(f.preflight), ...(missing === '' ? [] : [`* ${missing}`])])
    },
    later: (f) => {
      const missing = missingTemplate(f)
      return missing === '' ? '' : `Scaling up would be blocked because ${missing}`
    },
  }),
}

export const scalingDown: ConditionRules<ControlPlaneFacts> = {
  type: 'ScalingDown',
  rows: scalingDownRows<ControlPlaneFacts>({
    details: (f) => {
      const stale = staleBullet(f).trimStart()
      return blocked([...preflightBullets(f.preflight), ...(stale === '' ? [] : [stale])])
    },
  }),
}
