import type { LintSubject } from './lint-subject.ts'
import type { StateRule } from './rule.ts'

const names = ['phase', 'state', 'health'] as const

const stateIn = ({ status }: LintSubject): string | undefined =>
  names.find((name) => typeof status[name] === 'string' && status[name] !== '')

const isQuiet = ({ knowledge }: LintSubject): boolean => knowledge.some(({ quiet }) => quiet === true)

/** State is said by conditions. */
export const stateRules: readonly StateRule[] = [
  {
    id: 'phase-instead-of-conditions',
    severity: 'warning',
    on: 'custom',
    title: 'State is not said by a phase alone',
    why: 'A phase is one value for everything: it cannot say why, since when or for which generation, and a new value breaks every reader of the old ones.',
    fix: 'Report conditions; keep the phase for people if you must.',
    find: (subject) => {
      const name = stateIn(subject)
      if (name === undefined || subject.lists.length > 0) return []
      return [{ path: ['status', name], says: `The ${name} is all that it reports` }]
    },
  },
  {
    id: 'phase-beside-conditions',
    severity: 'note',
    on: 'custom',
    title: 'State is not said twice',
    why: 'Where a phase stands beside conditions, readers differ in which of the two they believe.',
    fix: 'Mark the phase as deprecated, and derive it from the conditions until it is gone.',
    find: (subject) => {
      const name = stateIn(subject)
      if (name === undefined || subject.lists.length === 0) return []
      return [{ path: ['status', name], says: `There is a ${name} beside the conditions` }]
    },
  },
  {
    id: 'status-missing',
    severity: 'warning',
    on: 'custom',
    title: 'An object that has been there for a while has a status',
    why: 'Nobody has looked at it, or nobody says so: tools that take silence for success call it ready.',
    fix: 'Look whether its controller runs; let controllers report within their first pass, if only Unknown.',
    find: (subject) =>
      subject.settled &&
      !subject.reported &&
      !subject.misshapen &&
      !isQuiet(subject) &&
      subject.object['spec'] !== undefined
        ? [{ path: [], says: 'It is older than ten minutes and has no status' }]
        : [],
  },
  {
    id: 'conditions-missing',
    severity: 'warning',
    on: 'custom',
    title: 'A status has conditions',
    why: 'What has no conditions cannot be waited for, alerted on or explained without knowing the kind.',
    fix: 'Report at least Ready, with a reason and a message.',
    find: (subject) =>
      subject.settled && subject.reported && !isQuiet(subject) && isBare(subject)
        ? [{ path: ['status'], says: 'It is older than ten minutes and reports no condition' }]
        : [],
  },
]

const isBare = (subject: LintSubject): boolean =>
  subject.lists.every(({ entries }) => entries.length === 0) && stateIn(subject) === undefined
