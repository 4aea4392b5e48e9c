import {
  kubeadmControlPlaneKind,
  machineDeploymentKind,
  machineKind,
  machineSetKind,
} from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, number, refOf } from '@sitrep/status'
import { type Action, actions, nothing, together } from '../../plan/action.ts'
import type { ObjectPlanner, Planner } from '../../plan/input.ts'
import { conditionStatus, isDeleting } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { clusterOf, isPaused } from '../read.ts'
import { byAge } from './bootstrap.ts'
import { isNodeReady } from './control-plane.ts'
import { amount } from './rollout.ts'

/** Owners replace Machines of which a health check says that they failed and that their owner is to see to it. */
export const planRemediation: Planner = (input) => {
  const { world } = input
  const owners = (kind: typeof machineSetKind): readonly KubeObject[] =>
    world.list(kind).filter((owner) => !isDeleting(owner) && !isPaused(clusterOf(world, owner), owner))
  return together([
    ...owners(machineSetKind).map((set) => planSet(set, input)),
    ...owners(kubeadmControlPlaneKind).map((controlPlane) => planControlPlane(controlPlane, input)),
  ])
}

const isToBeReplaced = (machine: KubeObject): boolean =>
  !isDeleting(machine) &&
  conditionStatus(machine, 'HealthCheckSucceeded') === 'False' &&
  conditionStatus(machine, 'OwnerRemediated') === 'False'

const planSet: ObjectPlanner = (set, { world }) => {
  const machines = world.controlledBy(set, machineKind)
  const failed = machines.filter(isToBeReplaced).sort(byAge)
  const going = machines.filter(
    (machine) => isDeleting(machine) && conditionStatus(machine, 'OwnerRemediated') === 'False',
  ).length
  const room = Math.max(0, maxInFlight(world, set) - going)
  return actions(...failed.slice(0, room).map((machine): Action => ({ act: 'delete', ref: refOf(machine) })))
}

function maxInFlight(world: World, set: KubeObject): number {
  const owner = world
    .list(machineDeploymentKind)
    .find(({ metadata }) => (set.metadata.ownerReferences ?? []).some(({ uid }) => uid === metadata.uid))
  const limit = at(owner?.spec, 'remediation', 'maxInFlight')
  if (limit === undefined) return Number.POSITIVE_INFINITY
  return amount(limit, number(at(owner?.spec, 'replicas')) ?? 0)
}

const planControlPlane: ObjectPlanner = (controlPlane, { world }) => {
  const machines = world.controlledBy(controlPlane, machineKind)
  const [failed] = machines.filter(isToBeReplaced).sort(byAge)
  if (failed === undefined || machines.length < 2) return nothing
  // The rest must carry etcd alone while one is replaced.
  const rest = machines.filter((machine) => machine !== failed)
  const carried = rest.every((machine) => !isDeleting(machine) && isNodeReady(world, machine))
  return carried ? actions({ act: 'delete', ref: refOf(failed) }) : nothing
}
