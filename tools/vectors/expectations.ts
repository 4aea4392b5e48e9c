import { isDeepStrictEqual } from 'node:util'
import {
  at,
  type ConditionList,
  type Fields,
  fields,
  type KubeObject,
  list,
  listName,
  mainListOnly,
} from '@sitrep/status'
import type { Expectation } from './vector.ts'

/** An object of a vector: as the file has it, and as it is after the pass. */
export interface Answered {
  readonly reported: KubeObject
  readonly status: Fields
  /** Where conditions of its kind stand, and which entries are ours to write. Left out: in `status.conditions` only. */
  readonly lists?: readonly ConditionList[]
}

/** What differs from what is expected of one object, a line each. */
export function differencesFrom(expected: Expectation, answered: Answered): readonly string[] {
  const { apiVersion, kind, namespace, name, partial, absent, status, unchanged, conditions, ...beside } =
    expected
  return [
    ...(unchanged === true ? unchangedDifferences(answered) : []),
    ...absentDifferences(conditionsIn(answered.status), absent ?? []),
    ...statusDifferences(answered.status, expected),
    ...conditionDifferences(conditionsIn(answered.status), conditions ?? [], 'named'),
    ...Object.entries(beside).flatMap(([key, wanted]) => besideDifferences(key, wanted, answered)),
  ]
}

const conditionsIn = (status: Fields): readonly Fields[] => list(status['conditions']).map(fields)

function unchangedDifferences({ reported, status }: Answered): readonly string[] {
  const [before, after] = [fields(reported.status), status].map((each) => JSON.stringify(each))
  return before === after ? [] : [`the status is not ours to write: it is ${after}, it was ${before}`]
}

const absentDifferences = (conditions: readonly Fields[], absent: readonly string[]): readonly string[] =>
  absent
    .filter((type) => conditions.some((condition) => condition['type'] === type))
    .map((type) => `${type} must not be there`)

/** The older form: all that is expected stands under `status`, conditions complete and in their order unless `partial`. */
function statusDifferences(status: Fields, expected: Expectation): readonly string[] {
  return Object.entries(expected.status ?? {}).flatMap(([key, wanted]) =>
    key === 'conditions'
      ? conditionDifferences(
          conditionsIn(status),
          list(wanted).map(fields),
          expected.partial === true ? 'named' : 'all',
        )
      : valueDifferences(key, status[key], wanted),
  )
}

/** What stands beside the name of the object: a list of entries by its name, or a field of the status. */
function besideDifferences(key: string, wanted: unknown, answered: Answered): readonly string[] {
  const { lists = mainListOnly, status } = answered
  const entries = lists.find((each) => each.entries !== undefined && listName(each) === key)
  return entries === undefined
    ? valueDifferences(key, status[key], wanted)
    : entryDifferences(entries, list(wanted).map(fields), answered)
}

interface Keyed {
  readonly key: string
  readonly entry: Fields
}

function entryDifferences(
  { path, entries }: ConditionList,
  wanted: readonly Fields[],
  { reported, status }: Answered,
): readonly string[] {
  if (entries === undefined) return []
  const keyed = (value: unknown): readonly Keyed[] =>
    list(value)
      .map(fields)
      .map((entry) => ({ key: entries.key(entry, reported.metadata) ?? JSON.stringify(entry), entry }))
  const [actual, before] = [keyed(at({ status }, ...path)), keyed(at(reported, ...path))]
  const expected = keyed(wanted)
  // Where no spec asks for entries one by one, how closely an entry says what it is about is up to its writer.
  const isComplete = entries.declared !== undefined
  const answers = ({ key }: Keyed, wantedKey: string): boolean =>
    key === wantedKey || (!isComplete && key.startsWith(`${wantedKey}/`))
  const differences = expected.flatMap(({ key, entry }): readonly string[] => {
    const found = actual.find((each) => answers(each, key))
    if (found === undefined) return [`${entries.noun} ${key} is missing`]
    const identity = (field: string): boolean =>
      entries.key({ ...entry, [field]: undefined }, reported.metadata) !== key
    const said =
      entry['unchanged'] === true
        ? sameEntry(
            found,
            before.find((each) => each.key === found.key),
          )
        : fieldDifferences(found.entry, entry, identity)
    return said.map((difference) => `${entries.noun} ${key}: ${difference}`)
  })
  const ours = actual.filter(({ entry }) => isComplete && (entries.mine?.(entry) ?? true))
  const unexpected = ours.filter((each) => !expected.some(({ key }) => answers(each, key)))
  return [...differences, ...unexpected.map(({ key }) => `${entries.noun} ${key} is there, expected none`)]
}

