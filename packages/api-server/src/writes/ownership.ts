import { type FieldSet, fieldSetOf } from '../apply/field-set.ts'
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

// A version never changes what its endpoints write.
const resets = new WeakMap<VersionView, Map<string, FieldSet | undefined>>()

/** Fields that an endpoint leaves as they are, whatever it is sent: nobody can own them through it. */
function resetFields(view: VersionView | undefined, subresource: string): FieldSet | undefined {
  if (view === undefined) return undefined
  const known = resets.get(view) ?? new Map<string, FieldSet | undefined>()
  resets.set(view, known)
  // Anybody can name subresources, and only one of them makes a difference.
  const endpoint = subresource === 'status' ? subresource : ''
  if (!known.has(endpoint)) known.set(endpoint, setOf(pathsLeftBy(view, endpoint)))
  return known.get(endpoint)
}

function setOf(paths: readonly (readonly string[])[]): FieldSet | undefined {
  return paths.length === 0 ? undefined : fieldSetOf(...paths)
}

function pathsLeftBy(view: VersionView, subresource: string): readonly (readonly string[])[] {
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
    if (asked === apiVersion) return view
    const { group, version } = parseApiVersion(asked)
    return group === resource.group ? cluster.registry.find(group, version, resource.plural) : undefined
  }
  return {
    apiVersion,
    subresource,
    schemaFor: (asked) => viewOf(asked)?.version.schema,
    resetFields: (asked) => resetFields(viewOf(asked), subresource),
    blank: resource.behaviour.blank?.(apiVersion) ?? {
      apiVersion,
      kind: resource.kind,
      metadata: {} as KubeObject['metadata'],
    },
    now: cluster.edge.now(),
  }
}
