import { type ConditionRules, False, keep, otherwise, True } from '@sitrep/conditions'
import type { Allowance } from '../allowance.ts'
import type { HealthCheckSpec } from '../spec.ts'

export interface AllowanceFacts {
  readonly allowance: Allowance
  readonly spec: HealthCheckSpec
  readonly total: number
  readonly failed: number
}

function refused({ spec, total, failed }: AllowanceFacts): string {
  const counts = `total: ${total}, unhealthy: ${failed}`
  const many = 'Remediation is not allowed, the number of not started or unhealthy machines'
  return spec.unhealthyRange === undefined
    ? `${many} exceeds maxUnhealthy (${counts}, maxUnhealthy: ${spec.maxUnhealthy})`
    : `${many} does not fall within the range (${counts}, unhealthyRange: ${spec.unhealthyRange})`
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const remediationAllowed: ConditionRules<AllowanceFacts> = {
  type: 'RemediationAllowed',
  rows: [
    ['the limit cannot be understood',      (f) => f.allowance.allowed === 'unclear', keep],
    ['too many Machines failed, or too few', (f) => f.allowance.allowed === false,    False('TooManyUnhealthy', refused)],
    ['otherwise',                           otherwise,                                True('RemediationAllowed')],
  ],
}
