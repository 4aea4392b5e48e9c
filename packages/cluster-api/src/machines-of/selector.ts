import { at, fields, type ListKey, list, text } from '@sitrep/status'
import { labels } from '../kinds.ts'

/** Which labels an object must have, as a set or a deployment says it of its Machines. */
export interface LabelSelector {
  readonly matchLabels: Readonly<Record<string, string>>
  readonly matchExpressions: readonly SelectorExpression[]
}

export interface SelectorExpression {
  readonly key: string
  readonly operator: string
  readonly values: readonly string[]
}

/** Reads `spec.selector` of an object, whatever is there. */
export function parseSelector(value: unknown): LabelSelector {
  return {
    matchLabels: fields(at(value, 'matchLabels')) as Readonly<Record<string, string>>,
    matchExpressions: list(at(value, 'matchExpressions')).map((expression) => ({
      key: text(at(expression, 'key')) ?? '',
      operator: text(at(expression, 'operator')) ?? '',
      values: list(at(expression, 'values')).map(String),
    })),
  }
}

/**
 * The selector as exact labels, the only form in which upstream lists Machines. Nothing where it cannot be put so: any
 * expression but `In` with one value.
 */
export function exactLabels(selector: LabelSelector): Readonly<Record<string, string>> | undefined {
  const exact: Record<string, string> = { ...selector.matchLabels }
  for (const { key, operator, values } of selector.matchExpressions) {
    const [value] = values
    if (operator !== 'In' || values.length !== 1 || value === undefined) return undefined
    exact[key] = value
  }
  return exact
}

const labelName = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/
const domain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

const isLabelValue = (value: string): boolean => value === '' || (value.length <= 63 && labelName.test(value))

function isLabelKey(key: string): boolean {
  const [name = '', prefix, ...more] = key.split('/').reverse()
  if (more.length > 0 || name.length > 63 || !labelName.test(name)) return false
  return prefix === undefined || (prefix.length <= 253 && domain.test(prefix))
}

/** Whether a selector means anything: upstream writes no status by one whose keys, values or operators do not exist. */
export function isValidSelector({ matchLabels, matchExpressions }: LabelSelector): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => isLabelKey(key) && isLabelValue(value)) &&
    matchExpressions.every(isValidExpression)
  )
}

function isValidExpression({ key, operator, values }: SelectorExpression): boolean {
  if (!isLabelKey(key) || !values.every(isLabelValue)) return false
  if (operator === 'In' || operator === 'NotIn') return values.length > 0
  return (operator === 'Exists' || operator === 'DoesNotExist') && values.length === 0
}

/** Whether an object has all of these labels. */
export function hasLabels(
  object: { readonly labels: Readonly<Record<string, string>> },
  wanted: Readonly<Record<string, string>>,
): boolean {
  for (const key in wanted) if (object.labels[key] !== wanted[key]) return false
  return true
}

/** Whether an object's labels satisfy a selector. An operator that does not exist is satisfied by nothing. */
export function selects(
  { matchLabels, matchExpressions }: LabelSelector,
  object: { readonly labels: Readonly<Record<string, string>> },
): boolean {
  return (
    hasLabels(object, matchLabels) && matchExpressions.every((expression) => holds(expression, object.labels))
  )
}

function holds(
  { key, operator, values }: SelectorExpression,
  own: Readonly<Record<string, string>>,
): boolean {
  const value = Object.hasOwn(own, key) ? own[key] : undefined
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value)
    case 'NotIn':
      return value === undefined || !values.includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    default:
      return false
  }
}

/** The selector in one line, as the scale subresource wants it; empty where everything is selected. */
export function formatSelector({ matchLabels, matchExpressions }: LabelSelector): string {
  const terms = [
    ...Object.entries(matchLabels).map(([key, value]) => ({ key, term: `${key}=${value}` })),
    ...matchExpressions.map((expression) => ({ key: expression.key, term: formatExpression(expression) })),
  ]
  return terms
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ term }) => term)
    .join(',')
}

function formatExpression({ key, operator, values }: SelectorExpression): string {
  switch (operator) {
    case 'Exists':
      return key
    case 'DoesNotExist':
      return `!${key}`
    default:
      return `${key} ${operator.toLowerCase()} (${values.toSorted().join(',')})`
  }
}

// From the label that says most to the one that all Machines of a cluster share.
const tellingLabels = ['machine-template-hash', labels.setName, labels.deploymentName, labels.clusterName]

/** The one label to look up by; what it leads to is still to be compared with the rest. */
export function lookupKey(wanted: Readonly<Record<string, string>>): ListKey | undefined {
  const label =
    tellingLabels.find((candidate) => Object.hasOwn(wanted, candidate)) ?? Object.keys(wanted).sort()[0]
  const value = label === undefined ? undefined : wanted[label]
  return label === undefined || value === undefined ? undefined : { label, value }
}
