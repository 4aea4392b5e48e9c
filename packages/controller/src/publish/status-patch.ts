import type { Ownership } from '@sitrep/engine'
import type { KubeObject } from '@sitrep/status'
import { sameJson } from './same-json.ts'
import { withStoredLists } from './stored-lists.ts'

type Status = Readonly<Record<string, unknown>>

/** What an object should say, and which parts of that are ours to say. */
export interface Wanted extends Pick<Ownership, 'lists' | 'fields'> {
  readonly status: Status
  /** The addresses that are ours, as they are written. */
  readonly owned: readonly string[]
}

/**
 * The JSON merge patch that makes a stored object say what was computed, or nothing when it already does. Fields, conditions and entries
 * of other owners stay as they are stored; the version makes sure that nobody wrote in between.
 */
export function statusPatch(
  stored: KubeObject,
  wanted: Wanted,
): Readonly<Record<string, unknown>> | undefined {
  const before = (stored.status ?? {}) as Status
  const after = withStoredLists(stored, { ...wanted, status: ownFields(before, wanted) })
  const changes = mergePatch(before, after)
  if (changes === undefined) return undefined
  const { resourceVersion } = stored.metadata
  return { ...(resourceVersion !== undefined && { metadata: { resourceVersion } }), status: changes }
}

// What nobody named as ours may have changed since we looked.
function ownFields(before: Status, { status, fields, lists }: Wanted): Status {
  if (fields === 'all') return status
  const own = new Set([...fields, ...lists.map(({ path }) => path[1] ?? '')])
  const ours = Object.entries(status).filter(([name]) => own.has(name))
  const theirs = Object.entries(before).filter(([name]) => !own.has(name))
  return Object.fromEntries([...ours, ...theirs])
}

/** RFC 7386: what must be merged into `before` to make it `after`; nothing when they are the same. */
function mergePatch(before: Status, after: Status): Status | undefined {
  const patch: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, next] = [before[key], after[key]]
    if (sameJson(old, next)) continue
    patch[key] = isRecord(old) && isRecord(next) ? mergePatch(old, next) : (next ?? null)
  }
  return Object.keys(patch).length === 0 ? undefined : patch
}

const isRecord = (value: unknown): value is Status =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
