import type { History } from '@sitrep/controller'
import type { Engine } from '@sitrep/engine'
import type { Reach, TimelineEntry } from '@sitrep/present'
import type { Catalog, ObjectRef } from '@sitrep/status'
import type { ComputedObject } from '../../source/computed-world.ts'
import type { Graph } from '../../tree/object-graph.ts'
import type { FleetWorld } from '../fleet/kept-fleet.ts'

/** All that the answers of the dashboard are made from: a running controller, or files. */
export interface DashboardWorld extends FleetWorld {
  readonly catalog: Catalog
  /** Knows why a condition is as it is. */
  readonly deciding: Engine
  readonly graph: Graph
  readonly object: (ref: ObjectRef) => ComputedObject | undefined
  /** The instant at which it stands, where nothing goes on. */
  readonly at?: string
  /** The present time of this world. */
  readonly now: () => number
  /** What cannot be seen, in sentences. */
  readonly unseen: () => readonly string[]
  /** How the reader reaches the objects by commands. */
  readonly reach: Reach
  readonly past: Past
}

/** What is remembered. */
export interface Past extends Pick<History, 'counters' | 'recent' | 'among'> {
  /** Of one object since a time, oldest first. */
  readonly timeline: (ref: ObjectRef, since: number) => readonly TimelineEntry[]
}
