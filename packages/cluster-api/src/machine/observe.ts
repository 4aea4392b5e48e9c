import { type Fields, fields, type KubeObject, listed, refOf, unreadable, type World } from '@sitrep/status'
import { isConnected, type Probe, readProbe } from '../connection/probe.ts'
import { clusterKind, nodeKind } from '../kinds.ts'
import { type ContractRef, refIn } from '../model/references.ts'
import { readProviderObject } from '../provider-object/read.ts'
import { bootstrapSeen } from './observe/bootstrap-seen.ts'
import { clusterForMachine } from './observe/cluster-seen.ts'
import { infrastructureSeen } from './observe/infrastructure-seen.ts'
import { nodeForMachine } from './observe/node-seen.ts'
import { observeDeletion } from './observe/observe-deletion.ts'
import { observeOwner } from './observe/owner-seen.ts'
import { ownObject } from './observe/ownership.ts'
import { machinePrevious } from './observe/previous.ts'
import { machineSpec } from './spec.ts'
import { infrastructureStep } from './steps/infrastructure.ts'
import type { MachineObserved, MachineSeen } from './types.ts'

/** Picks all that the status of a Machine is decided from. */
export function observeMachine(object: KubeObject, world: World<Fields>): MachineObserved {
  const machine = machineSeen(object)
  const { spec, ref } = machine
  const within = ref.namespace === undefined ? {} : { namespace: ref.namespace }
  const cluster = world.get({ ...clusterKind, ...within, name: spec.clusterName }, clusterForMachine)
  const own = { machine, cluster }
  const previousStatus = fields(world.previous)
  const target = (contract: ContractRef) => refIn(ref.namespace, contract)
  const known = {
    machine,
    cluster,
    now: world.now,
    previous: machinePrevious(previousStatus),
    previousStatus,
    owner: observeOwner(object, world),
    bootstrap:
      spec.configRef && ownObject(readProviderObject(world, target(spec.configRef), bootstrapSeen), own),
    infrastructure:
      spec.infrastructureRef === undefined
        ? unreadable('the Machine names no infrastructure')
        : ownObject(readProviderObject(world, target(spec.infrastructureRef), infrastructureSeen), own),
    probe: readProbe(world, ref.namespace ?? '', spec.clusterName),
  }
  const nodes = observeNodes(world, known, infrastructureStep(known).providerID)
  const found = { ...known, nodes }
  if (machine.deletionTimestamp === undefined) return { ...found, deletion: undefined }
  const nodeName =
    known.previous.nodeName ?? (nodes.read && nodes.items.length === 1 ? nodes.items[0]?.name : undefined)
  return { ...found, deletion: observeDeletion(found, world, nodeName) }
}

function machineSeen(object: KubeObject): MachineSeen {
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
  { machine, probe }: { readonly machine: MachineSeen; readonly probe: Probe },
  providerID: string,
): MachineObserved['nodes'] {
  if (providerID === '')
    return isConnected(probe) ? listed() : unreadable('the workload cluster is not connected')
  const key = { index: 'providerID', key: providerID }
  return world.list({ cluster: machine.workload, ...nodeKind, by: key }, nodeForMachine)
}
