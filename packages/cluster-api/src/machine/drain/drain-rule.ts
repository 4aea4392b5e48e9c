import { at, list, number, text, type View } from '@sitrep/status'
import { type LabelSelector, parseSelector, selects } from '../../machines-of/selector.ts'

type Labels = Readonly<Record<string, string>>

/** A MachineDrainRule: which Pods of which Machines it means, and what is to be done with them. */
export interface DrainRule {
  readonly name: string
  readonly behavior: string
  readonly order: number
  readonly machines: readonly {
    readonly selector?: LabelSelector
    readonly clusterSelector?: LabelSelector
  }[]
  readonly pods: readonly { readonly selector?: LabelSelector; readonly namespaceSelector?: LabelSelector }[]
}

export const drainRuleForMachine: View<DrainRule> = {
  name: 'drainRuleForMachine',
  of: ({ metadata, spec }) => ({
    name: metadata.name,
    behavior: text(at(spec, 'drain', 'behavior')) ?? '',
    order: number(at(spec, 'drain', 'order')) ?? 0,
    machines: list(at(spec, 'machines')).map((entry) => ({
      ...selectorAt(entry, 'selector'),
      ...selectorAt(entry, 'clusterSelector'),
    })),
    pods: list(at(spec, 'pods')).map((entry) => ({
      ...selectorAt(entry, 'selector'),
      ...selectorAt(entry, 'namespaceSelector'),
    })),
  }),
}

function selectorAt<Name extends string>(
  entry: unknown,
  name: Name,
): { readonly [Key in Name]?: LabelSelector } {
  const selector = at(entry, name)
  return (selector === undefined ? {} : { [name]: parseSelector(selector) }) as {
    [Key in Name]?: LabelSelector
  }
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
