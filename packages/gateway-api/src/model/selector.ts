import { fields, list, text } from '@sitrep/status'

/** The labels of an object. */
export type Labels = Readonly<Record<string, string>>

/** Whether a label selector picks an object with these labels. One that is missing or malformed picks nothing. */
export function selects(selector: unknown, labels: Labels): boolean {
  if (typeof selector !== 'object' || selector === null) return false
  const { matchLabels, matchExpressions } = fields(selector)
  return (
    Object.entries(fields(matchLabels)).every(([key, value]) => labelValue(labels, key) === value) &&
    list(matchExpressions).every((expression) => holds(expression, labels))
  )
}

function holds(expression: unknown, labels: Labels): boolean {
  const { key, operator, values } = fields(expression)
  const value = labelValue(labels, text(key) ?? '')
  switch (operator) {
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    case 'In':
      return value !== undefined && list(values).includes(value)
    case 'NotIn':
      return value === undefined || !list(values).includes(value)
    default:
      return false
  }
}

const labelValue = (labels: Labels, key: string): string | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined
