import { invalidValue } from '../../errors/field-errors.ts'
import type { Json } from '../../json/json.ts'
import { percent } from '../validation/name-rules.ts'
import { memberOf } from '../validation/read.ts'
import type { StructRule } from '../validation/struct-rules.ts'

/** A count or a share in percent, neither negative; absent is fine. */
export function countOrPercent(field: string): StructRule {
  return (struct, path) => {
    const value = memberOf(struct, field)
    if (typeof value === 'string') {
      return percent(value).map((problem) => invalidValue(`${path}${field}`, value, problem))
    }
    return typeof value === 'number' && value < 0
      ? [invalidValue(`${path}${field}`, value, 'must be greater than or equal to 0')]
      : []
  }
}

export function atMostAll(field: string): StructRule {
  return (struct, path) => {
    const value = memberOf(struct, field)
    const share = percentOf(value)
    return value !== undefined && share !== undefined && share > 100
      ? [invalidValue(`${path}${field}`, value, 'must not be greater than 100%')]
      : []
  }
}

/** The number in a count or a percentage. */
export function amountOf(value: Json | undefined): number {
  return percentOf(value) ?? (typeof value === 'number' ? value : 0)
}

function percentOf(value: Json | undefined): number | undefined {
  return typeof value === 'string' && percent(value).length === 0 ? Number.parseInt(value, 10) : undefined
}
