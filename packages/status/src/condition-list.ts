import type { Condition } from '@sitrep/conditions'
import { type Address, everyEntry, formatEntry, parseAddress, parseEntry } from './address.ts'
import { type Fields, isFields, at as valueAt } from './fields.ts'
import type { KubeObject } from './object.ts'

/** A list of conditions that objects of a kind have: at a fixed path, or one in every entry of a list of entries. */
export interface ConditionList {
  /** From the object's root to the conditions, or to the list of entries. */
  readonly path: readonly string[]
  /** The path leads to entries, each with conditions of its own. */
  readonly entries?: EntryKeys
}

/** How the entries of a list are told apart. */
export interface EntryKeys {
  /** One of them, in words: `listener`. */
  readonly noun: string
  /** What an entry goes by, with defaults filled in, so that two spellings of one thing are one key; nothing for what is no entry. */
  readonly key: (entry: Fields, owner: EntryOwner) => string | undefined
  /** Whether an entry is its definition's own to write: those of others stay to the byte. Left out: all of them are. */
  readonly mine?: (entry: Fields) => boolean
  /** What the spec asks for, so that it can be said which entry is missing; nothing where the spec does not say. */
  readonly declared?: (object: KubeObject) => readonly DeclaredEntry[] | undefined
  /** Which declared key an entry answers, where entries are told apart by more than that (by who wrote them). Left out: its own key. */
  readonly answers?: (entry: Fields, owner: EntryOwner) => string | undefined
}

/** An entry that a spec asks for. */
export interface DeclaredEntry {
  readonly key: string
  /** What a person calls it: the name that stands in the spec. */
  readonly name: string
}

/** What a key may need to know of the object that an entry stands in: references leave their own namespace out. */
export interface EntryOwner {
  readonly namespace?: string | undefined
}

/** Where conditions stand unless something else is said. */
export const mainList: ConditionList = { path: ['status', 'conditions'] }

/** The lists of a kind that says nothing of them. */
export const mainListOnly: readonly ConditionList[] = [mainList]

/** One list as it stands in an object. */
export interface StandingList {
  /** As it is written in an address; an empty text for `status.conditions`. */
  readonly at: string
  readonly list: ConditionList
  readonly conditions: readonly Condition[]
  /** The entry that it stands in. */
  readonly entry?: Fields
}

/** A condition with the list in which it stands. */
export interface AddressedCondition extends Address {
  readonly condition: Condition
}

/** The name of a list in addresses: its path below the status, without the word `conditions` at its end. */
export function listName({ path }: ConditionList): string {
  const below = path[0] === 'status' ? path.slice(1) : path
  return (below.at(-1) === 'conditions' ? below.slice(0, -1) : below).join('.')
}

/** Every list of conditions that an object has, however malformed the rest of it is. An entry without a key is left out. */
export function standingLists(
  object: KubeObject | undefined,
  lists: readonly ConditionList[] = mainListOnly,
): readonly StandingList[] {
  if (object === undefined) return []
  return lists.flatMap((list): readonly StandingList[] => {
    const value = valueAt(object, ...list.path)
    if (list.entries === undefined) return [{ at: listName(list), list, conditions: conditionsOf(value) }]
    return keyedEntries(object, list, value).map(({ key, entry }) => ({
      at: formatEntry(listName(list), key),
      list,
      conditions: conditionsOf(entry['conditions']),
      entry,
    }))
  })
}

/** The conditions of one list of an object. */
export function conditionsAt(
  object: KubeObject | undefined,
  at: string | undefined,
  lists: readonly ConditionList[] = mainListOnly,
): readonly Condition[] {
  if (object === undefined) return none
  if (at === undefined || at === '') {
    const main = lists[0] ?? mainList
    // Nearly every read is this one, in every pass over every object of a world.
    if (main === mainList) return conditionsOf(statusConditions(object))
    const isMain = main.entries === undefined && listName(main) === ''
    return isMain ? conditionsOf(valueAt(object, ...main.path)) : none
  }
  return standingLists(object, lists).find((standing) => standing.at === at)?.conditions ?? []
}

/** The condition at a written address. */
export function conditionAt(
  object: KubeObject | undefined,
  written: string,
  lists?: readonly ConditionList[],
): Condition | undefined {
  const { at, type } = parseAddress(written)
  return conditionsAt(object, at, lists).find((condition) => condition.type === type)
}