function sameEntry({ entry }: Keyed, before: Keyed | undefined): readonly string[] {
  const [was, is] = [JSON.stringify(before?.entry), JSON.stringify(entry)]
  return was === is ? [] : [`it is somebody else's: it is ${is}, it was ${was ?? 'not there'}`]
}

function fieldDifferences(
  actual: Fields,
  { conditions, absent, ...rest }: Fields,
  identity: (field: string) => boolean,
): readonly string[] {
  const found = conditionsIn(actual)
  return [
    ...conditionDifferences(found, list(conditions).map(fields), 'named'),
    ...absentDifferences(found, list(absent).map(String)),
    ...Object.entries(rest)
      .filter(([field]) => !identity(field))
      .flatMap(([field, wanted]) => valueDifferences(field, actual[field], wanted)),
  ]
}

// Lists of which the order says nothing, and counters that are left out where there is nothing to count.
const sets: ReadonlySet<string> = new Set(['supportedKinds'])
const counters: ReadonlySet<string> = new Set(['attachedListenerSets'])

function valueDifferences(key: string, actual: unknown, wanted: unknown): readonly string[] {
  const form = (value: unknown): unknown => {
    if (sets.has(key))
      return list(value)
        .map((each) => JSON.stringify(sorted(each)))
        .sort()
    return counters.has(key) ? (value ?? 0) : settled(value)
  }
  return isDeepStrictEqual(form(actual), form(wanted))
    ? []
    : [`${key} is ${show(actual)}, expected ${show(wanted)}`]
}

const sorted = (value: unknown): unknown => Object.fromEntries(Object.entries(fields(value)).sort())

/** Of each condition the keys that stand in the vector; an empty text equals none. */
function conditionDifferences(
  actual: readonly Fields[],
  wanted: readonly Fields[],
  which: 'all' | 'named',
): readonly string[] {
  const differences: string[] = []
  for (const expected of wanted) {
    const condition = actual.find((candidate) => candidate['type'] === expected['type'])
    if (condition === undefined) {
      differences.push(`${expected['type']} is missing, expected ${show(expected)}`)
      continue
    }
    for (const [field, value] of Object.entries(expected)) {
      if ((condition[field] ?? '') === (value ?? '')) continue
      differences.push(`${expected['type']} ${field} is ${show(condition[field])}, expected ${show(value)}`)
    }
  }
  if (which === 'named') return differences
  const [order, expectedOrder] = [actual, wanted].map((each) => each.map(({ type }) => type))
  for (const type of order ?? [])
    if (!expectedOrder?.includes(type)) differences.push(`${type} is there, expected none`)
  if (differences.length === 0 && !isDeepStrictEqual(order, expectedOrder))
    differences.push(`conditions stand as ${order?.join(', ')}, expected ${expectedOrder?.join(', ')}`)
  return differences
}

/** Nothing, an empty list and an empty map are one and the same here. */
function settled(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(settled)
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, inner]) => [key, settled(inner)] as const)
  const present = entries.filter(([, inner]) => inner !== undefined)
  return present.length === 0 ? undefined : Object.fromEntries(present)
}

const show = (value: unknown): string => JSON.stringify(value) ?? 'absent'
