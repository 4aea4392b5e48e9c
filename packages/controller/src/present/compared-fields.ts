import {
  type ConditionList,
  type Fields,
  fields as fieldsIn,
  formatEntry,
  isFields,
  type KubeObject,
  list as listIn,
  listName,
  parseAddress,
  text,
} from '@sitrep/status'
import { intendedStatus, type WantedStatus } from '../publish/status-patch.ts'

/** One field of a status as it is reported and as Sitrep computes it; absent where there is none. */
export interface ComparedField {
  /** Its path below the status: `deprecated.v1beta1.readyReplicas`, `listeners[https].attachedRoutes`. */
  readonly field: string
  readonly reported: unknown
  readonly computed: unknown
}

/** The fields that Sitrep would write beside conditions, each with both sides; those of other owners are left out. */
export function comparedFields(stored: KubeObject, wanted: WantedStatus): readonly ComparedField[] {
  const after = intendedStatus(stored, wanted)
  const before = fieldsIn(stored.status)
  const owned = new Set(wanted.owned.map((address) => parseAddress(address).at ?? ''))
  const lists = new Map(wanted.lists.map((list) => [list.path.slice(1).join('.'), list]))
  const walk: Walk = { lists, owned, stored }
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const ours = wanted.fields === 'all' ? undefined : new Set(wanted.fields)
  const hasList = (name: string): boolean => wanted.lists.some(({ path }) => path[1] === name)
  return [...names]
    .filter((name) => ours === undefined || ours.has(name) || hasList(name))
    .flatMap((name) => [...sidesAt(name, [before[name], after[name]], walk)])
}

interface Walk {
  readonly lists: ReadonlyMap<string, ConditionList>
  readonly owned: ReadonlySet<string>
  readonly stored: KubeObject
}

type Sides = readonly [reported: unknown, computed: unknown]

function* sidesAt(path: string, sides: Sides, walk: Walk): Iterable<ComparedField> {
  const list = walk.lists.get(path)
  // Conditions are compared by their addresses.
  if (list !== undefined) yield* list.entries === undefined ? [] : entriesAt(list, sides, walk)
  else yield* valuesAt(path, sides, walk)
}

function* valuesAt(path: string, [reported, computed]: Sides, walk: Walk): Iterable<ComparedField> {
  // To an API server a field that is null is not there.
  const [a, b] = [reported ?? undefined, computed ?? undefined]
  if (isBoth(a, b, isFields)) {
    const [left, right] = [fieldsIn(a), fieldsIn(b)]
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)]))
      yield* sidesAt(`${path}.${name}`, [left[name], right[name]], walk)
  } else if (isBoth(a, b, isConditions)) {
    yield* conditionsAt(path, [a, b])
  } else if (isBoth(a, b, Array.isArray)) {
    const [left, right] = [listIn(a), listIn(b)]
    for (let at = 0; at < Math.max(left.length, right.length); at++)
      yield* valuesAt(`${path}[${at}]`, [left[at], right[at]], walk)
  } else if (a !== undefined || b !== undefined) yield { field: path, reported: a, computed: b }
}

// Lists of conditions that no address leads to: what replaced them does, and they are told apart by type all the same.
const isConditions = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (each) => text(fieldsIn(each)['type']) !== undefined && text(fieldsIn(each)['status']) !== undefined,
  )

function* conditionsAt(path: string, [reported, computed]: Sides): Iterable<ComparedField> {
  const [before, after] = [conditionsIn(reported), conditionsIn(computed)]
  for (const type of new Set([...before.keys(), ...after.keys()]))
    yield { field: `${path}[${type}]`, reported: before.get(type), computed: after.get(type) }
}

// Since when it is so is no part of what is said.
const conditionsIn = (value: unknown): ReadonlyMap<string, Fields> =>
  new Map(
    listIn(value).map((each) => {
      const { type, lastTransitionTime: _, ...said } = fieldsIn(each)
      return [String(type), said] as const
    }),
  )

const isBoth = (a: unknown, b: unknown, is: (value: unknown) => boolean): boolean =>
  (is(a) && (b === undefined || is(b))) || (a === undefined && is(b))

// Entries are paired by what they go by; those of other writers are not ours to compare.
function* entriesAt(list: ConditionList, [reported, computed]: Sides, walk: Walk): Iterable<ComparedField> {
  const [before, after] = [entriesIn(reported, list, walk), entriesIn(computed, list, walk)]
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const isOurs = walk.owned.has(name) || !before.has(name) || !after.has(name)
    if (!isOurs) continue
    const [left, right] = [before.get(name) ?? {}, after.get(name) ?? {}]
    for (const field of new Set([...Object.keys(left), ...Object.keys(right)]))
      if (field !== 'conditions')
        yield* valuesAt(`${name}.${field}`, [left[field], right[field]], { ...walk, lists: new Map() })
  }
}

function entriesIn(value: unknown, list: ConditionList, { stored }: Walk): ReadonlyMap<string, Fields> {
  return new Map(
    listIn(value).flatMap((each) => {
      const entry = fieldsIn(each)
      const key = list.entries?.key(entry, stored.metadata)
      return key === undefined ? [] : [[formatEntry(listName(list), key), entry] as const]
    }),
  )
}
