import { compareText } from './compare-text.ts'
import { type FieldSet, unionOf } from './field-set.ts'
import { compareTimes, type Owner, type Owners, ownerId, rewritten } from './owner.ts'

const updaterLimit = 10
const bucketName = 'ancient-changes'

/**
 * Keeps the number of entries from updates within its limit: the oldest of one version are merged into one entry of that
 * version, until there are few enough.
 */
export function capUpdaters(owners: Owners): Owners {
  if (owners.size <= updaterLimit) return owners
  const updaters = [...owners].filter(([, owner]) => owner.operation === 'Update')
  if (updaters.length <= updaterLimit) return owners
  updaters.sort(([a, left], [b, right]) => compareTimes(left.time, right.time) || compareText(a, b))
  const capped = new Map(owners)
  const firstOf = new Map<string, string>()
  /** What each merged entry is made of. */
  const parts = new Map<string, FieldSet[]>()
  let count = updaters.length
  for (const [id, owner] of updaters) {
    if (count <= updaterLimit) break
    const { apiVersion } = owner
    const first = firstOf.get(apiVersion)
    if (first === undefined) {
      firstOf.set(apiVersion, id)
      continue
    }
    const identity = { manager: bucketName, operation: 'Update', apiVersion, subresource: '' } as const
    const bucketId = ownerId(identity)
    const bucket = capped.get(bucketId) ?? takeOut(capped, first)
    if (bucket === undefined) continue
    const merged = parts.get(bucketId) ?? [bucket.fields]
    parts.set(bucketId, merged)
    merged.push(owner.fields)
    // The younger of the two times: the merged entry is as old as its latest change.
    capped.set(bucketId, rewritten(owner, identity))
    if (id !== bucketId) capped.delete(id)
    count--
  }
  for (const [id, merged] of parts) {
    const bucket = capped.get(id)
    if (bucket !== undefined) capped.set(id, rewritten(bucket, { fields: unionOf(merged) }))
  }
  return capped
}

function takeOut(owners: Map<string, Owner>, id: string): Owner | undefined {
  const owner = owners.get(id)
  owners.delete(id)
  return owner
}
