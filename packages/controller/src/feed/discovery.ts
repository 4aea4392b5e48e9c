import { type KindRef, kindKey } from '@sitrep/status'
import type { Connection } from '../connection/connection.ts'
import type { ServedResource } from '../reflector/resource.ts'

/** What one server serves, by group and kind, in the version it prefers. */
export interface Discovered {
  readonly get: (kind: KindRef) => ServedResource | undefined
  /** Resources by what people type: `machines`, `machine`, `ma`, `Machine`, `machines.cluster.x-k8s.io`. */
  readonly find: (typed: string) => readonly ServedResource[]
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
      readonly singularResource?: string
      readonly shortNames?: readonly string[]
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
  const all = [...byKind.values()]
  return {
    get: (kind) => byKind.get(kindKey(kind)),
    find: (typed) => all.filter((resource) => answersTo(resource, typed)),
    all,
  }
}

function answersTo({ group, plural, kind, names }: ServedResource, typed: string): boolean {
  const wanted = typed.toLowerCase()
  const dot = wanted.indexOf('.')
  const name = dot === -1 ? wanted : wanted.slice(0, dot)
  if (dot !== -1 && group !== wanted.slice(dot + 1) && !group.startsWith(`${wanted.slice(dot + 1)}.`))
    return false
  return name === plural || name === kind.toLowerCase() || names.includes(name)
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
        .map(({ resource, responseKind, scope, singularResource = '', shortNames = [] }) => ({
          names: [singularResource, ...shortNames].filter((name) => name !== ''),
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
    readonly singularName?: string
    readonly shortNames?: readonly string[]
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
      .map(({ name, kind, namespaced, verbs, singularName = '', shortNames = [] }) => ({
        singularResource: singularName,
        shortNames,
        resource: name,
        responseKind: { kind },
        scope: namespaced ? 'Namespaced' : 'Cluster',
        verbs,
      })),
  }
}
