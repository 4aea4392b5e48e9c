import { isFields } from '../foreign/value.ts'
import { type Signal, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

/** What has another shape than Kubernetes gives it, so that nothing can be read from it. */
export function shapeSignals({ object }: Subject): readonly Signal[] {
  const status = object['status']
  if (status === undefined || status === null) return []
  if (!isFields(status)) return [wrong('status', status, 'an object')]
  const conditions = status['conditions']
  if (conditions === undefined || conditions === null || typeof conditions === 'object') {
    return Array.isArray(conditions) ? entriesOf(conditions) : []
  }
  return [wrong('status.conditions', conditions, 'a list')]
}

function entriesOf(conditions: readonly unknown[]): readonly Signal[] {
  // A list of states that were passed through has no types; it is no list of conditions.
  const typed = conditions.some((entry) => isFields(entry) && entry['type'] !== undefined)
  return conditions.flatMap((entry, index) => {
    if (isFields(entry) && (!typed || typeof entry['type'] === 'string')) return []
    return [wrong(`status.conditions[${index}]`, entry, 'a condition with a type')]
  })
}

function wrong(path: string, value: unknown, wanted: string): Signal {
  const is = value === null ? 'null' : Array.isArray(value) ? 'a list' : `of type ${typeof value}`
  const says = `${path} is ${is} and not ${wanted}`
  return signal({ path, value: is, says, sense: 'unknown', of: 'part' })
}
