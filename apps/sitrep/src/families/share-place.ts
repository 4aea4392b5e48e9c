import type { Place } from '@sitrep/controller'
import { type Family, type KubeObject, type ObjectRef, refKey } from '@sitrep/status'

type Sharing = readonly Pick<Family, 'shardKey' | 'readFor'>[]

/**
 * Which process keeps an object: what is computed from each other is kept by one, and its family knows what that is. The first family that
 * knows it computes it; for the others, and for whoever else reads it, it is kept as it is reported. What no family knows everybody keeps.
 */
export function placeOf(families: Sharing, ref: ObjectRef, object: KubeObject | undefined): Place {
  const [key, ...others] = families.flatMap(({ shardKey }) => shardKey?.(ref, object) ?? [])
  if (key === undefined) return {}
  const readers = [...others, ...families.flatMap(({ readFor }) => readFor?.(ref, object) ?? [])]
  if (readers.includes('every')) return { key, readers: 'every' }
  const distinct = [...new Set(readers)].filter((each) => each !== key)
  return distinct.length === 0 ? { key } : { key, readers: distinct }
}

/** What decides which process writes an object. Of what everybody keeps, one writes all of a namespace. */
export function shardKey(families: Sharing, ref: ObjectRef, object: KubeObject | undefined): string {
  const { cluster: _cluster, ...here } = ref
  return placeOf(families, ref, object).key ?? ref.namespace ?? refKey(here)
}
