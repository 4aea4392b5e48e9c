import {
  addressedConditions,
  type Fields,
  formatAddress,
  isFields,
  type KubeObject,
  same,
} from '@sitrep/status'
import { intendedStatus, type WantedStatus } from './status-patch.ts'

/**
 * What of our words a stored object does not say, or says otherwise: the addresses of conditions, and the names of fields. Times do not
 * count: two of us who found the same at different moments agree.
 */
export function undone(stored: KubeObject, wanted: WantedStatus): readonly string[] {
  // Nearly every object that arrives says what it should, and of most it is the very status that the engine has.
  if (same(stored.status, wanted.status)) return []
  const after = { ...stored, status: intendedStatus(stored, wanted) }
  const [theirs, ours] = [stored, after].map((object) => wordsIn(object, wanted)) as [Words, Words]
  return [...new Set([...theirs.keys(), ...ours.keys()])].filter(
    (name) => !same(theirs.get(name), ours.get(name)),
  )
}

type Words = ReadonlyMap<string, unknown>

function wordsIn(object: KubeObject, { lists }: WantedStatus): Words {
  // Entries have more than conditions, so a list of them is looked at as a whole besides.
  const listed = new Set(lists.flatMap(({ path, entries }) => (entries === undefined ? [path[1]] : [])))
  const fields = Object.entries((object.status ?? {}) as Fields).filter(([name]) => !listed.has(name))
  return new Map([
    ...fields.map(([name, value]) => [name, timeless(value)] as const),
    ...addressedConditions(object, lists).map(
      (each) => [formatAddress(each), timeless(each.condition)] as const,
    ),
  ])
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

// A text that is empty is the same as none.
function timeless(value: unknown): unknown {
  if (typeof value === 'string') return instant.test(value) ? 'a time' : value || undefined
  if (Array.isArray(value)) return value.map(timeless)
  if (!isFields(value)) return value ?? undefined
  const members = Object.entries(value).map(([name, inner]) => [name, timeless(inner)] as const)
  return Object.fromEntries(members.filter(([, inner]) => inner !== undefined))
}
