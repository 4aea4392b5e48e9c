import { typeRegistry } from '../builtin/types/type-registry.ts'
import type { JsonObject } from '../json/json.ts'
import type { ResourceVersion } from '../resources/resource.ts'
import type { Components } from './builtin-components.ts'
import { componentName, customComponentName } from './component-names.ts'
import { customComponent, customListComponent } from './custom-components.ts'
import type { Dialect } from './dialect.ts'
import { groupVersionOf, type ServedVersion } from './group-versions.ts'
import { type KindComponents, subresourceComponent } from './operations.ts'

/** Adds the components of one kind and of its list, and says how they are called. */
export function addKind(components: Components, served: ServedVersion, dialect: Dialect): KindComponents {
  if (served.version.scale !== undefined) components.refer('autoscaling.v1.Scale')
  return served.resource.origin === 'builtin'
    ? addBuiltinKind(components, served)
    : addCustomKind(components, served, dialect)
}

function addBuiltinKind(components: Components, { resource, version }: ServedVersion): KindComponents {
  const apiVersion = groupVersionOf(resource, version)
  const names = [resource.kind, resource.listKind].map((name) => {
    const definition = typeRegistry.definitionOf(apiVersion, name)
    if (definition === undefined) return ''
    components.refer(definition.name)
    return componentName(definition.name)
  })
  for (const subresource of version.subresources ?? []) {
    const name = subresourceComponent(subresource)
    if (name !== undefined) components.refer(name)
  }
  return { object: names[0] ?? '', list: names[1] ?? '' }
}

function addCustomKind(
  components: Components,
  { resource, version }: ServedVersion,
  dialect: Dialect,
): KindComponents {
  const { group, kind, listKind } = resource
  const object = customComponentName(group, version.name, kind)
  const list = customComponentName(group, version.name, listKind)
  components.refer('meta.v1.ObjectMeta')
  components.refer('meta.v1.ListMeta')
  const shown = selectableFields(version)
  components.add(object, {
    ...customComponent(version, dialect),
    ...identity(group, version.name, kind),
    ...shown,
  })
  components.add(list, {
    ...customListComponent(object, dialect),
    ...identity(group, version.name, listKind),
    ...shown,
  })
  return { object, list }
}

/** Which fields a list can be filtered by, as a document says it; nothing when there are none. */
function selectableFields(version: ResourceVersion): JsonObject {
  const paths = [...version.selectableFields.keys()]
  if (paths.length === 0) return {}
  return { 'x-kubernetes-selectable-fields': paths.map((fieldPath) => ({ fieldPath })) }
}

function identity(group: string, version: string, kind: string): JsonObject {
  return { 'x-kubernetes-group-version-kind': [{ group, kind, version }] }
}
