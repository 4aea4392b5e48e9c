import { typeRegistry } from '../builtin/types/type-registry.ts'
import type { JsonObject } from '../json/json.ts'
import type { Identities } from './builtin-components.ts'
import { componentName } from './component-names.ts'
import { groupVersionOf, type ServedVersion } from './group-versions.ts'

const metaPrefix = 'io.k8s.apimachinery.pkg.apis.meta.v1.'

/** Kinds that every group and version has for itself. */
const everywhere = ['DeleteOptions', 'WatchEvent']
/** Kinds that belong to the core group, wherever they are used. */
const coreOnly = ['Status', 'APIResourceList']

/** Which components stand for which kinds, in a document about the given resources. */
export function identitiesOf(served: readonly ServedVersion[], all: readonly ServedVersion[]): Identities {
  const known = new Map<string, readonly JsonObject[]>()
  for (const { resource, version } of all) {
    if (resource.origin !== 'builtin') continue
    const { group } = resource
    for (const kind of [resource.kind, resource.listKind, ...subresourceKinds({ resource, version })]) {
      const definition = typeRegistry.definitionOf(groupVersionOf(resource, version), kind)
      if (definition === undefined) continue
      known.set(componentName(definition.name), [{ group, kind, version: version.name }])
    }
  }
  known.set(componentName('autoscaling.v1.Scale'), [{ group: 'autoscaling', kind: 'Scale', version: 'v1' }])
  known.set(componentName('policy.v1.Eviction'), [{ group: 'policy', kind: 'Eviction', version: 'v1' }])
  known.set(componentName('authentication.v1.TokenRequest'), [
    { group: 'authentication.k8s.io', kind: 'TokenRequest', version: 'v1' },
  ])
  for (const kind of coreOnly) known.set(`${metaPrefix}${kind}`, [{ group: '', kind, version: 'v1' }])
  for (const kind of everywhere) known.set(`${metaPrefix}${kind}`, kindEverywhere(kind, served))
  return function* (components) {
    for (const name of [...components]) {
      const kinds = known.get(name)
      if (kinds !== undefined) yield [name, kinds]
    }
  }
}

function subresourceKinds({ resource, version }: ServedVersion): readonly string[] {
  return (version.subresources ?? [])
    .filter(({ group }) => group === resource.group)
    .map(({ kind }) => kind)
    .filter((kind) => kind.endsWith('Options'))
}

function kindEverywhere(kind: string, served: readonly ServedVersion[]): readonly JsonObject[] {
  const places = new Map([['v1', { group: '', kind, version: 'v1' }]])
  for (const { resource, version } of served) {
    places.set(groupVersionOf(resource, version), { group: resource.group, kind, version: version.name })
  }
  return [...places.values()]
}
