import { compareInstants, parseInstant } from '@sitrep/conditions'
import type { Entry } from './condition-lists.ts'
import { textOf } from './each-condition.ts'
import type { LintSubject } from './lint-subject.ts'
import type { ChangeRule } from './rule.ts'

const field = 'lastTransitionTime'

/** Looks at every condition that two observations of one object have in common. */
const eachPair =
  (says: (before: Entry, after: Entry) => string | undefined): ChangeRule['compare'] =>
  (before, after) =>
    pairs(before, after).flatMap(([old, entry]) => {
      const breach = says(old, entry)
      return breach === undefined ? [] : [{ path: [...entry.path, field], says: breach }]
    })

function pairs(before: LintSubject, after: LintSubject): readonly (readonly [Entry, Entry])[] {
  const earlier = new Map(
    before.lists.flatMap(({ key, entries }) =>
      entries.filter(isReadable).map((entry) => [`${key} ${entry.type}`, entry] as const),
    ),
  )
  return after.lists.flatMap(({ key, entries }) =>
    entries.filter(isReadable).flatMap((entry): readonly (readonly [Entry, Entry])[] => {
      const old = earlier.get(`${key} ${entry.type}`)
      return old === undefined ? [] : [[old, entry]]
    }),
  )
}

const isReadable = ({ type, fields }: Entry): boolean => type !== '' && typeof fields['status'] === 'string'

const sameStatus = (a: Entry, b: Entry): boolean => a.fields['status'] === b.fields['status']

const haveTimes = (...entries: readonly Entry[]): boolean =>
  entries.every((entry) => parseInstant(textOf(entry, field)) !== undefined)

const order = (a: Entry, b: Entry): number => compareInstants(textOf(a, field), textOf(b, field))

/** Times move exactly when the status of a condition does. */
export const changeRules: readonly ChangeRule[] = [
  {
    id: 'transition-time-moved',
    severity: 'error',
    on: 'every',
    title: 'A lastTransitionTime stays while the status stays',
    why: 'It says since when it has been so. A time that moves at every pass makes a fault of days look a moment old, and every pass writes.',
    fix: 'Keep the old time unless the status changes; a new reason or message is no transition.',
    compare: eachPair((old, entry) =>
      sameStatus(old, entry) && haveTimes(old, entry) && order(old, entry) < 0
        ? `${entry.type} stayed ${String(entry.fields['status'])}, its time moved from ${textOf(old, field)} to ${textOf(entry, field)}`
        : undefined,
    ),
  },
  {
    id: 'transition-time-kept',
    severity: 'error',
    on: 'every',
    title: 'A lastTransitionTime moves when the status changes',
    why: 'A fault that began a moment ago looks days old, and alerts with a delay fire at once.',
    fix: 'Set the time whenever the status changes.',
    compare: eachPair((old, entry) =>
      !sameStatus(old, entry) && haveTimes(old, entry) && order(old, entry) === 0
        ? `${entry.type} went from ${String(old.fields['status'])} to ${String(entry.fields['status'])}, its time stayed ${textOf(entry, field)}`
        : undefined,
    ),
  },
  {
    id: 'transition-time-backwards',
    severity: 'error',
    on: 'every',
    title: 'A lastTransitionTime never goes back',
    why: 'Two writers overwrite each other, or one writes what it read long ago.',
    fix: 'Let one program own each condition, and write with the resourceVersion that was read or by server-side apply.',
    compare: eachPair((old, entry) =>
      haveTimes(old, entry) && order(old, entry) > 0
        ? `The time of ${entry.type} went back from ${textOf(old, field)} to ${textOf(entry, field)}`
        : undefined,
    ),
  },
]
