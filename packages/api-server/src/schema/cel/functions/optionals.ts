import { CelError } from '../cel-error.ts'
import { declare, type Overload } from '../overload.ts'
import { CelList, CelMap, type CelValue, Optional, Uint } from '../values.ts'

export const optionalFunctions: readonly Overload[] = [
  declare('optional.of(A): optional(A)', (value: CelValue) => new Optional(value)),
  declare('optional.none(): optional(A)', () => new Optional(undefined)),
  declare(
    'optional.ofNonZeroValue(A): optional(A)',
    (value: CelValue) => new Optional(isZero(value) ? undefined : value),
  ),
  declare('.hasValue(optional(A)): bool', ({ value }: Optional) => value !== undefined),
  declare('.value(optional(A)): A', dereference),
  declare('.or(optional(A), optional(A)): optional(A)', (a: Optional, b: Optional) =>
    a.value === undefined ? b : a,
  ),
  declare('.orValue(optional(A), A): A', ({ value }: Optional, other: CelValue) =>
    value === undefined ? other : value,
  ),
]

function dereference({ value }: Optional): CelValue {
  if (value === undefined) throw new CelError('optional.none() dereference')
  return value
}

function isZero(value: CelValue): boolean {
  if (value instanceof CelList || value instanceof CelMap) return value.size === 0
  if (value instanceof Uint8Array) return value.length === 0
  if (value instanceof Uint) return value.value === 0n
  return value === null || value === '' || value === 0n || value === 0 || value === false
}
