import type { RecordedTransition } from '@sitrep/controller'
import { clusterOf, type Engine } from '@sitrep/engine'
import type { Reach } from '@sitrep/present'
import { familyKinds, formatRef, managementCluster, type ObjectRef, refKey } from '@sitrep/status'
import { judge } from '@sitrep/verdict'
import { transitionsIn } from '../../history/from-object.ts'
import type { ComputedObject } from '../../source/computed-world.ts'
import type { OpenedWorld } from '../../source/open-world.ts'
import { ObjectGraph } from '../../tree/object-graph.ts'
import { reportedEngine } from '../../trouble/troubles-in.ts'
import type { DashboardWorld, Past } from './dashboard-world.ts'

/** A world of files, as of its time: of a bundle what was reported, else what is computed from what stands there. */
export function fileWorld(world: OpenedWorld, reach: Reach): DashboardWorld {
  const { families, catalog, objects, at, collected } = world
  const byKey = new Map(objects.map((each) => [refKey(each.ref), each]))
  const object = (ref: ObjectRef): ComputedObject | undefined => byKey.get(refKey(ref))
  return {
    families,
    catalog,
    engine: collected === undefined ? world.engine : engineOver(world),
    deciding: world.engine,
    graph: new ObjectGraph(objects),
    object,
    look: (ref) => object(ref)?.computed,
    known: (_, each) => familyKinds(families, each).length > 0 && !judge(each, { now: at, families }).quiet,
    knownKind: () => true,
    at,
    now: () => Date.parse(at),
    unseen: () => (collected?.unread ?? []).map(({ kind, why }) => `${kind.kind}s were not read: ${why}`),
    reach,
    past: pastOf(world),
  }
}

const engineOver = ({ objects, families, at }: OpenedWorld): Engine =>
  reportedEngine(
    objects.map(({ reported }) => reported),
    families,
    at,
  )

// Of each condition files tell the last transition and no earlier one.
function pastOf({ objects, families, at }: OpenedWorld): Past {
  const all = objects
    .filter(({ reported }) => clusterOf(reported) === managementCluster)
    .flatMap(({ ref, computed }) => transitionsIn(computed, families).map((each) => ({ ref, ...each })))
    .filter((each) => each.at <= Date.parse(at))
    .sort((a, b) => a.at - b.at || (nameOf(a) < nameOf(b) ? -1 : 1))
    .map((each, index): RecordedTransition => ({ ...each, id: index + 1 }))
  const newest = all.toReversed()
  const byObject = Map.groupBy(all, ({ ref }) => refKey(ref))
  return {
    timeline: (ref, since) => (byObject.get(refKey(ref)) ?? []).filter((each) => each.at >= since),
    counters: () => [],
    recent: ({ before = Number.POSITIVE_INFINITY, limit }) =>
      newest.filter(({ id }) => id < before).slice(0, limit),
    among: (refs, { since, limit }) =>
      refs
        .flatMap((ref) => byObject.get(refKey(ref)) ?? [])
        .filter((each) => each.at >= since)
        .sort((a, b) => b.id - a.id)
        .slice(0, limit),
  }
}

const nameOf = ({ ref, type }: { readonly ref: ObjectRef; readonly type: string }): string =>
  `${formatRef(ref)} ${type}`
