import type { JsonObject } from '../json/json.ts'
import { formatApiVersion } from '../resources/group-version.ts'
import type { ResourceRegistry } from '../resources/registry.ts'
import { groupsOf } from './resource-lists.ts'

/** What `GET /api` answers to clients that know nothing newer. */
export function coreVersions(address: string): JsonObject {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
  }
}

/** What `GET /apis` answers to clients that know nothing newer. */
export function groupList(registry: ResourceRegistry): JsonObject {
  const groups = groupsOf(registry).map((group) => groupEntry(registry, group))
  return { kind: 'APIGroupList', apiVersion: 'v1', groups }
}

/** What `GET /apis/{group}` answers. */
export function groupDocument(registry: ResourceRegistry, group: string): JsonObject {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(registry, group) }
}

function groupEntry(registry: ResourceRegistry, group: string): JsonObject {
  const versions = registry
    .versionsOf(group)
    .map((version) => ({ groupVersion: formatApiVersion(group, version), version }))
  return { name: group, versions, preferredVersion: versions[0] ?? null }
}
