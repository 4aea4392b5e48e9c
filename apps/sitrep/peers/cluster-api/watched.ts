import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { fields, type KubeObject, type ObjectRef } from '@sitrep/status'
import { namespace } from './management-cluster.ts'

/** Where one kind of the life is served. */
interface Place {
  readonly group: string
  readonly kind: string
  readonly plural: string
}

/** The kinds whose status Sitrep computes. */
export const computedKinds: readonly Place[] = [
  { group: 'cluster.x-k8s.io', kind: 'Cluster', plural: 'clusters' },
  { group: 'cluster.x-k8s.io', kind: 'MachineDeployment', plural: 'machinedeployments' },
  { group: 'cluster.x-k8s.io', kind: 'MachineSet', plural: 'machinesets' },
  { group: 'cluster.x-k8s.io', kind: 'Machine', plural: 'machines' },
  { group: 'cluster.x-k8s.io', kind: 'MachinePool', plural: 'machinepools' },
  { group: 'cluster.x-k8s.io', kind: 'MachineHealthCheck', plural: 'machinehealthchecks' },
  { group: 'controlplane.cluster.x-k8s.io', kind: 'KubeadmControlPlane', plural: 'kubeadmcontrolplanes' },
]

const givenKinds: readonly Place[] = [
  { group: 'infrastructure.cluster.x-k8s.io', kind: 'DevCluster', plural: 'devclusters' },
  { group: 'infrastructure.cluster.x-k8s.io', kind: 'DevMachine', plural: 'devmachines' },
  { group: 'bootstrap.cluster.x-k8s.io', kind: 'KubeadmConfig', plural: 'kubeadmconfigs' },
]

const collection = ({ group, plural }: Place): string =>
  `/apis/${group}/v1beta2/namespaces/${namespace}/${plural}`

/** The path of one object of the life. */
export const pathOf = (kind: string, name: string): string => {
  const place = [...computedKinds, ...givenKinds].find((each) => each.kind === kind)
  if (place === undefined) throw new Error(`${kind} is no kind of this life`)
  return `${collection(place)}/${name}`
}

/** All objects of these kinds, as the server has them now. */
export async function objectsOf(
  connection: Connection,
  places: readonly Place[] = computedKinds,
): Promise<readonly KubeObject[]> {
  const lists = await Promise.all(
    places.map(async (place) => {
      const { items } = await connection.request<{ items: readonly KubeObject[] }>({
        path: collection(place),
      })
      // Items of a list do not name their kind.
      return items.map((item) => ({ ...item, kind: place.kind }))
    }),
  )
  return lists.flat()
}

/** What Sitrep computes now, by kind and name. */
export async function computedBy(api: string): Promise<ReadonlyMap<string, unknown>> {
  const answer = await fetch(`${api}/api/v1/objects`)
  const { items } = (await answer.json()) as {
    items: readonly { readonly ref: ObjectRef; readonly status?: unknown }[]
  }
  return new Map(items.map(({ ref, status }) => [`${ref.kind} ${ref.name}`, status]))
}

/** A moment at which nothing had changed for some time: every object, and what Sitrep says of it. */
export interface QuietMoment {
  readonly objects: readonly KubeObject[]
  readonly computed: ReadonlyMap<string, unknown>
}

/** Who is looked at, and for how long nobody may have moved. */
export interface Quiet {
  readonly connection: Connection
  /** The read API of Sitrep, where it runs beside. */
  readonly api?: string
  readonly forMs: number
  readonly withinMs?: number
  /** Asked at every look: an answer ends the waiting with this as its reason. */
  readonly failure?: () => string | undefined
}

/** Waits until nothing has changed for a while: no object on the server, and nothing that Sitrep computes. */
export async function untilQuiet(quiet: Quiet): Promise<QuietMoment> {
  const { connection, api, forMs, withinMs = 180_000, failure } = quiet
  const deadline = Date.now() + withinMs
  let since = Date.now()
  let before = ''
  for (;;) {
    const objects = await objectsOf(connection, [...computedKinds, ...givenKinds])
    const computed = api === undefined ? new Map<string, unknown>() : await computedBy(api)
    const now = JSON.stringify([
      objects.map(({ metadata }) => metadata.resourceVersion),
      [...computed].sort(),
    ])
    const why = failure?.()
    if (why !== undefined) throw new Error(why)
    if (now !== before) since = Date.now()
    before = now
    if (Date.now() - since >= forMs) {
      const own = new Set(computedKinds.map(({ kind }) => kind))
      return { objects: objects.filter(({ kind }) => own.has(kind)), computed }
    }
    if (Date.now() > deadline) throw new Error(`something still changes after ${withinMs / 1_000} seconds`)
    await sleep(500)
  }
}

/**
 * Makes the genuine controllers look at every object once more: a label comes and goes. Without it a quiet world may show old
 * statuses, for they are not woken by everything that their statuses rest on.
 */
export async function touchAll(connection: Connection): Promise<void> {
  const objects = await objectsOf(connection)
  for (const value of ['once', null])
    await Promise.all(
      objects.map(({ kind, metadata }) =>
        connection
          .request({
            method: 'PATCH',
            path: pathOf(kind, metadata.name),
            contentType: 'application/merge-patch+json',
            body: { metadata: { labels: { 'sitrep.dev/touched': value } } },
          })
          .catch((error: unknown) => {
            const goneMeanwhile = error instanceof ControllerError && error.code === 'not-found'
            if (!goneMeanwhile) throw error
          }),
      ),
    )
}

/** Whether a condition of an object has this status. */
export const says = ({ status }: KubeObject, type: string): string | undefined => {
  const conditions = fields(status)['conditions']
  const found = Array.isArray(conditions)
    ? conditions.find((each) => fields(each)['type'] === type)
    : undefined
  return found === undefined ? undefined : String(fields(found)['status'])
}
