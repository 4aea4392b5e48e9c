import type { Condition } from '@sitrep/conditions'
import {
  type ConditionList,
  type Fields,
  fields,
  formatAddress,
  formatEntry,
  type KubeObject,
  list as listIn,
  listName,
  parseAddress,
  at as valueAt,
} from '@sitrep/status'

interface Lists {
  readonly status: Fields
  readonly owned: readonly string[]
  readonly lists: readonly ConditionList[]
}

/**
 * A status with its lists of conditions as they should be stored: what is ours stands as it was computed, with its time, its place and
 * whatever else its model has, for nobody stamps later. What is not ours stands as it is stored, for it may have changed since we looked.
 */
export function withStoredLists(stored: KubeObject, { status, owned, lists }: Lists): Fields {
  let after = status
  for (const list of lists) {
    const path = list.path.slice(1)
    const computed = listIn(valueAt(after, ...path))
    const found = valueAt(stored.status, ...path)
    const before = listIn(found)
    const next =
      list.entries === undefined
        ? conditionsOver(before, computed, { at: listName(list), owned })
        : entriesOver(before, computed, { stored, list, owned })
    // A list without conditions says nothing; one without entries says that there are none, and a schema may want it to be there.
    const unsaid = computed.length === 0 && found === undefined
    const empty = next.length === 0 && (list.entries === undefined || unsaid)
    after = replaced(after, path, empty ? undefined : next) as Fields
  }
  return after
}

interface Owned {
  readonly at: string
  readonly owned: readonly string[]
}

function conditionsOver(
  stored: readonly unknown[],
  computed: readonly unknown[],
  { at, owned }: Owned,
): readonly unknown[] {
  const isOurs = (each: unknown): boolean => owned.includes(formatAddress({ at, type: typeOf(each) }))
  const foreign = stored.filter((each) => !isOurs(each))
  // Others may have stored several of one type: they stand together, at the first.
  const placed = new Set<string>()
  const theirs = (type: string): readonly unknown[] => {
    if (placed.has(type)) return []
    placed.add(type)
    return foreign.filter((each) => typeOf(each) === type)
  }
  const ours = computed.flatMap((each) => (isOurs(each) ? [each] : theirs(typeOf(each))))
  const added = foreign.filter((stored) => computed.every((each) => typeOf(each) !== typeOf(stored)))
  return [...ours, ...added]
}

const typeOf = (condition: unknown): string => String((condition as Partial<Condition> | null)?.type)

interface OwnedEntries {
  readonly stored: KubeObject
  readonly list: ConditionList
  readonly owned: readonly string[]
}

// Entries of ours replace those that are stored, in their places; former ones of ours go; those of others stay to the byte.
function entriesOver(
  before: readonly unknown[],
  computed: readonly unknown[],
  options: OwnedEntries,
): readonly unknown[] {
  const { owned } = options
  const nameOf = (entry: unknown): string => nameIn(entry, options)
  const ours = new Set(owned.map((address) => parseAddress(address).at ?? ''))
  const wanted = new Map(computed.map((entry) => [nameOf(entry), entry]))
  const placed = new Set<string>()
  const kept = before.flatMap((entry) => {
    const name = nameOf(entry)
    const mine = ours.has(name) ? wanted.get(name) : undefined
    if (mine !== undefined) {
      if (placed.has(name)) return []
      placed.add(name)
      const conditions = conditionsOver(conditionsOf(entry), conditionsOf(mine), { at: name, owned })
      return [{ ...fields(mine), conditions }]
    }
    const isFormer = name !== '' && !wanted.has(name) && isMine(entry, options)
    return isFormer ? [] : [entry]
  })
  const added = [...wanted].flatMap(([name, entry]) => (ours.has(name) && !placed.has(name) ? [entry] : []))
  return [...kept, ...added]
}

// Where nothing tells whose an entry is, all of them are the definition's, as long as it says anything at all.
const isMine = (entry: unknown, { list, owned }: OwnedEntries): boolean =>
  list.entries?.mine === undefined ? owned.length > 0 : list.entries.mine(fields(entry))

function nameIn(entry: unknown, { stored, list }: OwnedEntries): string {
  const key = list.entries?.key(fields(entry), stored.metadata)
  return key === undefined ? '' : formatEntry(listName(list), key)
}

const conditionsOf = (entry: unknown): readonly unknown[] => listIn(fields(entry)['conditions'])

function replaced(value: unknown, path: readonly string[], next: readonly unknown[] | undefined): unknown {
  const [step, ...rest] = path
  if (step === undefined) return next
  const record: Fields = fields(value)
  const inner = replaced(record[step], rest, next)
  return inner === undefined && record[step] === undefined ? record : { ...record, [step]: inner }
}
