import { noSuchOverload } from './cel-error.ts'
import type { CelType } from './types.ts'
import {
  CelList,
  CelMap,
  type CelValue,
  Duration,
  Opaque,
  Optional,
  Timestamp,
  TypeName,
  Uint,
} from './values.ts'

/** One way to call a function. */
export interface Overload {
  readonly name: string
  /** Called on its first argument, as in `text.contains(part)`. */
  readonly member: boolean
  readonly parameters: readonly CelType[]
  readonly result: CelType
  readonly run: (...values: CelValue[]) => CelValue
  /** What a call may cost at most, charged before it runs: for calls that can make much out of little. */
  readonly upfront: ((values: readonly CelValue[]) => number) | undefined
  /** What a call costs; one unless it depends on sizes. */
  readonly cost: ((values: readonly CelValue[], result: CelValue) => number) | undefined
  /**
   * Given the arguments that are literals, a way to run that has its work done beforehand; throws `CelError` when a literal
   * can never be right.
   */
  readonly prepare: ((literals: readonly (CelValue | undefined)[]) => Overload['run'] | undefined) | undefined
}

type Run = (...values: never[]) => CelValue
type Cost = NonNullable<Overload['cost']>

interface Extras {
  readonly upfront?: NonNullable<Overload['upfront']>
  readonly cost?: Cost
  readonly prepare?: NonNullable<Overload['prepare']>
}

/** Declares functions by signature: `size(string): int`, or `.contains(string, string): bool` for a method. */
export function declare(signature: string, run: Run, extras: Cost | Extras = {}): Overload {
  const match = /^(\.?)([^(]+)\((.*)\): (.+)$/.exec(signature)
  if (!match) throw new TypeError(`No signature: ${signature}`)
  const [, dot = '', name = '', parameters = '', result = ''] = match
  return {
    name,
    member: dot === '.',
    parameters: splitTypes(parameters).map(parseType),
    result: parseType(result),
    // The values have been compared with the parameters before they get here.
    run: run as unknown as Overload['run'],
    upfront: typeof extras === 'function' ? undefined : extras.upfront,
    cost: typeof extras === 'function' ? extras : extras.cost,
    prepare: typeof extras === 'function' ? undefined : extras.prepare,
  }
}

function splitTypes(text: string): readonly string[] {
  const types: string[] = []
  let depth = 0
  let start = 0
  for (const [index, character] of [...text].entries()) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character !== ',' || depth > 0) continue
    types.push(text.slice(start, index).trim())
    start = index + 1
  }
  const last = text.slice(start).trim()
  return last === '' ? types : [...types, last]
}

const opaqueNames: Readonly<Record<string, string>> = {
  quantity: 'kubernetes.Quantity',
  ip: 'net.IP',
  cidr: 'net.CIDR',
  url: 'kubernetes.URL',
  semver: 'kubernetes.Semver',
  format: 'kubernetes.NamedFormat',
}

/** A single capital letter is a type that the call decides. */
function parseType(text: string): CelType {
  if (/^[A-Z]$/.test(text)) return { kind: 'var', id: -text.charCodeAt(0) }
  const name = opaqueNames[text]
  if (name !== undefined) return { kind: 'opaque', name }
  const inner = /^(list|optional|type|map)\((.*)\)$/.exec(text)
  if (!inner) return { kind: text } as CelType
  const [first = '', second = ''] = splitTypes(inner[2] ?? '')
  if (inner[1] === 'map') return { kind: 'map', key: parseType(first), of: parseType(second) }
  return { kind: inner[1] as 'list' | 'optional' | 'type', of: parseType(first) }
}

/** Calls the first of several overloads that takes values like these. */
export function dispatch(candidates: readonly Overload[], values: readonly CelValue[]): Overload {
  for (const candidate of candidates) {
    if (candidate.parameters.every((parameter, index) => accepts(parameter, values[index] as CelValue)))
      return candidate
  }
  throw noSuchOverload()
}

function accepts(type: CelType, value: CelValue): boolean {
  switch (type.kind) {
    case 'bool':
      return typeof value === 'boolean'
    case 'int':
      return typeof value === 'bigint'
    case 'double':
      return typeof value === 'number'
    case 'string':
      return typeof value === 'string'
    case 'null':
      return value === null
    case 'bytes':
      return value instanceof Uint8Array
    case 'uint':
      return value instanceof Uint
    case 'duration':
      return value instanceof Duration
    case 'timestamp':
      return value instanceof Timestamp
    case 'list':
      return value instanceof CelList && (value.size === 0 || accepts(type.of, value.at(0)))
    case 'map':
      return value instanceof CelMap
    case 'optional':
      return value instanceof Optional
    case 'type':
      return value instanceof TypeName
    case 'opaque':
      return value instanceof Opaque && value.typeName === type.name
    default:
      return true
  }
}
