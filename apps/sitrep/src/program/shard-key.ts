import { type Family, type KubeObject, type ObjectRef, refKey } from '@sitrep/status'

/**
 * What decides which process writes an object: what is computed from each other is written by one process, and its family knows what
 * that is. Of what no family knows, all of a namespace goes together.
 */
export function shardKey(
  families: readonly Pick<Family, 'shardKey'>[],
  ref: ObjectRef,
  object: KubeObject | undefined,
): string {
  for (const family of families) {
    const key = family.shardKey?.(ref, object)
    if (key !== undefined) return key
  }
  const { cluster: _cluster, ...here } = ref
  return ref.namespace ?? refKey(here)
}