/** Every condition of an object with its address, list by list. */
export function addressedConditions(
  object: KubeObject | undefined,
  lists?: readonly ConditionList[],
): readonly AddressedCondition[] {
  return standingLists(object, lists).flatMap(({ at, conditions }) =>
    conditions.map((condition) => ({ ...(at !== '' && { at }), type: condition.type, condition })),
  )
}

/**
 * What somebody means who writes an address. A bare type is that of `status.conditions` where the kind has such a list, else that type in
 * every entry that is there or that the spec asks for; `listeners[*]:Accepted` is every entry of one list. An entry that is asked for and
 * missing is meant too, so that it can be named.
 */
export function meantAddresses(
  object: KubeObject,
  written: string,
  lists: readonly ConditionList[] = mainListOnly,
): readonly Address[] {
  const { at, type } = parseAddress(written)
  if (at === undefined) {
    if (lists.some((list) => list.entries === undefined && listName(list) === '')) return [{ type }]
    return lists.flatMap((list) => entriesMeant(object, list).map((name) => ({ at: name, type })))
  }
  const entry = parseEntry(at)
  if (entry?.key !== everyEntry) return [{ at, type }]
  return lists
    .filter((list) => listName(list) === entry.list)
    .flatMap((list) => entriesMeant(object, list).map((name) => ({ at: name, type })))
}

function entriesMeant(object: KubeObject, list: ConditionList): readonly string[] {
  const { entries } = list
  if (entries === undefined) return [listName(list)]
  const own = keyedEntries(object, list, valueAt(object, ...list.path)).filter(
    ({ entry }) => entries.mine?.(entry) ?? true,
  )
  const asked = (entries.declared?.(object) ?? []).flatMap(
    (declared): readonly { readonly key: string }[] => {
      const answers = own.filter(({ entry }) => answeredBy(entries, entry, object) === declared.key)
      return answers.length === 0 ? [declared] : answers
    },
  )
  const keys = new Set([...asked, ...own].map(({ key }) => key))
  return [...keys].map((key) => formatEntry(listName(list), key))
}

/** The declared key that an entry answers. */
export const answeredBy = (entries: EntryKeys, entry: Fields, { metadata }: KubeObject): string | undefined =>
  (entries.answers ?? entries.key)(entry, metadata ?? {})

interface KeyedEntry {
  readonly key: string
  readonly entry: Fields
}

function keyedEntries(object: KubeObject, { entries }: ConditionList, value: unknown): readonly KeyedEntry[] {
  if (entries === undefined || !Array.isArray(value)) return []
  const found: KeyedEntry[] = []
  for (const entry of value) {
    if (!isFields(entry)) continue
    const key = entries.key(entry, object.metadata ?? {})
    if (key !== undefined && !found.some((earlier) => earlier.key === key)) found.push({ key, entry })
  }
  return found
}

const none: readonly never[] = Object.freeze([])

function statusConditions({ status }: KubeObject): unknown {
  return typeof status === 'object' && status !== null ? (status as Fields)['conditions'] : undefined
}

function conditionsOf(value: unknown): readonly Condition[] {
  if (!Array.isArray(value)) return none
  return value.every(isSound) ? value : value.filter(isCondition).map(sound)
}

const isCondition = (entry: unknown): entry is Condition =>
  typeof entry === 'object' && entry !== null && typeof (entry as Fields)['type'] === 'string'

const texts = ['status', 'reason', 'message', 'lastTransitionTime'] as const

const isSound = (entry: unknown): entry is Condition =>
  isCondition(entry) &&
  isTextOrNone(entry.status) &&
  isTextOrNone(entry.reason) &&
  isTextOrNone(entry.message) &&
  isTextOrNone(entry.lastTransitionTime)

const isTextOrNone = (value: unknown): boolean => value === undefined || typeof value === 'string'

// What has another type than it should is as good as missing; a condition of which nobody can tell the status is Unknown.
function sound(condition: Condition): Condition {
  const rest: Record<string, unknown> = { ...condition }
  for (const name of texts) if (!isTextOrNone(rest[name])) delete rest[name]
  return { status: 'Unknown', reason: '', message: '', ...rest } as Condition
}
