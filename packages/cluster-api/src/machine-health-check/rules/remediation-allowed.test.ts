import { describeTable } from '../../rows/table.testing.ts'
import { allowanceOf } from '../allowance.ts'
import type { HealthCheckSpec } from '../spec.ts'
import { spec } from '../testing.ts'
import { type AllowanceFacts, remediationAllowed } from './remediation-allowed.ts'

interface Counted {
  readonly healthy: number
  /** Those that are not well and have not failed yet are neither. */
  readonly failed?: number
}

/** A health check of four Machines with this limit. */
function facts(limit: Partial<HealthCheckSpec>, { healthy, failed = 4 - healthy }: Counted): AllowanceFacts {
  const own = spec(limit)
  return { spec: own, total: 4, failed, allowance: allowanceOf(own, 4, healthy) }
}

const many = 'Remediation is not allowed, the number of not started or unhealthy machines'

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable(
  'a health check, both languages:',
  { rules: remediationAllowed, steady: facts({}, { healthy: 4 }) },
  [
    ['steady',                     {},                                                              'True RemediationAllowed', 'nobody failed',                        ''],
    ['all failed, no limit',       facts({}, { healthy: 0 }),                                       'True RemediationAllowed', 'all of all may fail',                  ''],
    ['two of two failed',          facts({ maxUnhealthy: '2' }, { healthy: 2 }),                    'True RemediationAllowed', 'the limit itself is allowed',          ''],
    ['three of two failed',        facts({ maxUnhealthy: '2' }, { healthy: 1 }),                    'False TooManyUnhealthy',  'one more than the limit',              `${many} exceeds maxUnhealthy (total: 4, unhealthy: 3, maxUnhealthy: 2)`],
    ['one of 40% failed',          facts({ maxUnhealthy: '40%' }, { healthy: 3 }),                  'True RemediationAllowed', '40% of four are one, rounded down',    ''],
    ['two of 40% failed',          facts({ maxUnhealthy: '40%' }, { healthy: 2 }),                  'False TooManyUnhealthy',  '40% of four are one, rounded down',    `${many} exceeds maxUnhealthy (total: 4, unhealthy: 2, maxUnhealthy: 40%)`],
    ['none may fail, one did',     facts({ maxUnhealthy: '0' }, { healthy: 3 }),                    'False TooManyUnhealthy',  'zero switches it off',                 `${many} exceeds maxUnhealthy (total: 4, unhealthy: 1, maxUnhealthy: 0)`],
    ['some have not started',      facts({ maxUnhealthy: '1' }, { healthy: 2, failed: 1 }),         'False TooManyUnhealthy',  'not started counts, and is not told',  `${many} exceeds maxUnhealthy (total: 4, unhealthy: 1, maxUnhealthy: 1)`],
    ['fewer than the range',       facts({ unhealthyRange: '[2-3]' }, { healthy: 3 }),              'False TooManyUnhealthy',  'one is no reason to act',              `${many} does not fall within the range (total: 4, unhealthy: 1, unhealthyRange: [2-3])`],
    ['within the range',           facts({ unhealthyRange: '[2-3]' }, { healthy: 2 }),              'True RemediationAllowed', 'the ends belong to it',                ''],
    ['more than the range',        facts({ unhealthyRange: '[2-3]' }, { healthy: 0 }),              'False TooManyUnhealthy',  'that is no accident',                  `${many} does not fall within the range (total: 4, unhealthy: 4, unhealthyRange: [2-3])`],
    ['range and limit',            facts({ unhealthyRange: '[0-4]', maxUnhealthy: '0' }, { healthy: 2 }), 'True RemediationAllowed', 'the range comes first',          ''],
    ['limit is nonsense',          facts({ maxUnhealthy: 'some' }, { healthy: 2 }),                 'keep',                    'nobody knows what is meant'],
    ['range is backwards',         facts({ unhealthyRange: '[3-2]' }, { healthy: 2 }),              'keep',                    'nobody knows what is meant'],
    ['range is nonsense',          facts({ unhealthyRange: '2-3' }, { healthy: 2 }),                'keep',                    'nobody knows what is meant'],
  ],
)
