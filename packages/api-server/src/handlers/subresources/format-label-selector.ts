import type { JsonObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../json/own.ts'
import { textMapOf, textOf, textsOf } from '../../resources/metadata.ts'

/** A `LabelSelector` object in the text form that queries use. */
export function formatLabelSelector(selector: JsonObject): string {
  const labels = Object.entries(textMapOf(getOwn(selector, 'matchLabels'))).map(
    ([key, value]): [string, string] => [key, `${key}=${value}`],
  )
  const expressions = getOwn(selector, 'matchExpressions')
  const demands = (isJsonArray(expressions) ? expressions.filter(isJsonObject) : []).map(
    (expression): [string, string] => [textOf(expression, 'key'), formatExpression(expression)],
  )
  return [...labels, ...demands]
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([, text]) => text)
    .join(',')
}

function formatExpression(expression: JsonObject): string {
  const key = textOf(expression, 'key')
  const values = [...textsOf(getOwn(expression, 'values'))].sort().join(',')
  switch (textOf(expression, 'operator')) {
    case 'In':
      return `${key} in (${values})`
    case 'NotIn':
      return `${key} notin (${values})`
    case 'DoesNotExist':
      return `!${key}`
    default:
      return key
  }
}
