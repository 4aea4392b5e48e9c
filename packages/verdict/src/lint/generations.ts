import { wholeNumber } from '../foreign/value.ts'
import { generationSense } from '../generations.ts'
import { eachCondition, nameOf } from './each-condition.ts'
import type { LintSubject } from './lint-subject.ts'
import type { Breach, ChangeRule, StateRule } from './rule.ts'

const field = 'observedGeneration'

// Zero is what Go writes for a generation that was never set.
const seenIn = (value: unknown): number | undefined => wholeNumber(value) || undefined

const rootSeen = ({ status }: LintSubject): number | undefined => seenIn(status[field])

// Of some types it is known that nobody says it, and which other one carries the generation.
const isUnversioned = (entry: Parameters<typeof nameOf>[0], { knowledge }: LintSubject): boolean =>
  knowledge.some(({ unversioned = [] }) => unversioned.includes(nameOf(entry)))

// What a definition fills in for a condition is of the beginning of time: nobody has looked at any generation.
const isFilledIn = ({ fields }: Parameters<typeof nameOf>[0]): boolean =>
  Date.parse(String(fields['lastTransitionTime'])) === 0

/** Whoever reads a status can tell which spec it is about. */
export const generationRules: readonly StateRule[] = [
  {
    id: 'observed-generation-missing',
    severity: 'warning',
    on: 'custom',
    title: 'The status, or each condition, says which generation it is about',
    why: 'Just after a change of the spec, Ready is still True from before. Without observedGeneration nobody can tell, and kubectl wait returns at once.',
    fix: 'Set observedGeneration of every condition, or of the status, to the metadata.generation that was reconciled.',
    find: (subject) => {
      if (subject.generation === undefined || rootSeen(subject) !== undefined) return []
      return subject.lists.flatMap(({ path, entries }): readonly Breach[] => {
        const silent = entries.filter(
          (entry) =>
            seenIn(entry.fields[field]) === undefined && !isUnversioned(entry, subject) && !isFilledIn(entry),
        )
        if (silent.length === 0) return []
        const names = [...new Set(silent.map(nameOf))]
        const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
        return [{ path, says: `No generation is said of ${names.slice(0, 3).join(', ')}${more}` }]
      })
    },
  },
  {
    id: 'observed-generation-behind',
    severity: 'warning',
    on: 'every',
    title: 'The status is about the present generation',
    why: 'What it says is about an older spec. A moment after a change that is normal; if it stays so, the controller is stuck or not running.',
    fix: 'Look whether the controller runs and what it logs about this object.',
    find: (subject) => {
      const seen = rootSeen(subject)
      if (seen !== undefined)
        return isBehind(seen, subject)
          ? [{ path: ['status', field], says: distance('The status', seen, subject) }]
          : []
      return eachCondition(field, (entry) => {
        const own = seenIn(entry.fields[field])
        return own !== undefined && isBehind(own, subject) ? distance(nameOf(entry), own, subject) : undefined
      })(subject)
    },
  },
  {
    id: 'condition-generation-behind',
    severity: 'note',
    on: 'custom',
    title: 'No condition is left behind by the status that holds it',
    why: 'The status says that the present generation was seen, one of its conditions says that it was not: a reader cannot know whether it still holds.',
    fix: 'Evaluate every condition in every pass and stamp it with the generation, or remove those that no longer apply.',
    find: (subject) => {
      const seen = rootSeen(subject)
      if (seen === undefined || isBehind(seen, subject)) return []
      return eachCondition(field, (entry) => {
        const own = seenIn(entry.fields[field])
        return own !== undefined && own < seen
          ? `${nameOf(entry)} is about generation ${own}, the status about ${seen}`
          : undefined
      })(subject)
    },
  },
  {
    id: 'observed-generation-ahead',
    severity: 'error',
    on: 'every',
    title: 'No report is about a generation that the object never had',
    why: 'It was copied from another object or from before a restore, and will count as current for many generations to come.',
    fix: 'Report metadata.generation of the very object that was read; do not carry a status over to another object.',
    find: (subject) => {
      const isAhead = (seen: number | undefined): seen is number =>
        seen !== undefined && subject.generation !== undefined && seen > subject.generation
      const root = rootSeen(subject)
      return [
        ...(isAhead(root) ? [{ path: ['status', field], says: distance('The status', root, subject) }] : []),
        ...eachCondition(field, (entry) => {
          const own = seenIn(entry.fields[field])
          return isAhead(own) ? distance(nameOf(entry), own, subject) : undefined
        })(subject),
      ]
    },
  },
  {
    id: 'observed-generation-not-a-number',
    severity: 'error',
    on: 'every',
    title: 'An observedGeneration is a number',
    why: 'Tools that compare generations refuse a text, or wait for ever.',
    fix: 'Write the number metadata.generation; a hash of the spec belongs into a field with another name.',
    find: (subject) => [
      ...(isOdd(subject.status[field])
        ? [{ path: ['status', field], says: `It is ${JSON.stringify(subject.status[field])}` }]
        : []),
      ...eachCondition(field, (entry) =>
        isOdd(entry.fields[field])
          ? `${nameOf(entry)} has ${JSON.stringify(entry.fields[field]).slice(0, 60)}`
          : undefined,
      )(subject),
    ],
  },
]

/** Whoever has seen a generation has seen it. */
export const generationChangeRules: readonly ChangeRule[] = [
  {
    id: 'observed-generation-backwards',
    severity: 'error',
    on: 'every',
    title: 'An observedGeneration never goes back',
    why: 'Two writers overwrite each other, or one writes what it computed from an old copy: what was reported about the present spec is lost.',
    fix: 'Let one program own the status, and write with the resourceVersion that was read or by server-side apply.',
    compare: (before, after) => {
      const [old, seen] = [rootSeen(before), rootSeen(after)]
      return old !== undefined && seen !== undefined && seen < old
        ? [{ path: ['status', field], says: `It went back from ${old} to ${seen}` }]
        : []
    },
  },
]

const isOdd = (value: unknown): boolean =>
  value !== undefined && value !== null && !(typeof value === 'number' && Number.isSafeInteger(value))

const isBehind = (seen: number, { generation }: LintSubject): boolean =>
  generationSense(seen, generation) === 'outdated' && generation !== undefined && seen < generation

const distance = (what: string, seen: number, { generation }: LintSubject): string =>
  `${what} is about generation ${seen}, the object is at generation ${generation}`
