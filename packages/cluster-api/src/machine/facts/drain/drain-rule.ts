import { type LabelSelector, selects } from '@sitrep/status'
import type { DrainObserved, DrainRule, MachineItself } from '../../types.ts'

type Labels = Readonly<Record<string, string>>

/** The rules about this Machine, by name; nothing where one of the namespace cannot be understood. */
export function rulesFor(
  { labels }: MachineItself,
  { rules, clusterLabels }: DrainObserved,
): readonly DrainRule[] | undefined {
  if (!rules.read || !rules.items.every(isUnderstood)) return undefined
  return rules.items
    .filter((rule) => isForMachine(rule, labels, clusterLabels))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** No selector at all selects everything. */
const accepts = (selector: LabelSelector | undefined, labels: Labels): boolean =>
  selector === undefined || selects(selector, { labels })

/** Whether a rule is about this Machine. */
export function isForMachine({ machines }: DrainRule, machine: Labels, cluster: Labels): boolean {
  if (machines.length === 0) return true
  return machines.some((entry) => accepts(entry.selector, machine) && accepts(entry.clusterSelector, cluster))
}

/** Whether a rule is about this Pod. */
export function isForPod({ pods }: DrainRule, pod: Labels, namespace: Labels): boolean {
  if (pods.length === 0) return true
  return pods.some((entry) => accepts(entry.selector, pod) && accepts(entry.namespaceSelector, namespace))
}

/** Whether all selectors of a rule can be understood; one that cannot stops every drain of the namespace. */
export function isUnderstood({ machines, pods }: DrainRule): boolean {
  const selectors = [
    ...machines.flatMap(({ selector, clusterSelector }) => [selector, clusterSelector]),
    ...pods.flatMap(({ selector, namespaceSelector }) => [selector, namespaceSelector]),
  ]
  return selectors.every(
    (selector) => selector === undefined || selector.matchExpressions.every(isExpression),
  )
}

function isExpression({ key, operator, values }: LabelSelector['matchExpressions'][number]): boolean {
  if (key === '') return false
  if (operator === 'In' || operator === 'NotIn') return values.length > 0
  return (operator === 'Exists' || operator === 'DoesNotExist') && values.length === 0
}
