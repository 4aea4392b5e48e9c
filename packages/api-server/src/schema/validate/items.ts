import type { Json } from '../../json/json.ts'
import { showGoJson } from '../../json/show-go.ts'
import type { Check, Descend } from './check.ts'
import type { Result } from './result.ts'

/** `items`, `minItems`, `maxItems` and `uniqueItems`. */
export function validateItems(
  { schema, value, path, correlation, effort }: Check,
  descend: Descend,
  result: Result,
): void {
  const list = value as readonly Json[]
  const { items } = schema
  if (items) {
    for (const [index, item] of list.entries()) {
      if (result.full) break
      result.merge(
        descend({
          schema: items,
          value: item,
          path: `${path}[${index}]`,
          correlation: correlation?.item(index),
          effort,
        }),
      )
    }
  }
  const { minItems, maxItems, uniqueItems } = schema.source
  if (minItems !== undefined && list.length < minItems) {
    const text = `${path} in body should have at least ${minItems} items`
    result.add({ code: 'invalid', path, text, value: list.length })
  }
  if (maxItems !== undefined && list.length > maxItems) {
    const text = `${path} in body should have at most ${maxItems} items`
    result.add({ code: 'too-many', path, text, value: list.length, limit: maxItems })
  }
  if (uniqueItems === true && new Set(list.map(showGoJson)).size < list.length) {
    result.add({ code: 'invalid', path, text: `${path} in body shouldn't contain duplicates` })
  }
  result.matches++
}
