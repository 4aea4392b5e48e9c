import { podDisruptionBudgetKind, podKind } from '@sitrep/cluster-api/kinds'
import {
  at,
  type ClusterName,
  fields,
  type KubeObject,
  parseSelector,
  refOf,
  same,
  selects,
} from '@sitrep/status'
import { actions, nothing, type Plan, together } from '../../plan/action.ts'
import type { PlanInput, Planner } from '../../plan/input.ts'
import { conditionStatus, isDeleting } from '../../world/read.ts'
import { amount } from './rollout.ts'

/** What disruption budgets still allow: counted from the Pods that are there. */
export const planBudgets: Planner = (input) =>
  together(
    input.world.workloads.flatMap((cluster) =>
      input.world.list(podDisruptionBudgetKind, cluster).map((budget) => planBudget(budget, cluster, input)),
    ),
  )

function planBudget(budget: KubeObject, cluster: ClusterName, { world }: PlanInput): Plan {
  const pods = world.list(podKind, cluster).filter((pod) => isMatched(budget, pod))
  const expectedPods = pods.length
  const currentHealthy = pods.filter(
    (pod) => !isDeleting(pod) && conditionStatus(pod, 'Ready') === 'True',
  ).length
  const desiredHealthy = wanted(budget, expectedPods)
  const status = {
    expectedPods,
    currentHealthy,
    desiredHealthy,
    disruptionsAllowed: Math.max(0, currentHealthy - desiredHealthy),
    observedGeneration: budget.metadata.generation ?? 1,
  }
  const { conditions: _conditions, disruptedPods: _pods, ...told } = fields(budget.status)
  if (same(told, status)) return nothing
  return actions({ act: 'patch', ref: refOf(budget, cluster), part: 'status', body: { status } })
}

function wanted({ spec }: KubeObject, expected: number): number {
  const { minAvailable, maxUnavailable } = fields(spec)
  if (minAvailable !== undefined) return amount(minAvailable, expected)
  if (maxUnavailable === undefined) return expected
  return Math.max(0, expected - amount(maxUnavailable, expected))
}

/** Whether a budget is about a Pod: same namespace, and every requirement of its selector holds. */
export function isMatched(budget: KubeObject, pod: KubeObject): boolean {
  if (budget.metadata.namespace !== pod.metadata.namespace) return false
  const selector = at(budget.spec, 'selector')
  if (selector === undefined) return false
  return selects(parseSelector(selector), { labels: pod.metadata.labels ?? {} })
}
