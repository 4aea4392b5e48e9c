import type { Resource, ResourceVersion } from '../resources/resource.ts'
import { type KindComponents, type Operation, OperationWriter } from './operations.ts'

/** The operations on one version of a resource, by path. Paths are spelled as `kubectl explain` looks them up. */
export function resourcePaths(
  resource: Resource,
  version: ResourceVersion,
  components: KindComponents,
): ReadonlyMap<string, readonly Operation[]> {
  const root = resource.group === '' ? `/api/${version.name}` : `/apis/${resource.group}/${version.name}`
  const namespaced = resource.scope === 'Namespaced'
  const collection = namespaced
    ? `${root}/namespaces/{namespace}/${resource.plural}`
    : `${root}/${resource.plural}`
  const writer = new OperationWriter(resource, version, components)
  const paths = new Map<string, readonly Operation[]>()
  if (namespaced && writer.can('list'))
    paths.set(`${root}/${resource.plural}`, [writer.list('ForAllNamespaces')])
  paths.set(collection, writer.collection())
  paths.set(`${collection}/{name}`, writer.item())
  if (version.status) paths.set(`${collection}/{name}/status`, writer.readWrite('Status'))
  if (version.scale !== undefined) paths.set(`${collection}/{name}/scale`, writer.scale())
  for (const subresource of version.subresources ?? []) {
    const path = `${collection}/{name}/${subresource.name}`
    paths.set(path, writer.subresource(subresource))
    if (subresource.name === 'proxy') paths.set(`${path}/{path}`, writer.subresource(subresource))
  }
  return new Map([...paths].filter(([, operations]) => operations.length > 0))
}
