import { findItem } from '../equality.ts'
import { declare, type Overload } from '../overload.ts'
import { type CelList, type CelValue, sizeOf } from '../values.ts'

const product = (values: readonly CelValue[]): number =>
  1 + sizeOf(values[0] as CelValue) * sizeOf(values[1] as CelValue)

export const setFunctions: readonly Overload[] = [
  declare('sets.contains(list(A), list(A)): bool', contains, { upfront: product }),
  declare(
    'sets.equivalent(list(A), list(A)): bool',
    (a: CelList, b: CelList) => contains(a, b) && contains(b, a),
    { upfront: product },
  ),
  declare(
    'sets.intersects(list(A), list(A)): bool',
    (a: CelList, b: CelList) => b.items().some((item) => has(a, item)),
    { upfront: product },
  ),
]

function has(list: CelList, item: CelValue): boolean {
  return findItem(list, item) >= 0
}

function contains(list: CelList, part: CelList): boolean {
  return part.items().every((item) => has(list, item))
}
