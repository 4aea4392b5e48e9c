import { quoteGo } from '../../../json/quote.ts'
import { CelError } from '../cel-error.ts'
import { formatDuration, formatTimestamp } from '../time.ts'
import { CelList, CelMap, type CelValue, Duration, Timestamp, TypeName, typeNameOf, Uint } from '../values.ts'
import { formatDouble } from './conversions.ts'

const clause = /%(?:%|(?:\.(\d+))?([sdfeboxX]))|%.?/g

/** `'%d of %s'.format([1, 'x'])`: every clause takes one value of the list. */
export function formatText(text: string, list: CelList): string {
  let next = 0
  const formatted = text.replace(
    clause,
    (whole, precision: string | undefined, letter: string | undefined) => {
      if (whole === '%%') return '%'
      if (letter === undefined)
        throw new CelError(`could not parse formatting clause: unrecognized formatting clause`)
      if (next >= list.size) throw new CelError(`index ${next} out of range`)
      return formatValue(
        list.at(next++),
        letter,
        precision === undefined ? 6 : Math.min(Number(precision), 100),
      )
    },
  )
  return formatted
}

/** Refuses a text with clauses that nothing can be put in for. */
export function checkFormat(text: string): void {
  for (const [whole, , letter] of text.matchAll(clause)) {
    if (whole !== '%%' && letter === undefined) throw unrecognized(whole)
  }
}

function unrecognized(written: string): CelError {
  const words = 'could not parse formatting clause'
  if (written === '%') return new CelError(`${words}: unexpected end of string`)
  return new CelError(`${words}: unrecognized formatting clause ${quoteGo(written.slice(1))}`)
}

function formatValue(value: CelValue, letter: string, precision: number): string {
  switch (letter) {
    case 's':
      return show(value)
    case 'd':
      return decimal(value)
    case 'f':
      return number(value, 'fixed-point').toFixed(precision)
    case 'e':
      return exponential(number(value, 'scientific notation'), precision)
    case 'b':
      return typeof value === 'boolean' ? (value ? '1' : '0') : integer(value, 'binary').toString(2)
    case 'o':
      return integer(value, 'octal').toString(8)
    default:
      return hexadecimal(value, letter)
  }
}

function mismatch(words: string, value: CelValue): CelError {
  return new CelError(`error during formatting: ${words}, was given ${typeNameOf(value)}`)
}

function decimal(value: CelValue): string {
  if (typeof value === 'number') return formatDouble(value)
  return `${integer(value, 'decimal')}`
}

function integer(value: CelValue, clauseName: string): bigint {
  if (typeof value === 'bigint') return value
  if (value instanceof Uint) return value.value
  throw mismatch(`${clauseName} clause can only be used on integers`, value)
}

function number(value: CelValue, clauseName: string): number {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Uint) return Number(value.value)
  throw mismatch(`${clauseName} clause can only be used on doubles`, value)
}

function exponential(value: number, precision: number): string {
  return value.toExponential(precision).replace(/e([+-])(\d)$/, 'e$10$2')
}

function hexadecimal(value: CelValue, letter: string): string {
  const text =
    typeof value === 'string'
      ? Buffer.from(value).toString('hex')
      : value instanceof Uint8Array
        ? Buffer.from(value).toString('hex')
        : integer(value, 'hex').toString(16)
  return letter === 'X' ? text.toUpperCase() : text
}

/** A value as `%s` shows it. */
function show(value: CelValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return value
  if (typeof value === 'number') return formatDouble(value)
  if (typeof value === 'boolean' || typeof value === 'bigint') return `${value}`
  if (value instanceof Uint) return `${value.value}`
  if (value instanceof Uint8Array) return Buffer.from(value).toString()
  if (value instanceof Duration) return formatDuration(value.nanos)
  if (value instanceof Timestamp) return formatTimestamp(value.nanos)
  if (value instanceof TypeName) return value.name
  if (value instanceof CelList) return limited(`[${value.items().map(showInside).join(', ')}]`)
  if (value instanceof CelMap) {
    const entries = value.keys().map((key) => `${showInside(key)}: ${showInside(value.get(key) ?? null)}`)
    return limited(`{${entries.sort().join(', ')}}`)
  }
  throw mismatch(
    'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
    value,
  )
}

// A list that contains one list many times over is small, its text is not.
const maxText = 1_000_000

function limited(text: string): string {
  if (text.length > maxText) throw new CelError('value is too large to be formatted')
  return text
}

/** Inside lists and maps, text is quoted. */
function showInside(value: CelValue): string {
  return typeof value === 'string' ? quoteGo(value) : show(value)
}
