import type { Ownership } from '@sitrep/engine'
import { type Fields, isFields, type KubeObject, type layoutOf, same } from '@sitrep/status'
import { withStoredLists } from './stored-lists.ts'

/** What an object should say, and which parts of that are ours to say. */
export interface WantedStatus extends Pick<Ownership, 'lists' | 'fields'> {
  readonly status: Fields
  /** The addresses that are ours, as they are written. */
  readonly owned: readonly string[]
  /** Between the layout in which it was computed and that of the stored object, where they differ. */
  readonly layout?: ReturnType<typeof layoutOf>
}

/**
 * The JSON merge patch that makes a stored object say what was computed, or nothing when it already does: that something has been so
 * since another moment is no news. Fields, conditions and entries of other owners stay as they are stored; the version makes sure that
 * nobody wrote in between.
 */
export function statusPatch(
  stored: KubeObject,
  wanted: WantedStatus,
): Readonly<Record<string, unknown>> | undefined {
  const [before, after] = [statusIn(stored), intendedStatus(stored, wanted)]
  const changes = mergePatch(before, after)
  if (changes === undefined || agree(before, after)) return undefined
  const { resourceVersion } = stored.metadata
  return { ...(resourceVersion !== undefined && { metadata: { resourceVersion } }), status: changes }
}

/** The whole status that a stored object would have after the patch. */
export function intendedStatus(stored: KubeObject, wanted: WantedStatus): Fields {
  const { layout } = wanted
  // What is ours is told in one layout only, so what is stored is read in it; what comes of that is written as it is stored.
  const read = layout?.keep(stored) ?? stored
  const after = withStoredLists(read, { ...wanted, status: ownFields(statusIn(read), wanted) })
  return layout?.layOut(after, stored) ?? after
}

const statusIn = ({ status }: KubeObject): Fields => (status ?? {}) as Fields

// What nobody named as ours may have changed since we looked.
function ownFields(before: Fields, { status, fields, lists }: WantedStatus): Fields {
  if (fields === 'all') return status
  const own = new Set([...fields, ...lists.map(({ path }) => path[1] ?? '')])
  const ours = Object.entries(status).filter(([name]) => own.has(name))
  const theirs = Object.entries(before).filter(([name]) => !own.has(name))
  return Object.fromEntries([...ours, ...theirs])
}

/** RFC 7386: what must be merged into `before` to make it `after`; nothing when they are the same. */
function mergePatch(before: Fields, after: Fields): Fields | undefined {
  const patch: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[key]
    if (same(old, after[key])) continue
    const next = said(after[key])
    if (same(said(old), next)) continue
    patch[key] = isFields(old) && isFields(next) ? mergePatch(old, next) : (next ?? null)
  }
  return Object.keys(patch).length === 0 ? undefined : patch
}

// Since when a condition, and since when an older summary in one word, is as it is.
const moments: ReadonlySet<string> = new Set(['lastTransitionTime', 'lastUpdated'])

// Two of us who found the same at different moments agree, and whoever wrote it first is right about when.
function agree(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => agree(item, b[at]))
  if (!isFields(a) || !isFields(b)) return same(said(a), said(b))
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  const movedOnly = (key: string): boolean =>
    moments.has(key) && typeof a[key] === 'string' && typeof b[key] === 'string'
  let present = false
  for (const key of keys) {
    if (!movedOnly(key) && !agree(a[key], b[key])) return false
    present ||= said(a[key]) !== undefined
  }
  // What holds nothing but nulls is not there, and what holds nothing at all is.
  return present || Object.keys(a).length > 0 === Object.keys(b).length > 0
}

// To an API server a field that is null is not there, and what holds nothing else is not sent for its own sake.
const said = (value: unknown): unknown => (holdsNothing(value) ? withoutNothing(value) : value)

/** Whether a value is nothing, or there is nothing somewhere in it: nearly none is copied for that. */
function holdsNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.some(holdsNothing)
  for (const key in value) if (holdsNothing((value as Fields)[key])) return true
  return false
}

function withoutNothing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNothing)
  if (!isFields(value)) return value ?? undefined
  const members = Object.entries(value).map(([key, inner]) => [key, withoutNothing(inner)] as const)
  const left = members.filter(([, inner]) => inner !== undefined)
  return left.length === 0 && members.length > 0 ? undefined : Object.fromEntries(left)
}
