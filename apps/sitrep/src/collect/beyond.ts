import { type Controller, type Edge, startController } from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import { clusterAnnotation, factGroup } from '@sitrep/engine'
import {
  type Catalog,
  type KubeObject,
  kindKey,
  managementCluster,
  type ObjectRef,
  refKey,
  refOf,
} from '@sitrep/status'
import type { Lacking } from './bundle.ts'

export interface BeyondOptions {
  readonly connection: Connection
  readonly catalog: Catalog
  readonly edges: readonly Edge[]
  readonly namespace: string | undefined
  /** Asks a running controller what it sees outside the API; the answer is nothing where there is none. */
  readonly facts: () => Promise<readonly KubeObject[] | undefined>
  readonly withinMs: number
  readonly interrupted: AbortSignal
  readonly onProgress: (text: string) => void
}

/** What lies beyond the API of the management cluster. */
export interface Beyond {
  readonly facts: readonly KubeObject[]
  /** Objects of workload clusters, each saying in which it lives. */
  readonly objects: readonly KubeObject[]
  readonly lacking: readonly Lacking[]
}

// Whoever has said nothing new for so long has nothing to say.
const calmMs = 3_000
const lookEveryMs = 50

/** Looks beyond the API as a controller does, for a moment: connects to the workload clusters, probes them and reads what statuses ask for. */
export async function lookBeyond(options: BeyondOptions): Promise<Beyond> {
  const { connection, catalog, edges, namespace } = options
  const expected = clustersOf((await options.facts()) ?? [], catalog)
  if (edges.length === 0) {
    const lacking = expected.map((cluster) => ({ cluster, why: 'workload clusters were left out' }))
    return { facts: (await options.facts()) ?? [], objects: [], lacking }
  }
  const controller = startController({
    connection,
    catalog,
    edges,
    mode: 'compute',
    ...(namespace !== undefined && { namespace }),
  })
  try {
    await untilCalm(controller, expected.length, options)
    // As late as possible: they belong to the objects that are read next.
    const told = await options.facts()
    const own = factsIn(controller)
    return {
      facts: told === undefined ? own : joined(told, own),
      objects: objectsIn(controller),
      lacking: lackingIn(controller, expected),
    }
  } finally {
    await controller.stop()
  }
}

// What a controller has been told for long is worth more than one look, which may have come too early.
function joined(told: readonly KubeObject[], own: readonly KubeObject[]): readonly KubeObject[] {
  const known = new Set(told.map((fact) => refKey(refOf(fact))))
  return [...told, ...own.filter((fact) => !known.has(refKey(refOf(fact))))]
}

async function untilCalm(
  controller: Controller,
  expected: number,
  { withinMs, interrupted, onProgress }: BeyondOptions,
): Promise<void> {
  const deadline = performance.now() + withinMs
  let [last, since] = ['', performance.now()]
  while (performance.now() < deadline && !interrupted.aborted) {
    const connected = controller.sight.clusters.filter(({ state }) => state === 'made').length
    const objects = [...controller.engine.objects()].filter(({ ref }) => isBeyond(ref)).length
    const seen = `${connected} ${objects} ${controller.synced}`
    if (seen !== last) [last, since] = [seen, performance.now()]
    onProgress(`${connected} workload clusters connected`)
    const connecting = controller.sight.clusters.some(({ state }) => state === 'connecting')
    const patience = connected < expected || connecting ? Number.POSITIVE_INFINITY : calmMs
    if (controller.synced && performance.now() - since > patience) return
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

const isBeyond = ({ cluster = managementCluster, group }: ObjectRef): boolean =>
  cluster !== managementCluster || group === factGroup

const byRef = (a: KubeObject, b: KubeObject): number =>
  `${clusterOf(a)} ${refKey(refOf(a))}` < `${clusterOf(b)} ${refKey(refOf(b))}` ? -1 : 1

const clusterOf = ({ metadata }: KubeObject): string => metadata.annotations?.[clusterAnnotation] ?? ''

const factsIn = ({ engine }: Controller): readonly KubeObject[] =>
  [...engine.objects()]
    .filter(
      ({ ref, made }) =>
        ref.group === factGroup && made !== true && (ref.cluster ?? managementCluster) === managementCluster,
    )
    .map(({ reported }) => reported)
    .sort(byRef)

const objectsIn = ({ engine }: Controller): readonly KubeObject[] =>
  [...engine.objects()]
    .flatMap(({ ref: { cluster = managementCluster }, reported, made }) =>
      cluster === managementCluster || made === true ? [] : [livingIn(cluster, reported)],
    )
    .sort(byRef)

const livingIn = (cluster: string, object: KubeObject): KubeObject => ({
  ...object,
  metadata: {
    ...object.metadata,
    annotations: { ...object.metadata.annotations, [clusterAnnotation]: cluster },
  },
})

/** The names of the clusters that these facts call connected. */
const clustersOf = (facts: readonly KubeObject[], { reach }: Catalog): readonly string[] =>
  reach.flatMap(({ probe, connected }) =>
    facts
      .filter((fact) => kindKey(refOf(fact)) === kindKey(probe) && connected(fact))
      .map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`),
  )

// A cluster that answers somebody else and not us was not read, and neither was what it keeps from us.
function lackingIn(controller: Controller, expected: readonly string[]): readonly Lacking[] {
  const { clusters, unread } = controller.sight
  const made = new Set(clusters.filter(({ state }) => state === 'made').map(({ cluster }) => cluster))
  const unmet = new Map(
    expected
      .filter((cluster) => !made.has(cluster))
      .map((cluster) => [cluster, 'it was not reached from here in time']),
  )
  for (const { cluster, state, why } of clusters)
    if (state !== 'made') unmet.set(cluster, why ?? 'it was not reached from here in time')
  return [
    ...[...unmet].map(([cluster, why]) => ({ cluster, why })),
    ...unread
      .filter(({ cluster }) => made.has(cluster))
      .map(({ cluster, group, kind, why }) => ({ cluster, group, kind, why })),
  ]
}
