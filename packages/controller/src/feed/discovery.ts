import { type KindRef, kindKey } from '@sitrep/status'
import type { Connection } from '../connection/connection.ts'
import type { ServedResource } from '../reflector/resource.ts'

/** What one server serves, by group and kind, in the version it prefers. */
export interface Discovered {
  readonly get: (kind: KindRef) => ServedResource | undefined
  /** Everything that can be listed and watched. */
  readonly all: readonly ServedResource[]
}

interface GroupDiscovery {
  readonly metadata: { readonly name?: string }
  readonly versions: readonly {
    readonly version: string
    readonly freshness?: string
    readonly resources: readonly {
      readonly resource: string
      readonly responseKind?: { readonly kind: string }
      readonly scope: 'Namespaced' | 'Cluster'
      readonly verbs: readonly string[]
    }[]
  }[]
}

const aggregated = ['v2', 'v2beta1'].map(
  (version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
)

/** Asks what is served: one request for the core group and one for the others, or group by group where a server is older. */
export async function discover(connection: Connection): Promise<Discovered> {
  const accept = [...aggregated, 'application/json'].join(',')
  const [core, others] = await Promise.all([
    connection.request<Answer>({ path: '/api', accept }),
    connection.request<Answer>({ path: '/apis', accept }),
  ])
  const groups =
    core.items !== undefined && others.items !== undefined
      ? [...core.items, ...others.items]
      : await groupByGroup(connection, others)
  const resources = groups.flatMap(resourcesOf)
  const byKind = new Map<string, ServedResource>()
  for (const resource of resources)
    if (!byKind.has(kindKey(resource))) byKind.set(kindKey(resource), resource)
  return { get: (kind) => byKind.get(kindKey(kind)), all: [...byKind.values()] }
}

interface Answer {
  readonly items?: readonly GroupDiscovery[]
  readonly groups?: readonly {
    readonly name: string
    readonly versions: readonly { readonly version: string }[]
  }[]
}

function resourcesOf({ metadata, versions }: GroupDiscovery): readonly ServedResource[] {
  return versions
    .filter(({ freshness }) => freshness !== 'Stale')
    .flatMap(({ version, resources }) =>
      resources
        .filter(
          ({ verbs, responseKind }) =>
            responseKind !== undefined && verbs.includes('list') && verbs.includes('watch'),
        )
        .map(({ resource, responseKind, scope }) => ({
          group: metadata.name ?? '',
          version,
          kind: responseKind?.kind ?? '',
          plural: resource,
          namespaced: scope === 'Namespaced',
        })),
    )
}

interface ResourceList {
  readonly resources: readonly {
    readonly name: string
    readonly kind: string
    readonly namespaced: boolean
    readonly verbs: readonly string[]
  }[]
}

async function groupByGroup(
  connection: Connection,
  { groups = [] }: Answer,
): Promise<readonly GroupDiscovery[]> {
  const wanted = [{ name: '', versions: [{ version: 'v1' }] }, ...groups]
  return Promise.all(
    wanted.map(async ({ name, versions }) => ({
      metadata: { name },
      versions: await Promise.all(versions.map(({ version }) => oneVersion(connection, name, version))),
    })),
  )
}

async function oneVersion(
  connection: Connection,
  group: string,
  version: string,
): Promise<GroupDiscovery['versions'][number]> {
  const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const { resources } = await connection.request<ResourceList>({ path })
  return {
    version,
    resources: resources
      .filter(({ name }) => !name.includes('/'))
      .map(({ name, kind, namespaced, verbs }) => ({
        resource: name,
        responseKind: { kind },
        scope: namespaced ? 'Namespaced' : 'Cluster',
        verbs,
      })),
  }
}
