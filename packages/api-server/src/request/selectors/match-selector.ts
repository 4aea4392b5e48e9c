import type { JsonObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../json/own.ts'
import { textMapOf, textOf, textsOf } from '../../resources/metadata.ts'
import type { Labels } from '../../store/stored-object.ts'
import { type LabelRequirement, labelsMatch } from './label-selector.ts'

const operators: Readonly<Record<string, LabelRequirement['operator']>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
}

/** Whether labels satisfy a `LabelSelector` object. An empty one matches everything. */
export function labelSelectorMatches(selector: JsonObject, labels: Labels): boolean {
  const expressions = getOwn(selector, 'matchExpressions')
  const requirements = (isJsonArray(expressions) ? expressions.filter(isJsonObject) : []).map(
    (expression) => ({
      key: textOf(expression, 'key'),
      operator: operators[textOf(expression, 'operator')] ?? 'in',
      values: textsOf(getOwn(expression, 'values')).toSorted(),
    }),
  )
  const equalities = Object.entries(textMapOf(getOwn(selector, 'matchLabels'))).map(([key, value]) => ({
    key,
    operator: 'in' as const,
    values: [value],
  }))
  return labelsMatch([...equalities, ...requirements], labels)
}
