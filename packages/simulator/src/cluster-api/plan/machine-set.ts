import {
  annotations,
  finalizers,
  kubeadmControlPlaneKind,
  labels,
  machineKind,
  machineSetKind,
} from '@sitrep/cluster-api/kinds'
import { at, type Fields, fields, type KubeObject, number, refOf, text } from '@sitrep/status'
import { type Action, actions, nothing, type Plan, together } from '../../plan/action.ts'
import { suffix } from '../../plan/chance.ts'
import type { ObjectPlanner, PlanInput, Planner } from '../../plan/input.ts'
import { ensureMetadata } from '../../plan/metadata-patch.ts'
import { conditionStatus, follow, isDeleting, ownerReference, referred } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { clusterOf, isPaused, kindOfTemplate } from '../read.ts'
import { isNodeReady } from './control-plane.ts'
import { createMachine } from './new-machine.ts'

/** MachineSets: as many Machines as are wanted, no more and no fewer. */
export const planMachineSets: Planner = (input) =>
  together(
    input.world
      .list(machineSetKind)
      .filter((set) => !isDeleting(set))
      .map((set) => planMachineSet(set, input)),
  )

const planMachineSet: ObjectPlanner = (set, input) => {
  const { world } = input
  const cluster = clusterOf(world, set)
  const desired = number(at(set.spec, 'replicas'))
  if (cluster === undefined || isDeleting(cluster) || isPaused(cluster, set) || desired === undefined)
    return nothing
  const held = ensureMetadata(set, {
    finalizer: finalizers.machineSet,
    labels: { [labels.clusterName]: cluster.metadata.name },
  })
  if (held.actions.length > 0) return held
  const machines = world.controlledBy(set, machineKind)
  if (machines.length < desired) {
    const mayCreate =
      set.metadata.annotations?.[annotations.disableMachineCreate] !== 'true' &&
      isControlPlaneStable(world, cluster)
    return mayCreate ? addMachines(set, desired - machines.length, input) : nothing
  }
  const staying = machines.filter((machine) => !isDeleting(machine))
  const surplus = machines.length - desired - (machines.length - staying.length)
  if (surplus <= 0) return nothing
  const leaving = [...staying].sort(byDispensability(world)).slice(0, surplus)
  return actions(...leaving.map((machine): Action => ({ act: 'delete', ref: refOf(machine) })))
}

/** A control plane that has not begun or is being upgraded takes no new workers. */
function isControlPlaneStable(world: World, cluster: KubeObject): boolean {
  const controlPlane = follow(world, cluster, at(cluster.spec, 'controlPlaneRef'))
  if (controlPlane === undefined) return at(cluster.spec, 'controlPlaneRef') === undefined
  if (controlPlane.kind !== kubeadmControlPlaneKind.kind) return true
  const machines = world.controlledBy(controlPlane, machineKind)
  const wanted = at(controlPlane.spec, 'version')
  return machines.length > 0 && machines.every(({ spec }) => at(spec, 'version') === wanted)
}

// What was marked goes first, then what does not run, then what came last.
const byDispensability =
  (world: World) =>
  (a: KubeObject, b: KubeObject): number =>
    dispensability(world, b) - dispensability(world, a) ||
    (b.metadata.creationTimestamp ?? '').localeCompare(a.metadata.creationTimestamp ?? '') ||
    (a.metadata.name < b.metadata.name ? -1 : 1)

function dispensability(world: World, machine: KubeObject): number {
  if (machine.metadata.annotations?.[annotations.deleteMachine] !== undefined) return 3
  if (conditionStatus(machine, 'HealthCheckSucceeded') === 'False') return 2
  return isNodeReady(world, machine) ? 0 : 1
}

function addMachines(set: KubeObject, count: number, { world, now, seed }: PlanInput): Plan {
  const template = at(set.spec, 'template', 'spec')
  const infrastructureTemplate = follow(world, set, at(template, 'infrastructureRef'))
  if (infrastructureTemplate === undefined) return nothing
  const bootstrap = bootstrapOf(world, set, template)
  if (bootstrap === 'missing') return nothing
  const { name, namespace = '' } = set.metadata
  const taken = new Set(world.list(machineKind).map(({ metadata }) => metadata.name))
  const { infrastructureRef: _infrastructure, bootstrap: given, ...spec } = fields(template)
  const made = Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const own = freeName(name, taken, { seed, now, index })
    return createMachine({
      name: own,
      namespace,
      owner: ownerReference(set, 'controller'),
      labels: {
        ...(fields(at(set.spec, 'template', 'metadata', 'labels')) as Readonly<Record<string, string>>),
        [labels.clusterName]: text(at(set.spec, 'clusterName')) ?? '',
        [labels.setName]: name,
      },
      spec: bootstrap === undefined ? { ...spec, bootstrap: given } : spec,
      infrastructureTemplate,
      ...(bootstrap && { bootstrap }),
    })
  })
  return actions(...made)
}

type Chosen = { readonly seed: string; readonly now: number; readonly index: number }

function freeName(owner: string, taken: Set<string>, { seed, now, index }: Chosen): string {
  for (let attempt = 0; ; attempt++) {
    const name = `${owner}-${suffix(seed, owner, now, index, attempt)}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

function bootstrapOf(world: World, set: KubeObject, template: unknown) {
  const reference = at(template, 'bootstrap', 'configRef')
  const ref = referred(set, reference)
  if (ref === undefined) return undefined
  const found = world.get(ref)
  if (found === undefined) return 'missing'
  const spec: Fields = fields(at(found.spec, 'template', 'spec'))
  return { kind: kindOfTemplate(ref), spec, template: found }
}
