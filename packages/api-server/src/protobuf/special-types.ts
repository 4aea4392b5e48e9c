import { formatDuration } from '../builtin/types/duration.ts'
import type { Json } from '../json/json.ts'
import { JsonSyntaxError } from '../json/json-syntax-error.ts'
import { parseJson } from '../json/parse-json.ts'
import { bytesOfField, integerOfField, textOfField } from './scalars.ts'
import { malformed, readFields, type WireField } from './wire-reader.ts'

/** The last field with each number: a message of scalars. */
export function scalarsOf(message: Buffer): ReadonlyMap<number, WireField> {
  return new Map([...readFields(message)].map((field) => [field.number, field]))
}

/** `undefined` for the zero time, which JSON leaves out or shows as null. */
export function timeOf(message: Buffer, digits: 0 | 6): string | undefined {
  const fields = scalarsOf(message)
  const seconds = numberIn(fields, 1)
  const nanos = numberIn(fields, 2)
  if (seconds === 0 && nanos === 0) return undefined
  const instant = new Date(seconds * 1000)
  if (Number.isNaN(instant.getTime()) || seconds < firstSecond || seconds > lastSecond) {
    throw malformed('a time outside the years 1 to 9999')
  }
  const text = instant.toISOString().slice(0, 19)
  if (digits === 0) return `${text}Z`
  const micros = Math.floor(nanos / 1000)
  return `${text}.${String(micros).padStart(6, '0')}Z`
}

const firstSecond = -62_135_596_800
const lastSecond = 253_402_300_799

export function quantityOf(message: Buffer): string {
  const field = scalarsOf(message).get(1)
  return field === undefined ? '0' : textOfField(field) || '0'
}

export function intOrStringOf(message: Buffer): Json {
  const fields = scalarsOf(message)
  if (numberIn(fields, 1) === 1) {
    const text = fields.get(3)
    return text === undefined ? '' : textOfField(text)
  }
  return numberIn(fields, 2)
}

export function durationOf(message: Buffer): string {
  const field = scalarsOf(message).get(1)
  return formatDuration(field === undefined ? 0n : BigInt(integerOfField(field)))
}

/** JSON that travels as bytes in field 1; `undefined` when there are none. */
export function rawJsonOf(message: Buffer): Json | undefined {
  const field = scalarsOf(message).get(1)
  const bytes = field === undefined ? undefined : bytesOfField(field)
  return bytes === undefined || bytes.length === 0 ? undefined : parseRaw(bytes)
}

export function parseRaw(bytes: Buffer): Json {
  try {
    return parseJson(bytes.toString('utf8')).value
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw malformed(`embedded JSON: ${error.message}`)
  }
}

function numberIn(fields: ReadonlyMap<number, WireField>, number: number): number {
  const field = fields.get(number)
  return field === undefined ? 0 : Number(integerOfField(field))
}
