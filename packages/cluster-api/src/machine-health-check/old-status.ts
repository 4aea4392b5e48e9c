import {
  type Decision,
  falseSeverityCondition,
  type Instant,
  type SeverityCondition,
  setSeverityCondition,
  trueSeverityCondition,
} from '@sitrep/conditions'
import { compareSeverityConditions } from '../model/condition-order.ts'
import type { OldStatus } from '../old-model/layout.ts'
import { oldConditionsIn } from '../old-model/old-conditions.ts'

// Source: kubernetes-sigs/cluster-api core/reconcilers/machinehealthcheck/machinehealthcheck_controller.go, v1.14.2.
/** What the older API says of a health check: whether it may have Machines replaced, in the same words. It has no `Ready`. */
export function oldStatusOf(previous: unknown, allowed: Decision, now: Instant): OldStatus {
  const stamp = { now, order: compareSeverityConditions }
  return { conditions: setSeverityCondition(oldConditionsIn(previous), markOf(allowed), stamp) }
}

function markOf(allowed: Decision): SeverityCondition | undefined {
  if (allowed.outcome !== 'set') return undefined
  const { type, status, reason, message } = allowed.condition
  return status === 'True'
    ? trueSeverityCondition(type)
    : falseSeverityCondition(type, { reason, severity: 'Warning', message })
}
