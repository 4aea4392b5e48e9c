/** How two values can be compared. */
export const operators = ['==', '!=', '<', '<=', '>', '>='] as const

export type Operator = (typeof operators)[number]

/** Compares two values; nothing where they cannot be: an order of what is no number, or a value that is not there. */
export function compare(left: unknown, operator: Operator, right: unknown): boolean | undefined {
  if (left === undefined || right === undefined) return undefined
  const [a, b] = [numberIn(left), numberIn(right)]
  const numbers = a !== undefined && b !== undefined
  switch (operator) {
    case '==':
      return numbers ? a === b : isSame(left, right)
    case '!=':
      return numbers ? a !== b : !isSame(left, right)
    case '<':
      return numbers ? a < b : undefined
    case '<=':
      return numbers ? a <= b : undefined
    case '>':
      return numbers ? a > b : undefined
    case '>=':
      return numbers ? a >= b : undefined
  }
}

// Some controllers write numbers as text.
function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'boolean' ? String(a) === b : typeof b === 'boolean' && a === String(b))
