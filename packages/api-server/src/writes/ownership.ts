import { fieldSetOf } from '../apply/field-set.ts'
import type { OwnershipContext } from '../apply/ownership-context.ts'
import type { KubeObject } from '../json/json.ts'
import { parseApiVersion } from '../resources/group-version.ts'
import type { VersionView } from '../resources/version-view.ts'
import type { WriteContext } from './write-context.ts'

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
    resetFields: (asked) => resetFields(viewOf(asked), subresource),
    blank: resource.behaviour.blank?.(apiVersion) ?? {
      apiVersion,
      kind: resource.kind,
      metadata: {} as KubeObject['metadata'],
    },
    now: cluster.edge.now(),
  }
}

/** What an endpoint does not write, whatever it is sent: nobody owns that through it. */
function resetFields(
  view: VersionView | undefined,
  subresource: string,
): ReturnType<typeof fieldSetOf> | undefined {
  if (view === undefined) return undefined
  if (subresource === 'status') {
    return view.resource.origin === 'custom' ? fieldSetOf(['metadata'], ['spec']) : fieldSetOf(['spec'])
  }
  return view.version.status ? fieldSetOf(['status']) : undefined
}
