import { isConditionStatus } from '@sitrep/conditions'
import { listOf } from '../foreign/value.ts'
import { eachCondition, hasSeverities, nameOf } from './each-condition.ts'
import type { StateRule } from './rule.ts'

const knownFields: ReadonlySet<string> = new Set([
  'type',
  'status',
  'reason',
  'message',
  'lastTransitionTime',
  'observedGeneration',
])

/** A condition looks like one. */
export const shapeRules: readonly StateRule[] = [
  {
    id: 'status-not-an-object',
    severity: 'error',
    on: 'every',
    title: 'The status is an object',
    why: 'Conditions, generations and counters have no place in a text or a list: to every client nothing is reported.',
    fix: 'Make status an object, and what it is now one of its fields.',
    find: ({ object, misshapen }) => {
      const { status } = object
      if (!misshapen) return []
      return [
        {
          path: ['status'],
          says: `The status is ${Array.isArray(status) ? 'a list' : `a ${typeof status}`}`,
        },
      ]
    },
  },
  {
    id: 'conditions-not-a-list',
    severity: 'error',
    on: 'every',
    title: 'Conditions are kept in a list',
    why: 'Clients look for entries with a type. A map, or a single condition, is invisible to kubectl wait and to every tool that reads conditions.',
    fix: 'Keep a list of objects with type, status, reason, message and lastTransitionTime, merged by type.',
    find: ({ lists }) =>
      lists
        .filter(({ value }) => !Array.isArray(value))
        .map(({ path }) => ({ path, says: 'The conditions are no list' })),
  },
  {
    id: 'condition-not-an-object',
    severity: 'error',
    on: 'every',
    title: 'Every entry of a list of conditions is an object with a type',
    why: 'An entry without a type can be neither found nor merged.',
    fix: 'Give every entry a type; leave out what is no condition.',
    find: ({ lists }) =>
      lists.flatMap(({ path, value, entries }) =>
        listOf(value).flatMap((_, at) => {
          const entry = entries.find((each) => each.path.at(-1) === at)
          if (entry === undefined) return [{ path: [...path, at], says: 'An entry is no object' }]
          return entry.type === '' ? [{ path: entry.path, says: 'A condition has no type' }] : []
        }),
      ),
  },
  {
    id: 'duplicate-condition-type',
    severity: 'error',
    on: 'every',
    title: 'A list holds one condition of a type',
    why: 'Which of two counts is chance: clients take the first or the last. Server-side apply refuses a map list with two entries of one key.',
    fix: 'Replace the condition of that type instead of adding another; keep the past in Events.',
    find: ({ lists }) =>
      lists.flatMap(({ entries }) =>
        entries
          .filter(({ type }, at) => type !== '' && entries.findIndex((earlier) => earlier.type === type) < at)
          .map((entry) => ({ path: entry.path, says: `${entry.type} is there more than once` })),
      ),
  },
  {
    id: 'bad-condition-status',
    severity: 'error',
    on: 'every',
    title: 'The status of a condition is True, False or Unknown',
    why: 'Clients compare this text letter by letter: true, "yes" or a missing status is none of the three and reads as not met.',
    fix: 'Write the text "True", "False" or "Unknown".',
    find: eachCondition('status', (entry) => {
      const { status } = entry.fields
      if (typeof status === 'string' && isConditionStatus(status)) return undefined
      if (status === undefined) return `${nameOf(entry)} has no status`
      return `${nameOf(entry)} has the status ${JSON.stringify(status)}`
    }),
  },
  {
    id: 'unusual-condition-field',
    severity: 'note',
    on: 'custom',
    title: 'A condition has the six fields of metav1.Condition and no others',
    why: 'Further fields are lost in every client that uses the common type, and times that move at every check (heartbeats) cause a write and an event for each.',
    fix: 'Put what belongs to the condition into its message, and everything else into a field of the status.',
    find: eachCondition('', (entry, subject) => {
      const unusual = Object.keys(entry.fields).filter(
        (field) => !knownFields.has(field) && !(field === 'severity' && hasSeverities(subject)),
      )
      return unusual.length === 0 ? undefined : `${nameOf(entry)} has ${unusual.slice(0, 5).join(', ')}`
    }),
  },
]
