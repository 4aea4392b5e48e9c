import { same } from '@sitrep/status/same'
import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../json/own.ts'
import { parsePath } from './parse-path.ts'
import { PathBudget } from './path-budget.ts'
import type { Filter, Slice, Step } from './steps.ts'

/**
 * Finds what a path leads to: in the order of the document, nothing when it leads nowhere, or to several times as much as the
 * document holds. Never throws.
 */
export type JsonPath = (object: Json) => readonly Json[]

/**
 * Prepares a path in the dialect of kubectl: `.a.b`, `['a.b']`, `[0]`, `[-1]`, `[*]`, `[1:3]`, `..a`, `[?(@.a=="b")]`,
 * `[0,2]`, braces optional, dots in names escaped. Throws `JsonPathError` for what is no path.
 */
export function compileJsonPath(path: string): JsonPath {
  const steps = parsePath(path)
  return (object) => new Walk(object).follow([object], steps) ?? []
}

/** One way through one document, which ends where more is found than the document can be meant to give. */
class Walk {
  readonly #budget: PathBudget

  constructor(document: Json) {
    this.#budget = new PathBudget(document)
  }

  /** The values at the end of the steps, or `undefined` where kubectl would stop with an error. */
  follow(values: readonly Json[], steps: readonly Step[]): readonly Json[] | undefined {
    let here: readonly Json[] | undefined = values
    for (const step of steps) {
      if (here === undefined || here.length === 0) return here
      here = this.#take(here, step)
    }
    return here
  }

  #take(values: readonly Json[], step: Step): readonly Json[] | undefined {
    switch (step.kind) {
      case 'field':
        return this.#gather(values, (value) => fieldOf(value, step.name))
      case 'key':
        return this.#gather(values, (value) => keyOf(value, step))
      case 'wildcard':
        return this.#gather(values, childrenOf)
      case 'descend':
        return this.#gather(values, (value) => this.#descend(value))
      case 'literal':
        return this.#gather(values, () => [step.value])
      case 'slice':
        return this.#gather(values, (value) => sliceOf(value, step.slice))
      case 'filter':
        return this.#gather(values, (value) => this.#filterItems(value, step.filter))
      case 'union':
        return this.#gather(step.alternatives, (alternative) => this.follow(values, alternative))
    }
  }

  #gather<From>(
    from: readonly From[],
    find: (one: From) => readonly Json[] | undefined,
  ): readonly Json[] | undefined {
    const found: Json[] = []
    for (const one of from) {
      const part = find(one)
      if (part === undefined || !this.#budget.spend(1 + part.length)) return undefined
      for (const value of part) found.push(value)
    }
    return found
  }

  /** The value and everything inside it that has something inside. */
  #descend(value: Json): readonly Json[] | undefined {
    const found: Json[] = []
    const open = [value]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const children = childrenOf(next)
      if (!this.#budget.spend(children.length)) return undefined
      if (children.length > 0) found.push(next)
      for (const child of children.toReversed()) open.push(child)
    }
    return found
  }

  #filterItems(value: Json, { left, operator, right }: Filter): readonly Json[] | undefined {
    if (!isJsonArray(value)) return undefined
    const kept: Json[] = []
    for (const item of value) {
      if (!this.#budget.spend(1)) return undefined
      const lefts = this.follow([item], left)
      if (operator === 'exists') {
        if (lefts !== undefined && lefts.length > 0) kept.push(item)
        continue
      }
      const rights = this.follow([item], right)
      if (lefts === undefined || rights === undefined || lefts.length > 1 || rights.length > 1)
        return undefined
      const [a] = lefts
      const [b] = rights
      if (a === undefined || b === undefined) continue
      const holds = compare(a, b, operator)
      if (holds === undefined) return undefined
      if (holds) kept.push(item)
    }
    return kept
  }
}

function fieldOf(value: Json, name: string): readonly Json[] {
  const member = isJsonObject(value) ? getOwn(value, name) : undefined
  return member === undefined ? [] : [member]
}

function keyOf(value: Json, { name, parts }: Extract<Step, { kind: 'key' }>): readonly Json[] {
  const whole = fieldOf(value, name)
  if (whole.length > 0 || parts.length < 2) return whole
  return parts.reduce<readonly Json[]>((found, part) => found.flatMap((one) => fieldOf(one, part)), [value])
}

function childrenOf(value: Json): readonly Json[] {
  if (isJsonArray(value)) return value
  return isJsonObject(value) ? membersOf(value) : []
}

function membersOf(object: JsonObject): readonly Json[] {
  return Object.keys(object).map((key) => object[key] as Json)
}

function sliceOf(value: Json, { from, to, step = 1, single }: Slice): readonly Json[] | undefined {
  if (value === null) return []
  if (!isJsonArray(value)) return undefined
  const start = fromEnd(from ?? 0, value.length)
  const end = single ? start + 1 : fromEnd(to ?? value.length, value.length)
  if (start === end) return []
  if (start < 0 || start >= value.length || end < 0 || end > value.length || start > end || step <= 0)
    return undefined
  const found: Json[] = []
  for (let index = start; index < end; index += step) found.push(value[index] as Json)
  return found
}

function fromEnd(index: number, length: number): number {
  return index < 0 ? index + length : index
}

/** `undefined` when the two cannot be compared. */
function compare(a: Json, b: Json, operator: Filter['operator']): boolean | undefined {
  if (typeof a !== typeof b || a === null || typeof a === 'object') return undefined
  if (operator === '==') return same(a, b)
  if (operator === '!=') return !same(a, b)
  if (typeof a === 'boolean' || b === null || typeof b === 'object') return undefined
  switch (operator) {
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
    case 'exists':
      return true
  }
}
