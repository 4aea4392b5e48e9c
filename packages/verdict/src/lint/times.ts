import { isUnset, parseInstant } from '@sitrep/conditions'
import { textAt } from '../foreign/value.ts'
import { eachCondition, nameOf, textOf } from './each-condition.ts'
import type { StateRule } from './rule.ts'

// Clocks of two machines may differ by as much without anybody having done wrong.
const tolerance = 60

const field = 'lastTransitionTime'

/** Every condition says since when. */
export const timeRules: readonly StateRule[] = [
  {
    id: 'transition-time-missing',
    severity: 'warning',
    on: 'custom',
    title: 'Every condition has a lastTransitionTime',
    why: 'Nobody can say how long it has been so: no age in tables, no alert on "not ready for ten minutes". metav1.Condition demands it.',
    fix: 'Set it whenever the status of the condition changes, and only then.',
    find: eachCondition(field, (entry) => {
      const time = entry.fields[field]
      const never = time === undefined || time === null || (typeof time === 'string' && isUnset(time))
      return never ? `${nameOf(entry)} has no lastTransitionTime` : undefined
    }),
  },
  {
    id: 'bad-transition-time',
    severity: 'error',
    on: 'every',
    title: 'A lastTransitionTime is an RFC 3339 time',
    why: 'Clients of the common type cannot read the whole object.',
    fix: 'Write 2026-01-31T12:00:00Z.',
    find: eachCondition(field, (entry) => {
      const time = entry.fields[field]
      if (time === undefined || time === null) return undefined
      if (typeof time === 'string' && (isUnset(time) || parseInstant(time) !== undefined)) return undefined
      return `${nameOf(entry)} has the lastTransitionTime ${JSON.stringify(time).slice(0, 60)}`
    }),
  },
  {
    id: 'transition-time-in-future',
    severity: 'error',
    on: 'every',
    title: 'A lastTransitionTime is not in the future',
    why: 'Ages become negative, and "for at least five minutes" is never reached.',
    fix: 'Take the time from the clock of the controller at the moment of the transition, and keep that clock set.',
    find: eachCondition(field, (entry, { now }) => {
      const [time, at] = [parseInstant(textOf(entry, field)), parseInstant(now)]
      if (time === undefined || at === undefined || time.seconds <= at.seconds + tolerance) return undefined
      return `${nameOf(entry)} changes at ${textOf(entry, field)}, which is ahead`
    }),
  },
  {
    id: 'transition-before-creation',
    severity: 'note',
    on: 'custom',
    title: 'A lastTransitionTime is not earlier than the object',
    why: 'A status that was restored or copied from another object is believed as if somebody had looked at this one.',
    fix: 'Do not restore a status with its object; let the controller report anew.',
    find: eachCondition(field, (entry, { object }) => {
      const time = parseInstant(textOf(entry, field))
      const created = parseInstant(textAt(object, 'metadata.creationTimestamp'))
      // The Unix epoch is what some CRDs give a condition that nobody has set yet.
      if (time === undefined || created === undefined || time.seconds <= 0) return undefined
      return time.seconds < created.seconds - tolerance
        ? `${nameOf(entry)} changed at ${textOf(entry, field)}, before the object was created`
        : undefined
    }),
  },
]
