import type { LabelSelector, ListKey, SelectorExpression } from '@sitrep/status'
import { labels } from '../kinds.ts'

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
