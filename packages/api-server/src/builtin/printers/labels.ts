import type { JsonObject } from '../../json/json.ts'
import { objectOf, objectsOf, textOf, textsOf } from '../validation/read.ts'

/** Labels as `a=b,c=d`, sorted; `<none>` when there are none. */
export function formatLabels(labels: JsonObject | undefined): string {
  const pairs = Object.keys(labels ?? {})
    .sort()
    .map((key) => `${key}=${textOf(labels, key)}`)
  return pairs.length === 0 ? '<none>' : pairs.join(',')
}

/** A LabelSelector in the notation of the command line; `<none>` when it is empty, as when there is none. */
export function formatSelector(selector: JsonObject | undefined): string {
  const text = selectorText(selector)
  return text === '' ? '<none>' : text
}

/** As `formatSelector`, but an empty selector is an empty text. */
export function selectorText(selector: JsonObject | undefined): string {
  const labels = objectOf(selector, 'matchLabels')
  const requirements = [
    ...Object.keys(labels ?? {}).map((key) => ({ key, text: `${key}=${textOf(labels, key)}` })),
    ...objectsOf(selector, 'matchExpressions').map((expression) => ({
      key: textOf(expression, 'key'),
      text: requirement(expression),
    })),
  ]
  return requirements
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ text }) => text)
    .join(',')
}

function requirement(expression: JsonObject): string {
  const key = textOf(expression, 'key')
  const values = [...textsOf(expression, 'values')].sort().join(',')
  switch (textOf(expression, 'operator')) {
    case 'In':
      return `${key} in (${values})`
    case 'NotIn':
      return `${key} notin (${values})`
    case 'Exists':
      return key
    default:
      return `!${key}`
  }
}
