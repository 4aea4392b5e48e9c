import { integerOf } from './read-json.ts'

const words: ReadonlyMap<string, boolean | null> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map(
    (word) => [word, true] as const,
  ),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(
    (word) => [word, false] as const,
  ),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
])

const notFinite = /^[-+]?\.(inf|Inf|INF)$|^\.(nan|NaN|NAN)$/
const decimal = /^[-+]?(0|[1-9][0-9]*)$/
const octal = /^([-+]?)0[oO]?([0-7]+)$/
const prefixed = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+)$/
const float = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/

/** Digits of an int64 in base two, with their prefix. */
const longestExact = 80

/** The value of a plain scalar, or `undefined` for infinity and NaN, which JSON cannot hold. */
type PlainScalar = string | number | bigint | boolean | null | undefined

/**
 * Reads an unquoted scalar as sigs.k8s.io/yaml does: YAML 1.1 words and octal numbers, underscores in numbers, but no
 * sexagesimal numbers, and dates stay text.
 */
export function resolvePlainScalar(text: string): PlainScalar {
  const word = words.get(text)
  if (word !== undefined) return word
  if (notFinite.test(text)) return undefined
  const first = text.charCodeAt(0)
  const numeric = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e
  return numeric ? (resolveNumber(text.replaceAll('_', '')) ?? text) : text
}

function resolveNumber(text: string): number | bigint | undefined {
  if (decimal.test(text)) return finite(integerOf(text.replace('+', '')))
  const eight = octal.exec(text)
  if (eight) return signed(eight[1] ?? '', `0o${eight[2]}`)
  const other = prefixed.exec(text)
  if (other) return signed(other[1] ?? '', (other[2] ?? '').toLowerCase())
  return float.test(text) ? finite(Number(text)) : undefined
}

/** What no number can hold stays text. */
function finite(value: number | bigint): number | bigint | undefined {
  return typeof value === 'bigint' || Number.isFinite(value) ? value : undefined
}

function signed(sign: string, digits: string): number | bigint | undefined {
  // Beyond an int64 there is nothing to be exact about, and writing out a large bigint takes long.
  if (digits.length > longestExact) return finite(sign === '-' ? -Number(digits) : Number(digits))
  const exact = BigInt(digits)
  return integerOf(`${sign === '-' ? -exact : exact}`)
}
