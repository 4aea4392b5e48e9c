import { type KindRef, kindKey } from '@sitrep/status'
import type { Connection } from '../../connection/connection.ts'
import { ControllerError } from '../../errors.ts'
import type { ServedResource } from '../reflector/resource.ts'
import {
  type GroupDiscovery,
  readGroupNames,
  readGroups,
  readResources,
  type VersionDiscovery,
} from './discovery-answer.ts'

/** What one server serves, by group and kind, in the version it prefers. */
export interface Discovered {
  /** Also of a server behind this one that does not answer now: what it serves has not gone. */
  readonly get: (kind: KindRef) => ServedResource | undefined
  /** The versions in which a kind is served, the preferred one first. */
  readonly versions: (kind: KindRef) => readonly string[]
  /** Resources by what people type: `pods`, `pod`, `po`, `Pod`, `events.events.k8s.io`. */
  readonly find: (typed: string) => readonly ServedResource[]
  /** Resources by what they are called together: `all`, `managed`. */
  readonly together: (category: string) => readonly ServedResource[]
  /** Everything that can be listed and watched. */
  readonly all: readonly ServedResource[]
}

const aggregated = ['v2', 'v2beta1'].map(
  (version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
)

// Hundreds of CustomResourceDefinitions take some megabytes, and come in some hundred groups.
const [mostBytes, mostVersions, mostKinds] = [64 * 1024 * 1024, 2_000, 50_000]
/** Of the versions of an older server: each answer may be long, and each question has a socket of its own. */
const askedAtOnce = 20

/** Asks what is served: one request for the core group and one for the others, or group by group where a server is older. */
export async function discover(connection: Connection): Promise<Discovered> {
  const accept = [...aggregated, 'application/json'].join(',')
  const [core, others] = await allAnswered(
    ['/api', '/apis'].map((path) => connection.request<Answer | null>({ path, accept, mostBytes })),
  )
  const groups =
    core?.items !== undefined && others?.items !== undefined
      ? [...readGroups(core.items), ...readGroups(others.items)]
      : await groupByGroup(connection, others)
  const versions = groups.flatMap(versionsOf)
  const served = versions.flatMap(({ resources }) => resources)
  const fresh = byKind(versions.flatMap(({ isFresh, resources }) => (isFresh ? resources : [])))
  const stale = byKind(versions.flatMap(({ isFresh, resources }) => (isFresh ? [] : resources)))
  const all = [...fresh.values()]
  return {
    get: (kind) => fresh.get(kindKey(kind)) ?? stale.get(kindKey(kind)),
    versions: (kind) =>
      served.filter((each) => kindKey(each) === kindKey(kind)).map(({ version }) => version),
    find: (typed) => all.filter((resource) => answersTo(resource, typed)),
    together: (category) => all.filter(({ categories = [] }) => categories.includes(category.toLowerCase())),
    all,
  }
}

/** Waits for every answer. Where several fail, the error is that of whoever asks to be left alone for longest: all are asked again together. */
async function allAnswered<Item>(asked: readonly Promise<Item>[]): Promise<readonly Item[]> {
  const failed = (await Promise.allSettled(asked)).flatMap((each) =>
    each.status === 'rejected' ? [each.reason as unknown] : [],
  )
  if (failed.length > 0) throw failed.reduce((one, other) => (patience(other) > patience(one) ? other : one))
  return Promise.all(asked)
}

const patience = (error: unknown): number =>
  error instanceof ControllerError ? (error.retryAfterMs ?? 0) : 0

function byKind(resources: readonly ServedResource[]): ReadonlyMap<string, ServedResource> {
  const found = new Map<string, ServedResource>()
  for (const resource of resources) if (!found.has(kindKey(resource))) found.set(kindKey(resource), resource)
  return found
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
  readonly items?: unknown
  readonly groups?: unknown
}

interface ServedVersion {
  readonly isFresh: boolean
  readonly resources: readonly ServedResource[]
}

function versionsOf({ metadata, versions }: GroupDiscovery): readonly ServedVersion[] {
  return versions.map(({ version, freshness, resources = [] }) => ({
    isFresh: freshness !== 'Stale',
    resources: resources
      .filter(
        ({ verbs, responseKind }) =>
          responseKind !== undefined && verbs.includes('list') && verbs.includes('watch'),
      )
      .map(({ resource, responseKind, scope, singularResource = '', shortNames = [], categories = [] }) => ({
        ...(categories.length > 0 && { categories }),
        names: [singularResource, ...shortNames].filter((name) => name !== ''),
        group: metadata.name ?? '',
        version,
        kind: responseKind?.kind ?? '',
        plural: resource,
        namespaced: scope === 'Namespaced',
      })),
  }))
}

async function groupByGroup(
  connection: Connection,
  answer: Answer | null | undefined,
): Promise<readonly GroupDiscovery[]> {
  const groups = [{ name: '', versions: [{ version: 'v1' }] }, ...readGroupNames(answer?.groups)]
  const wanted = groups.flatMap(({ name, versions }) => versions.map(({ version }) => ({ name, version })))
  if (wanted.length > mostVersions) throw tooMany('versions of groups')
  const found: GroupDiscovery[] = []
  let kinds = 0
  for (let at = 0; at < wanted.length; at += askedAtOnce) {
    const asked = wanted.slice(at, at + askedAtOnce)
    const answers = await allAnswered(
      asked.map(async ({ name, version }) => ({
        metadata: { name },
        versions: [await oneVersion(connection, name, version)],
      })),
    )
    for (const each of answers) {
      found.push(each)
      for (const { resources = [] } of each.versions) kinds += resources.length
    }
    if (kinds > mostKinds) throw tooMany('kinds')
  }
  return found
}

const tooMany = (what: string): ControllerError =>
  new ControllerError('unreadable-answer', `What is served cannot be read: there are too many ${what}`, {
    retry: 'with-backoff',
  })

async function oneVersion(connection: Connection, group: string, version: string): Promise<VersionDiscovery> {
  const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const answer = await connection.request<{ readonly resources?: unknown } | null>({ path, mostBytes })
  return {
    version,
    resources: readResources(answer?.resources)
      .filter(({ name }) => !name.includes('/'))
      .map(({ name, kind, namespaced, verbs, singularName = '', shortNames = [], categories = [] }) => ({
        singularResource: singularName,
        shortNames,
        categories,
        resource: name,
        responseKind: { kind },
        scope: namespaced ? 'Namespaced' : 'Cluster',
        verbs,
      })),
  }
}
