import { fieldSetOf } from '../apply/field-set.ts'
import type { OwnershipContext } from '../apply/ownership-context.ts'
import type { KubeObject } from '../json/json.ts'
import { parseApiVersion } from '../resources/group-version.ts'
import { resetFields } from '../resources/reset-fields.ts'
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
    resetFields: (asked) => {
      const fields = resetFieldsOf(viewOf(asked), subresource)
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

function resetFieldsOf(view: VersionView | undefined, subresource: string): ReturnType<typeof resetFields> {
  return view === undefined ? [] : resetFields(view, subresource)
}
