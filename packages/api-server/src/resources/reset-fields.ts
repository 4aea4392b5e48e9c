import { statusOnly } from '../builtin/kind-traits.ts'
import type { VersionView } from './version-view.ts'

/** What `/status` does not write, beyond the spec, by `<group>/<kind>`. Source: kubernetes v1.36.3 pkg/registry (facts). */
const kept: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ['apps/Deployment', [['metadata', 'labels']]],
  [
    '/Pod',
    [
      ['metadata', 'deletionTimestamp'],
      ['metadata', 'ownerReferences'],
    ],
  ],
])

/** Fields that an endpoint leaves as they are, whatever it is sent: nobody can own them through it. */
export function resetFields(
  { resource, version }: VersionView,
  subresource: string,
): readonly (readonly string[])[] {
  if (subresource !== 'status') return version.status ? [['status']] : []
  const id = `${resource.group}/${resource.kind}`
  if (resource.origin === 'custom' || statusOnly.has(id)) return [['metadata'], ['spec']]
  return [...(kept.get(id) ?? []), ['spec']]
}
