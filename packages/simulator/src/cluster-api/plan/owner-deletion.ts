import {
  clusterKind,
  finalizers,
  kubeadmControlPlaneKind,
  machineDeploymentKind,
  machineKind,
  machinePoolKind,
  machineSetKind,
} from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, refOf } from '@sitrep/status'
import { type Action, actions, nothing, type Plan, together } from '../../plan/action.ts'
import type { ObjectPlanner, PlanInput, Planner } from '../../plan/input.ts'
import { withoutFinalizer } from '../../plan/metadata-patch.ts'
import { timer } from '../../plan/timer.ts'
import { follow, isDeleting } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { durationOf } from '../durations.ts'
import { infrastructureFinalizer } from '../kinds.ts'
import { clusterOf, isControlPlaneMachine, isPaused, ofCluster } from '../read.ts'

/** Owners that are being deleted: what they own goes first, and only then they do. */
export const planOwnerDeletion: Planner = (input) => {
  const { world } = input
  const going = (kind: typeof clusterKind): readonly KubeObject[] =>
    world.list(kind).filter((object) => isDeleting(object) && !isPaused(clusterOf(world, object), object))
  return together([
    ...going(machineSetKind).map((set) =>
      after(world.controlledBy(set, machineKind), withoutFinalizer(set, finalizers.machineSet)),
    ),
    ...going(machineDeploymentKind).map((deployment) =>
      after(
        world.controlledBy(deployment, machineSetKind),
        withoutFinalizer(deployment, finalizers.machineDeployment),
      ),
    ),
    ...going(kubeadmControlPlaneKind).map((controlPlane) => planControlPlane(controlPlane, input)),
    ...world
      .list(clusterKind)
      .filter((cluster) => isDeleting(cluster) && !isPaused(cluster, cluster))
      .map((cluster) => planCluster(cluster, input)),
  ])
}

/** Deletes what is left of these; once nothing is, what comes then. */
function after(left: readonly KubeObject[], then: Plan): Plan {
  if (left.length === 0) return then
  return actions(
    ...left
      .filter((object) => !isDeleting(object))
      .map((object): Action => ({ act: 'delete', ref: refOf(object) })),
  )
}

const planControlPlane: ObjectPlanner = (controlPlane, { world }) => {
  const cluster = clusterOf(world, controlPlane)
  // Workers need a control plane to go in an orderly way.
  if (cluster !== undefined && workersOf(world, cluster).length > 0) return nothing
  return after(
    world.controlledBy(controlPlane, machineKind),
    withoutFinalizer(controlPlane, finalizers.controlPlane),
  )
}

function workersOf(world: World, cluster: KubeObject): readonly KubeObject[] {
  const machines = ofCluster(world, cluster, machineKind).filter((machine) => !isControlPlaneMachine(machine))
  return [...machines, ...ofCluster(world, cluster, machinePoolKind)]
}

const planCluster: ObjectPlanner = (cluster, input) => {
  const { world } = input
  const workers = [
    ...ofCluster(world, cluster, machineDeploymentKind),
    ...ofCluster(world, cluster, machineSetKind),
    ...workersOf(world, cluster),
  ]
  if (workers.length > 0) return after(workers.filter(isUncontrolled), nothing)
  const controlPlane = follow(world, cluster, at(cluster.spec, 'controlPlaneRef'))
  if (controlPlane !== undefined) return after([controlPlane], nothing)
  const machines = ofCluster(world, cluster, machineKind)
  if (machines.length > 0) return after(machines, nothing)
  const infrastructure = follow(world, cluster, at(cluster.spec, 'infrastructureRef'))
  if (infrastructure === undefined) return withoutFinalizer(cluster, finalizers.cluster)
  return together([after([infrastructure], nothing), dismantle(infrastructure, input)])
}

// What somebody else controls is that one's to delete.
const isUncontrolled = ({ metadata }: KubeObject): boolean =>
  !(metadata.ownerReferences ?? []).some(({ controller }) => controller === true)

/** Infrastructure that is being deleted is gone after a while. */
export function dismantle(infrastructure: KubeObject, input: PlanInput): Plan {
  if (!isDeleting(infrastructure)) return nothing
  const waiting = timer(infrastructure, { name: 'gone', takesMs: durationOf('deletionMs', input) }, input)
  return waiting === 'over' ? withoutFinalizer(infrastructure, infrastructureFinalizer) : waiting
}
