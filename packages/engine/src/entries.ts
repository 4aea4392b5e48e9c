import type { Condition } from '@sitrep/conditions'
import {
  at,
  type ConditionList,
  type EntryKeys,
  type Fields,
  formatEntry,
  isFields,
  type KubeObject,
  listName,
  same,
} from '@sitrep/status'
import type { Slot } from './graph.ts'
import { type Layering, refreshed, withValue } from './refresh.ts'
import type { Said, Status } from './said.ts'

/**
 * A status with the entries of one list: our own as they were said, in the places where they are reported; those of others to the byte as
 * they are reported; former ones of our own gone.
 */
export function entriesWith(slot: Slot, { list, own, status, voices }: Layering): Status | undefined {
  const { entries } = list
  const object = slot.reported
  if (entries === undefined || object === undefined) return status
  const path = list.path.slice(1)
  const reported = listAt(object.status, path)
  const said = own.status === undefined ? [] : ownEntries(object, list, own.status)
  const merged: unknown[] = []
  const placed = new Set<string>()
  for (const entry of reported ?? []) {
    const key = isFields(entry) ? entries.key(entry, object.metadata) : undefined
    const mine = key === undefined ? undefined : said.find((each) => each.key === key)
    if (!isFields(entry) || key === undefined || (mine === undefined && !isFormer(entry, entries, own))) {
      merged.push(entry)
      continue
    }
    if (mine === undefined || placed.has(key)) continue
    placed.add(key)
    merged.push(layered(entry, mine.entry, { at: formatEntry(listName(list), key), own, voices, slot }))
  }
  for (const { key, entry } of said) {
    if (placed.has(key)) continue
    placed.add(key)
    merged.push(entry)
  }
  const before = listAt(status, path)
  if (before === undefined && merged.length === 0) return status
  if (
    before !== undefined &&
    before.length === merged.length &&
    before.every((each, at) => each === merged[at])
  )
    return status
  return withValue(status, path, merged) as Status
}

// Before the first pass nobody knows which entries are still ours. Where nothing tells whose an entry is, all of them are the definition's
// as long as it says anything at all.
function isFormer(entry: Fields, entries: EntryKeys, own: Said): boolean {
  if (own.status === undefined && !own.abstains) return false
  return entries.mine === undefined ? !own.abstains : entries.mine(entry)
}

interface OwnEntry {
  readonly key: string
  readonly entry: Fields
}

function ownEntries(object: KubeObject, list: ConditionList, status: Status): readonly OwnEntry[] {
  const { entries } = list
  const found: OwnEntry[] = []
  for (const entry of listAt(status, list.path.slice(1)) ?? []) {
    if (entries === undefined || !isFields(entry) || entries.mine?.(entry) === false) continue
    const key = entries.key(entry, object.metadata)
    if (key !== undefined && found.every((earlier) => earlier.key !== key)) found.push({ key, entry })
  }
  return found
}

// Inside an entry of ours others may have conditions of their own.
function layered(
  reported: Fields,
  mine: Fields,
  who: Pick<Layering, 'own' | 'voices'> & { at: string; slot: Slot },
): Fields {
  const before = conditionsOf(mine)
  const conditions = refreshed(before, {
    at: who.at,
    claims: who.own.claims,
    reported: conditionsOf(reported),
    voices: who.voices,
    order: who.slot.keeper?.definition.order,
  })
  const entry = conditions === before ? mine : { ...mine, conditions }
  return same(entry, reported) ? reported : entry
}

const conditionsOf = ({ conditions }: Fields): readonly Condition[] =>
  Array.isArray(conditions) ? (conditions.filter(isCondition) as unknown as readonly Condition[]) : []

// Entries of others may hold anything; what has no type can be put in no order and is nobody's.
const isCondition = (each: unknown): boolean => isFields(each) && typeof each['type'] === 'string'

function listAt(status: unknown, path: readonly string[]): readonly unknown[] | undefined {
  const value = at(status, ...path)
  return Array.isArray(value) ? value : undefined
}
