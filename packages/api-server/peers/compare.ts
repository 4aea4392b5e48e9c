import type { Json } from './exchange.ts'
import { isObject } from './json-answer.ts'
import type { Recorded } from './story.ts'

/** One place where the two servers answered differently. */
export interface Difference {
  readonly story: string
  readonly because: string
  readonly request: string
  /** Where in the answer, as `body.metadata.name`. */
  readonly path: string
  readonly ours: Json | undefined
  readonly genuine: Json | undefined
}

/** Every difference between two tellings of one story, both normalised. */
export function compareStories(
  story: string,
  ours: readonly Recorded[],
  genuine: readonly Recorded[],
): Difference[] {
  const steps = Array.from({ length: Math.max(ours.length, genuine.length) }, (_, index) => index)
  return steps.flatMap((index) => {
    const [left, right] = [ours[index], genuine[index]]
    const { because, request } = right ?? left ?? { because: '', request: '' }
    return compareJson(left?.answer, right?.answer).map((difference) => ({
      story,
      because,
      request,
      ...difference,
    }))
  })
}

type Unlike = Pick<Difference, 'path' | 'ours' | 'genuine'>

/** The smallest parts in which two values differ. */
export function compareJson(
  ours: Json | undefined,
  genuine: Json | undefined,
  path: readonly string[] = [],
): Unlike[] {
  if (Array.isArray(ours) && Array.isArray(genuine)) return compareLists(ours, genuine, path)
  if (isObject(ours) && isObject(genuine)) {
    const keys = new Set([...Object.keys(ours), ...Object.keys(genuine)])
    return [...keys].flatMap((key) => compareJson(own(ours, key), own(genuine, key), [...path, key]))
  }
  return ours === genuine ? [] : [{ path: path.join('.'), ours, genuine }]
}

function compareLists(ours: readonly Json[], genuine: readonly Json[], path: readonly string[]): Unlike[] {
  // With one element more or less all later ones would differ too: say the whole once instead.
  if (ours.length !== genuine.length) return [{ path: path.join('.'), ours, genuine }]
  return ours.flatMap((element, index) => compareJson(element, genuine[index], [...path, String(index)]))
}

function own(object: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
