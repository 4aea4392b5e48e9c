import { createHash } from 'node:crypto'
import type { JsonObject } from '../json/json.ts'
import { formatApiVersion } from '../resources/group-version.ts'
import type { ResourceRegistry } from '../resources/registry.ts'
import {
  type Resource,
  type ResourceVersion,
  resourceVerbs,
  type Subresource,
} from '../resources/resource.ts'

/** One resource of one version, as discovery tells it. */
export interface DiscoveredResource {
  readonly resource: Resource
  readonly version: ResourceVersion
  readonly verbs: readonly string[]
  readonly subresources: readonly Subresource[]
}

// The order in which kube-apiserver lists the verbs of custom resources.
const customVerbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']
const partVerbs: Subresource['verbs'] = ['get', 'patch', 'update']

export function resourcesOf(
  registry: ResourceRegistry,
  group: string,
  version: string,
): readonly DiscoveredResource[] {
  return registry
    .resources()
    .filter((resource) => resource.group === group)
    .flatMap((resource) => {
      const found = registry.find(group, version, resource.plural)
      if (found === undefined || found.resource !== resource) return []
      const verbs = resource.verbs ?? (resource.origin === 'custom' ? customVerbs : resourceVerbs)
      return [
        { resource, version: found.version, verbs, subresources: subresourcesOf(resource, found.version) },
      ]
    })
}

/** `status`, `scale` and whatever else hangs on a kind. */
export function subresourcesOf(
  { group, kind, origin }: Resource,
  version: ResourceVersion,
): readonly Subresource[] {
  const scale = { name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: partVerbs }
  const status = { name: 'status', group, version: version.name, kind, verbs: partVerbs }
  const parts = [...(version.scale === undefined ? [] : [scale]), ...(version.status ? [status] : [])]
  // kube-apiserver sorts those of built-in kinds and lists those of custom ones as it registers them.
  return [...(version.subresources ?? []), ...(origin === 'custom' ? parts.toReversed() : parts)]
}

/** Groups in the order of the registry, the core group aside. */
export function groupsOf(registry: ResourceRegistry): readonly string[] {
  return [...new Set(registry.resources().map(({ group }) => group))].filter(
    (group) => group !== '' && registry.versionsOf(group).length > 0,
  )
}

/** What `GET /apis/{group}/{version}` answers. */
export function legacyResourceList(registry: ResourceRegistry, group: string, version: string): JsonObject {
  const resources = resourcesOf(registry, group, version).flatMap((discovered) => [
    legacyResource(discovered),
    ...discovered.subresources.map((subresource) => legacySubresource(discovered, subresource)),
  ])
  return {
    kind: 'APIResourceList',
    // The list of the core group is so old that it names no version of its own.
    ...(group !== '' && { apiVersion: 'v1' }),
    groupVersion: formatApiVersion(group, version),
    resources,
  }
}

function legacyResource({ resource, verbs }: DiscoveredResource): JsonObject {
  return {
    name: resource.plural,
    singularName: resource.singular,
    namespaced: resource.scope === 'Namespaced',
    kind: resource.kind,
    verbs,
    ...(resource.shortNames.length > 0 && { shortNames: resource.shortNames }),
    ...(resource.categories.length > 0 && { categories: resource.categories }),
    ...(resource.stored !== false && { storageVersionHash: storageVersionHash(resource) }),
  }
}

function legacySubresource({ resource, version }: DiscoveredResource, part: Subresource): JsonObject {
  const elsewhere = part.group !== resource.group || part.version !== version.name
  return {
    name: `${resource.plural}/${part.name}`,
    singularName: '',
    namespaced: resource.scope === 'Namespaced',
    ...(elsewhere && { group: part.group, version: part.version }),
    kind: part.kind,
    verbs: part.verbs,
  }
}

function storageVersionHash({ group, storageVersion, kind }: Resource): string {
  const digest = createHash('sha256').update(`${group}/${storageVersion}/${kind}`).digest()
  return digest.subarray(0, 8).toString('base64')
}
