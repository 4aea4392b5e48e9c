import type { JsonObject } from '../json/json.ts'
import type { AcceptClause } from '../request/accept.ts'
import type { ResourceRegistry } from '../resources/registry.ts'
import { type DiscoveredResource, groupsOf, resourcesOf } from './resource-lists.ts'

export const aggregatedVersions = ['v2', 'v2beta1'] as const
export type AggregatedVersion = (typeof aggregatedVersions)[number]

/** The form that a clause asks for: everything in one document, the old one, or nothing that we have. */
export function formOf({ type, params }: AcceptClause): AggregatedVersion | 'legacy' | undefined {
  if (type !== 'application/json' && type !== '*/*' && type !== 'application/*') return undefined
  if (params['as'] === undefined && params['g'] === undefined && params['v'] === undefined) return 'legacy'
  if (params['as'] !== 'APIGroupDiscoveryList' || params['g'] !== 'apidiscovery.k8s.io') return undefined
  return aggregatedVersions.find((version) => version === params['v'])
}

/** Clients read the body by this and by nothing else, so it must name exactly what they asked for. */
export function aggregatedContentType(version: AggregatedVersion): string {
  return `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`
}

/** All resources of the core group (`/api`) or of all the others (`/apis`). */
export function aggregatedDocument(
  registry: ResourceRegistry,
  version: AggregatedVersion,
  root: 'api' | 'apis',
): JsonObject {
  const groups = root === 'api' ? [''] : groupsOf(registry)
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groups.map((group) => discoveredGroup(registry, group)),
  }
}

function discoveredGroup(registry: ResourceRegistry, group: string): JsonObject {
  return {
    metadata: group === '' ? {} : { name: group },
    versions: registry.versionsOf(group).map((version) => ({
      version,
      resources: resourcesOf(registry, group, version).map(discoveredResource),
      freshness: 'Current',
    })),
  }
}

function discoveredResource({ resource, version, verbs, subresources }: DiscoveredResource): JsonObject {
  // For built-in kinds kube-apiserver leaves out what the enclosing group and version say already.
  const kindOf = (group: string, name: string, kind: string): JsonObject =>
    resource.origin === 'builtin' && group === resource.group && name === version.name
      ? { group: '', version: '', kind }
      : { group, version: name, kind }
  return {
    resource: resource.plural,
    responseKind: kindOf(resource.group, version.name, resource.kind),
    scope: resource.scope,
    singularResource: resource.singular,
    verbs,
    ...(resource.shortNames.length > 0 && { shortNames: resource.shortNames }),
    ...(resource.categories.length > 0 && { categories: resource.categories }),
    ...(subresources.length > 0 && {
      subresources: subresources.map((part) => ({
        subresource: part.name,
        responseKind: kindOf(part.group, part.version, part.kind),
        verbs: part.verbs,
      })),
    }),
  }
}
