import { labels, podDisruptionBudgetKind } from '@sitrep/cluster-api/kinds'
import { at, type ClusterName, type KubeObject, number, refOf } from '@sitrep/status'
import { type Action, actions, type Plan } from '../../plan/action.ts'
import type { PlanInput } from '../../plan/input.ts'
import { isDeleting } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { isMatched } from './disruption-budget.ts'
import { podsOn } from './node.ts'

/** How many evictions each budget has granted in this plan already. */
export type Evictions = Map<KubeObject, number>

export interface DrainInput {
  readonly cluster: ClusterName
  readonly evictions: Evictions
}

/** Closes a Node to new Pods and evicts those on it, as far as budgets let them go; nothing when none is left. */
export function drainNode(
  node: KubeObject,
  { cluster, evictions }: DrainInput,
  { world }: Pick<PlanInput, 'world'>,
): Plan | undefined {
  const left = podsOn(world, cluster, node.metadata.name).filter(isDrained)
  const cordon: Action = { act: 'patch', ref: refOf(node, cluster), body: { spec: { unschedulable: true } } }
  const cordoned = at(node.spec, 'unschedulable') === true
  if (left.length === 0) return cordoned ? undefined : actions(cordon)
  const evicted = left
    .filter(
      (pod) => !isDeleting(pod) && !waitsForCompletion(pod) && mayGo(pod, { cluster, evictions }, world),
    )
    .map((pod): Action => ({ act: 'evict', ref: refOf(pod, cluster) }))
  return actions(...(cordoned ? [] : [cordon]), ...evicted)
}

function isDrained({ metadata }: KubeObject): boolean {
  if (metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined) return false
  if (metadata.labels?.[labels.podDrain]?.toLowerCase() === 'skip') return false
  return !(metadata.ownerReferences ?? []).some(
    ({ kind, controller }) => kind === 'DaemonSet' && controller === true,
  )
}

const waitsForCompletion = ({ metadata }: KubeObject): boolean =>
  metadata.labels?.[labels.podDrain]?.toLowerCase().replace('-', '') === 'waitcompleted'

function mayGo(pod: KubeObject, { cluster, evictions }: DrainInput, world: World): boolean {
  const budgets = world.list(podDisruptionBudgetKind, cluster).filter((budget) => isMatched(budget, pod))
  const [budget] = budgets
  if (budget === undefined) return true
  const granted = evictions.get(budget) ?? 0
  const allowed = number(at(budget.status, 'disruptionsAllowed')) ?? 0
  if (budgets.length > 1 || granted >= allowed) return false
  evictions.set(budget, granted + 1)
  return true
}
