import { getCondition } from '@sitrep/conditions'
import {
  at,
  type Fields,
  fields,
  type KubeObject,
  listed,
  refOf,
  unreadable,
  type View,
  type World,
} from '@sitrep/status'
import { readProbe } from '../../connection/observe.ts'
import { clusterKind, nodeKind } from '../../kinds.ts'
import { conditionsOf } from '../../model/conditions.ts'
import { type ContractRef, contractRef, refIn } from '../../model/references.ts'
import { observePrevious, ownOldTypes } from '../../old-model/observe.ts'
import { isClusterPaused } from '../../pass/paused.ts'
import { readProviderObject } from '../../provider-object/observe.ts'
import type { ClusterForMachine, MachineItself, MachineObserved } from '../types.ts'
import { nodeForMachine } from './node-seen.ts'
import { observeDeletion } from './observe-deletion.ts'
import { observeOwner } from './owner-seen.ts'
import { machinePrevious } from './previous.ts'
import { bootstrapForMachine, infrastructureForMachine } from './provider-objects.ts'
import { machineSpec } from './spec.ts'
import { observeSpoken } from './spoken.ts'

const clusterForMachine: View<ClusterForMachine> = {
  name: 'clusterForMachine',
  of: (object) => ({
    paused: isClusterPaused(object),
    deleting: object.metadata.deletionTimestamp !== undefined,
    infrastructureProvisioned: at(object.status, 'initialization', 'infrastructureProvisioned') === true,
    controlPlaneInitialized: getCondition(conditionsOf(object), 'ControlPlaneInitialized'),
    controlPlaneRef: contractRef(at(object.spec, 'controlPlaneRef')),
  }),
}

const oldTypes = ownOldTypes(
  'Ready',
  'BootstrapReady',
  'InfrastructureReady',
  'NodeHealthy',
  'PreDrainDeleteHookSucceeded',
  'DrainingSucceeded',
  'VolumeDetachSucceeded',
  'PreTerminateDeleteHookSucceeded',
)

/** Picks all that the status of a Machine is decided from. */
export function observeMachine(object: KubeObject, world: World<Fields>): MachineObserved {
  const machine = machineItself(object)
  const { spec, ref } = machine
  const target = (contract: ContractRef) => refIn(ref.namespace, contract)
  const cluster = world.get(target({ ...clusterKind, name: spec.clusterName }), clusterForMachine)
  const spoken = observeSpoken(world, ref, oldTypes)
  const alsoOwn = spoken.map(({ type }) => type)
  const previousStatus = fields(observePrevious(world, { ...oldTypes, ref, alsoOwn }))
  const infrastructure =
    spec.infrastructureRef === undefined
      ? unreadable('the Machine names no infrastructure')
      : readProviderObject(world, target(spec.infrastructureRef), infrastructureForMachine)
  const known = {
    machine,
    cluster,
    now: world.now,
    previous: machinePrevious(previousStatus),
    previousStatus,
    spoken,
    owner: observeOwner(object, world),
    bootstrap: spec.configRef && readProviderObject(world, target(spec.configRef), bootstrapForMachine),
    infrastructure,
    probe: readProbe(world, ref.namespace ?? '', spec.clusterName),
    nodes: observeNodes(world, machine, infrastructure),
    deletion: undefined,
  }
  if (machine.deletionTimestamp === undefined) return known
  return { ...known, deletion: observeDeletion(known, world) }
}

function machineItself(object: KubeObject): MachineItself {
  const { metadata } = object
  const spec = machineSpec(object)
  return {
    ref: refOf(object),
    generation: metadata.generation ?? 0,
    labels: metadata.labels ?? {},
    annotations: metadata.annotations ?? {},
    deletionTimestamp: metadata.deletionTimestamp,
    spec,
    controlled: metadata.ownerReferences?.some(({ controller }) => controller === true) ?? false,
    workload: `${metadata.namespace ?? ''}/${spec.clusterName}`,
  }
}

// Without an id there is nothing to look for, so nobody needs to feed the Nodes of that cluster.
function observeNodes(
  world: World<Fields>,
  { workload, spec }: MachineItself,
  infrastructure: MachineObserved['infrastructure'],
): MachineObserved['nodes'] {
  const field = infrastructure.read ? infrastructure.item?.object.providerID : undefined
  const reported = typeof field === 'object' ? field.text : ''
  const nodesWith = (key: string): MachineObserved['nodes'] =>
    key === ''
      ? listed()
      : world.list({ ...nodeKind, cluster: workload, by: { index: 'providerID', key } }, nodeForMachine)
  const nodes = nodesWith(spec.providerID || reported)
  if (!nodes.read || spec.providerID === '' || reported === '' || reported === spec.providerID) return nodes
  const others = nodesWith(reported)
  return others.read ? listed(...nodes.items, ...others.items) : others
}
