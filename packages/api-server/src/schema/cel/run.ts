import { CelError, noSuchOverload } from './cel-error.ts'
import type { Run } from './checked.ts'
import { asBool, CelMap, type CelValue, Optional } from './values.ts'

/** Reads a field; one that is missing is an error. */
export function runField(target: Run, field: string): Run {
  return (frame) => {
    const value = target(frame)
    frame.meter.spend(1)
    if (value instanceof Optional)
      return new Optional(value.value === undefined ? undefined : fieldOf(value.value, field))
    const found = fieldOf(value, field)
    if (found === undefined) throw new CelError(`no such key: ${field}`)
    return found
  }
}

/** Reads a field that may be missing. */
export function runOptionalField(target: Run, field: string): Run {
  return (frame) => {
    const value = target(frame)
    frame.meter.spend(1)
    const inner = value instanceof Optional ? value.value : value
    return new Optional(inner === undefined ? undefined : fieldOf(inner, field))
  }
}

/** Whether a field is there. */
export function runHas(target: Run, field: string): Run {
  return (frame) => {
    const value = target(frame)
    const inner = value instanceof Optional ? value.value : value
    return inner !== undefined && fieldOf(inner, field) !== undefined
  }
}

function fieldOf(value: CelValue, field: string): CelValue | undefined {
  if (value instanceof CelMap) return value.get(field)
  throw noSuchOverload()
}

/** True as soon as one side is, even if the other cannot be computed. */
export function runAny(left: Run, right: Run): Run {
  return (frame) => {
    const first = attempt(() => asBool(left(frame)))
    if (first === true) return true
    const second = attempt(() => asBool(right(frame)))
    if (second === true) return true
    return settled(first, second)
  }
}

/** False as soon as one side is, even if the other cannot be computed. */
export function runAll(left: Run, right: Run): Run {
  return (frame) => {
    const first = attempt(() => asBool(left(frame)))
    if (first === false) return false
    const second = attempt(() => asBool(right(frame)))
    if (second === false) return false
    return settled(first, second)
  }
}

function settled(first: boolean | CelError, second: boolean | CelError): boolean {
  if (first instanceof CelError) throw first
  if (second instanceof CelError) throw second
  return second
}

/** The result, or the error that it came to instead. */
export function attempt(compute: () => boolean): boolean | CelError {
  try {
    return compute()
  } catch (error) {
    if (error instanceof CelError) return error
    throw error
  }
}
