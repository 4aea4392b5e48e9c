import { compare, type Operator, operators } from './compare.ts'
import { ExpressionError } from './expression-error.ts'

type Scalar = string | number | boolean

/** One step into an object. */
type Step =
  | { readonly field: string }
  | { readonly index: number }
  | { readonly every: true }
  | { readonly where: FieldPath; readonly operator: Operator; readonly value: Scalar }

/** Where a value lies in an object: a part of JSONPath, enough for statuses. */
export type FieldPath = readonly Step[]

/** A path in a longer text, and where the text goes on. */
export interface FoundPath {
  readonly path: FieldPath
  readonly end: number
}

const name = /(?:[\w/-]|\\.)+/y
const key = /\[\s*(?:'([^']*)'|"([^"]*)")\s*\]/y
const number = /\[\s*(-?\d+)\s*\]/y
const star = /\[\s*\*\s*\]/y
const filter = /\[\s*\?\(\s*@/y
const comparison = /\s*(==|!=|<=|>=|<|>)\s*(?:'([^']*)'|"([^"]*)"|(-?\d+(?:\.\d+)?)|(true|false))\s*\)\s*\]/y

// Nobody filters by what a filter finds more often than this, and the stack holds it.
const deepest = 20

/** Reads a path that begins at a place of the text: `.status.replicas`, `.status.conditions[?(@.type=="Ready")].status`. */
export function readPath(text: string, start: number, depth = 0): FoundPath {
  if (depth > deepest) throw new ExpressionError(start + 1, 'this is nested too deeply')
  const path: Step[] = []
  let at = start
  for (;;) {
    const step = readStep(text, at, depth)
    if (step === undefined) break
    path.push(step.step)
    at = step.end
  }
  if (path.length === 0) throw new ExpressionError(start + 1, 'a field such as .status.replicas is missing')
  return { path, end: at }
}

interface FoundStep {
  readonly step: Step
  readonly end: number
}

function readStep(text: string, at: number, depth: number): FoundStep | undefined {
  if (text[at] === '.') {
    const [found] = matchAt(name, text, at + 1) ?? []
    if (found === undefined) throw new ExpressionError(at + 2, 'the name of a field is missing after the dot')
    return { step: { field: found.replaceAll(/\\(.)/g, '$1') }, end: at + 1 + found.length }
  }
  if (text[at] !== '[') return undefined
  const quoted = matchAt(key, text, at)
  if (quoted !== undefined)
    return { step: { field: quoted[1] ?? quoted[2] ?? '' }, end: at + quoted[0].length }
  const numbered = matchAt(number, text, at)
  if (numbered !== undefined) return { step: { index: Number(numbered[1]) }, end: at + numbered[0].length }
  const starred = matchAt(star, text, at)
  if (starred !== undefined) return { step: { every: true }, end: at + starred[0].length }
  return readFilter(text, at, depth)
}

function readFilter(text: string, at: number, depth: number): FoundStep {
  const opening = matchAt(filter, text, at)
  if (opening === undefined)
    throw new ExpressionError(at + 1, 'after [ comes a number, a "name", * or ?(@.field=="value")')
  const { path, end } = readPath(text, at + opening[0].length, depth + 1)
  const compared = matchAt(comparison, text, end)
  if (compared === undefined)
    throw new ExpressionError(end + 1, 'a filter compares with a value: [?(@.type=="Ready")]')
  const operator = operators.find((each) => each === compared[1]) ?? '=='
  const [, , single, double, digits, truth] = compared
  const value =
    digits !== undefined ? Number(digits) : truth !== undefined ? truth === 'true' : (single ?? double ?? '')
  return { step: { where: path, operator, value }, end: end + compared[0].length }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  const sticky = new RegExp(pattern)
  sticky.lastIndex = at
  return sticky.exec(text) ?? undefined
}

/** All values at a path; none where a step leads nowhere. */
export function valuesAt(root: unknown, path: FieldPath): readonly unknown[] {
  let values: readonly unknown[] = [root]
  for (const step of path) values = values.flatMap((value) => stepInto(value, step))
  return values.filter((value) => value !== undefined)
}

function stepInto(value: unknown, step: Step): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if ('field' in step) {
    const fields = value as Readonly<Record<string, unknown>>
    return !Array.isArray(value) && Object.hasOwn(fields, step.field) ? [fields[step.field]] : []
  }
  if ('index' in step) return Array.isArray(value) ? [value.at(step.index)] : []
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  if ('every' in step) return items
  return items.filter((item) => {
    const [found] = valuesAt(item, step.where)
    return compare(found, step.operator, step.value) === true
  })
}
