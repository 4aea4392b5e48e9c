import type { KindRef, KubeObject } from '@sitrep/status'
import type { Plan } from './plan/action.ts'
import type { Planner } from './plan/input.ts'
import type { ScenarioPart } from './scenario/part.ts'
import type { Concerned } from './world/concern.ts'
import type { Followed, FollowedInWorkloads } from './world/follow.ts'
import type { World } from './world/world.ts'

/** All that the simulator knows of one ecosystem. Whoever follows, plans and carries out interprets this value and names no group of its own. */
export interface SimulatedFamily extends Concerned {
  /** What it is called in scenario files: `cluster-api`. */
  readonly name: string
  /** The API groups of the management cluster of which every kind is followed, whenever it is defined. */
  readonly groups: readonly string[]
  /** Kinds of those groups that decide nothing here, and of which there may be many. */
  readonly unread?: readonly KindRef[]
  /** What else is followed in the management cluster. */
  readonly follows?: readonly Followed[]
  /** What is known of and written to workload clusters, in the order in which it goes with them. */
  readonly workload?: readonly FollowedInWorkloads[]
  /** What happens next, subject by subject. */
  readonly planners: readonly Planner[]
  /** What comes with a kind as soon as it is served, before anybody asks for it. */
  readonly installation?: { readonly kind: KindRef; readonly plan: (world: World) => Plan }
  /** CRDs of kinds that it brings along and nobody computes a status of. */
  readonly crds?: () => readonly KubeObject[]
  /** What scenario files can say about it. */
  readonly scenario?: ScenarioPart
}
