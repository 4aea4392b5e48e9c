import { type Controller, type History, readinessOf, type Timing } from '@sitrep/controller'
import type { Engine } from '@sitrep/engine'
import type { Reach } from '@sitrep/present'
import {
  type Catalog,
  type Family,
  type KubeObject,
  kindKey,
  managementCluster,
  type ObjectRef,
} from '@sitrep/status'
import { isQuiet } from '../../trouble/troubles-in.ts'
import type { DashboardWorld } from './dashboard-world.ts'
import { asComputed, EngineGraph } from './engine-graph.ts'

export interface LiveWorldOptions {
  readonly controller: Pick<Controller, 'engine' | 'sight'>
  readonly catalog: Catalog
  readonly families: readonly Family[]
  readonly history: History
  readonly timing: Timing
  readonly reach: Reach
}

const mostUnseen = 100

/** The world that a controller sees, as it is at the moment of each question. */
export function liveWorld(options: LiveWorldOptions): DashboardWorld {
  const { controller, catalog, families, history, timing, reach } = options
  const { engine } = controller
  const isComputed = computedKinds(engine)
  const isStill = quietKinds(families)
  return {
    families,
    catalog,
    engine,
    deciding: engine,
    graph: new EngineGraph(engine),
    look: (ref) => engine.object(ref),
    object: (ref) => {
      const object = engine.object(ref)
      return object && asComputed(ref, object)
    },
    // What somebody else says on an object of a kind that is known here is worth as much as what is said here.
    known: (ref, object) =>
      (ref.cluster ?? managementCluster) === managementCluster &&
      (engine.claims(ref).length > 0 || (isComputed(ref) && object.status !== undefined)) &&
      !isStill(object),
    knownKind: isComputed,
    now: timing.now,
    unseen: () =>
      readinessOf(controller.sight)
        .lines.filter((line) => line !== 'ok')
        .slice(0, mostUnseen),
    reach,
    past: {
      timeline: (ref, since) => history.timeline(ref, { since }),
      counters: (ref, since) => history.counters(ref, since),
      recent: (asked) => history.recent(asked),
      among: (refs, asked) => history.among(refs, asked),
    },
  }
}

// That follows from the kind alone, and there are few kinds and many objects.
function quietKinds(families: readonly Family[]): (object: KubeObject) => boolean {
  const known = new Map<string, boolean>()
  return (object) => {
    const key = `${object.apiVersion} ${object.kind}`
    const found = known.get(key) ?? isQuiet(object, families)
    known.set(key, found)
    return found
  }
}

// Asked for every object that changes; which kinds there are changes rarely.
function computedKinds(engine: Engine): (ref: ObjectRef) => boolean {
  let revision = -1
  let keys: ReadonlySet<string> = new Set()
  return (ref) => {
    if (revision !== engine.askedRevision) {
      revision = engine.askedRevision
      keys = new Set(engine.kinds.map(kindKey))
    }
    return keys.has(kindKey(ref))
  }
}
