import { answeredBy, at, type ConditionList, type DeclaredEntry, type EntryKeys } from '@sitrep/status'
import { type Fields, isFields, listOf } from '../foreign/value.ts'
import { type Signal, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

/** A list of the status with an entry for each of those that the spec asks for. */
interface Declared {
  readonly path: readonly string[]
  readonly entries: EntryKeys
  readonly declared: readonly DeclaredEntry[]
}

/** The lists of an object that answer its spec entry by entry; one of which the spec says nothing is left alone. */
function declaredIn({ knownLists, known }: Subject): readonly Declared[] {
  return knownLists.flatMap(({ path, entries }: ConditionList): readonly Declared[] => {
    const declared = entries?.declared?.(known)
    return entries === undefined || declared === undefined ? [] : [{ path, entries, declared }]
  })
}

/** The status with only those entries that the spec still declares: the others are left over from an earlier spec. */
export function declaredStatus(subject: Subject): Fields {
  return declaredIn(subject).reduce((status, { path, entries, declared }) => {
    const wanted = new Set(declared.map(({ key }) => key))
    const isWanted = (entry: Fields): boolean => wanted.has(answeredBy(entries, entry, subject.known) ?? '')
    // Paths begin at the object, of which the status is the first step.
    return changedAt(status, path.slice(1), (value) =>
      Array.isArray(value) ? value.filter(isFields).filter(isWanted) : value,
    )
  }, subject.status)
}

function changedAt(
  fields: Fields,
  [step = '', ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): Fields {
  if (!Object.hasOwn(fields, step)) return fields
  const inner = fields[step]
  const changed = rest.length === 0 ? change(inner) : isFields(inner) ? changedAt(inner, rest, change) : inner
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, key === step ? changed : value]),
  )
}

/** What the spec declares and nobody has reported on. */
export function unreportedEntries(subject: Subject): readonly Signal[] {
  return declaredIn(subject).flatMap(({ path, entries, declared }) => {
    const reported = new Set(
      listOf(at(subject.object, ...path))
        .filter(isFields)
        .map((entry) => answeredBy(entries, entry, subject.known)),
    )
    return declared
      .filter(({ key }) => !reported.has(key))
      .map(({ name }) =>
        signal({
          path: `${path.join('.')}[${name}]`,
          value: '',
          sense: 'missing',
          of: 'whole',
          known: true,
          says: `nothing is reported about ${entries.noun} ${name}`,
        }),
      )
  })
}
