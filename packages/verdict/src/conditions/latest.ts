import { compareInstants, parseInstant } from '@sitrep/conditions'
import { readSense } from '../lexicon/read-sense.ts'
import type { FoundCondition } from './read-condition.ts'

/**
 * What counts of a list that also remembers: of several conditions of one type the latest, and where states are
 * kept one after another (`initializing`, then `ready`, both True) the latest state.
 */
export function latestOf(list: readonly FoundCondition[]): readonly FoundCondition[] {
  const byType = new Map<string, FoundCondition[]>()
  for (const each of list) {
    const alike = byType.get(each.type)
    if (alike === undefined) byType.set(each.type, [each])
    else alike.push(each)
  }
  const single = [...byType.keys()].sort().flatMap((type) => newest(byType.get(type) ?? []))
  return isLog(single) ? newest(single) : single
}

// States that contradict each other cannot all be the case at once. They are written like values, not like condition types.
function isLog(list: readonly FoundCondition[]): boolean {
  const held = list.filter(({ status }) => status === 'True')
  if (held.length < 2 || !list.every(({ type }) => /^[a-z]/.test(type) && !/[./]/.test(type))) return false
  const senses = new Set(held.map(({ type }) => readSense(type)))
  return senses.has('good') && (senses.has('progress') || senses.has('bad'))
}

// Those that share the latest time all stay: which came last cannot be told.
function newest(list: readonly FoundCondition[]): readonly FoundCondition[] {
  const times = list.map(({ lastTransitionTime }) => lastTransitionTime)
  if (list.length < 2 || times.some((time) => parseInstant(time) === undefined)) return list
  const latest = times.reduce((best, time) => (compareInstants(time, best) > 0 ? time : best))
  return list.filter(({ lastTransitionTime }) => compareInstants(lastTransitionTime, latest) === 0)
}
