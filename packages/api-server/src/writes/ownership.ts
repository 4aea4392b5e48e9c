import { fieldSetOf } from '../apply/field-set.ts'
import type { OwnershipContext } from '../apply/ownership-context.ts'
import { statusOnly } from '../builtin/kind-traits.ts'
import type { KubeObject } from '../json/json.ts'
import { parseApiVersion } from '../resources/group-version.ts'
import type { VersionView } from '../resources/version-view.ts'
import type { WriteContext } from './write-context.ts'

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
function resetFields(view: VersionView | undefined, subresource: string): readonly (readonly string[])[] {
  if (view === undefined) return []
  const { resource, version } = view
  if (subresource !== 'status') return version.status ? [['status']] : []
  const id = `${resource.group}/${resource.kind}`
  if (resource.origin === 'custom' || statusOnly.has(id)) return [['metadata'], ['spec']]
  return [...(kept.get(id) ?? []), ['spec']]
}

/** What field ownership needs to know of the resource that is written. */
export function ownershipOf({ cluster, view, subresource }: WriteContext): OwnershipContext {
  const { resource, apiVersion } = view
  const viewOf = (asked: string): VersionView | undefined => {
    const { group, version } = parseApiVersion(asked)
    return group === resource.group ? cluster.registry.find(group, version, resource.plural) : undefined
  }
  return {
    apiVersion,
    subresource,
    schemaFor: (asked) => viewOf(asked)?.version.schema,
    resetFields: (asked) => {
      const fields = resetFields(viewOf(asked), subresource)
      return fields.length === 0 ? undefined : fieldSetOf(...fields)
    },
    blank: resource.behaviour.blank?.(apiVersion) ?? {
      apiVersion,
      kind: resource.kind,
      metadata: {} as KubeObject['metadata'],
    },
    now: cluster.edge.now(),
  }
}
