import type { Role } from '@sitrep/status'
import type { Entry } from './condition-lists.ts'
import { nameOf, readingOf } from './each-condition.ts'
import type { LintSubject } from './lint-subject.ts'
import type { StateRule } from './rule.ts'

const isTrue = ({ fields }: Entry): boolean => fields['status'] === 'True'

const withRole = (
  entries: readonly Entry[],
  subject: LintSubject,
  ...wanted: readonly Role[]
): readonly Entry[] => entries.filter((entry) => wanted.includes(readingOf(entry, subject).role))

/** That a kind is known to keep a type whatever its answer. */
const isKept = ({ type }: Entry, { knowledge }: LintSubject): boolean =>
  knowledge.some(({ conditions }) => conditions !== undefined && Object.hasOwn(conditions, type))

/** Conditions of one list do not contradict each other. */
export const polarityRules: readonly StateRule[] = [
  {
    id: 'good-beside-fault',
    severity: 'warning',
    on: 'custom',
    title: 'Nothing is Ready while one of its own conditions reports a fault',
    why: 'Most readers look at Ready alone: the fault is there, and nobody sees it.',
    fix: 'Let the condition that sums up take every other one into account, or rename what is no fault.',
    find: (subject) =>
      subject.lists.flatMap(({ entries }) => {
        const good = withRole(entries, subject, 'whole').find(isTrue)
        if (good === undefined) return []
        return withRole(entries, subject, 'problem', 'final')
          .filter(isTrue)
          .map((fault) => ({ path: fault.path, says: `${good.type} is True beside ${fault.type}` }))
      }),
  },
  {
    id: 'stalled-beside-progress',
    severity: 'error',
    on: 'custom',
    title: 'Nothing has given up and goes on at the same time',
    why: 'Whoever waits would have to stop and go on.',
    fix: 'Remove Reconciling (or Progressing) when Stalled is set, and the other way round.',
    find: (subject) =>
      subject.lists.flatMap(({ entries }) => {
        const [stalled] = withRole(entries, subject, 'final').filter(isTrue)
        const [going] = withRole(entries, subject, 'progress').filter(isTrue)
        if (stalled === undefined || going === undefined) return []
        return [{ path: stalled.path, says: `${stalled.type} and ${going.type} are both True` }]
      }),
  },
  {
    id: 'negative-left-false',
    severity: 'note',
    on: 'custom',
    title: 'A condition that names a fault or an activity is removed when it is over',
    why: 'A list of things that are not wrong hides the one that is. The conventions take a missing one for nothing unusual.',
    fix: 'Remove the condition instead of setting it to False, or keep all of them always, so that readers can rely on it.',
    find: (subject) =>
      subject.lists.flatMap(({ entries }) =>
        withRole(entries, subject, 'problem', 'final', 'progress')
          .filter((entry) => entry.fields['status'] === 'False' && !isKept(entry, subject))
          .map((entry) => ({ path: entry.path, says: `${nameOf(entry)} is False and still there` })),
      ),
  },
  {
    id: 'no-summary',
    severity: 'note',
    on: 'custom',
    title: 'One condition speaks for the whole object',
    why: 'Without Ready, Available or Succeeded every reader has to know which of the conditions matter.',
    fix: 'Add Ready for what lives on, Succeeded for what comes to an end.',
    find: (subject) =>
      subject.lists
        .filter(({ path, entries }) => path.length === 2 && entries.length > 0)
        .filter(
          ({ entries }) => withRole(entries, subject, 'whole', 'ending', 'activity', 'final').length === 0,
        )
        .map(({ path, entries }) => ({
          path,
          says: `None of ${entries.slice(0, 3).map(nameOf).join(', ')} speaks for the whole`,
        })),
  },
]
