import { at, fields, list, text } from './fields.ts'

/** Which labels an object must have, as a set says it of its Machines or a Gateway of namespaces. */
export interface LabelSelector {
  readonly matchLabels: Readonly<Record<string, string>>
  readonly matchExpressions: readonly SelectorExpression[]
}

/** One requirement besides exact labels. */
export interface SelectorExpression {
  readonly key: string
  readonly operator: string
  readonly values: readonly string[]
}

/** Reads a selector, whatever is there. One that is absent or empty selects everything: whoever means nothing by that asks first. */
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
