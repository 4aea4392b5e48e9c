import { getCondition } from '@sitrep/conditions'
import {
  at,
  type ConditionsOnOther,
  clockAt,
  flag,
  type Listing,
  list,
  number,
  type ObjectRef,
  refOf,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { readProbe } from '../../connection/observe.ts'
import { annotations, clusterKind, labels, machineKind } from '../../kinds.ts'
import { controllerOf, type MachineSeen, machineSeen } from '../../machines-of/machine-seen.ts'
import { conditionsOf } from '../../model/conditions.ts'
import { contractRef } from '../../model/references.ts'
import { legacyStatus } from '../../model/stages.ts'
import { observePrevious, ownOldTypes } from '../../old-model/observe.ts'
import type { StatusFields } from '../../pass/computed.ts'
import { hasPausedAnnotation, isClusterPaused } from '../../pass/paused.ts'
import type { MachinePool, MachinePoolObserved, NodeRef, PoolBefore } from '../types.ts'
import { observeNodes } from './nodes.ts'
import { observeBootstrap, observeInfrastructure } from './provider-objects.ts'

interface ClusterSeen {
  readonly paused: boolean
  readonly controlPlaneInitialized: boolean
}

const clusterForPool: View<ClusterSeen> = {
  name: 'clusterForPool',
  of: (cluster) => ({
    paused: isClusterPaused(cluster),
    controlPlaneInitialized:
      getCondition(conditionsOf(cluster), 'ControlPlaneInitialized')?.status === 'True',
  }),
}

const oldTypes = ownOldTypes('Ready', 'BootstrapReady', 'InfrastructureReady', 'ReplicasReady')

/** Picks what the status of a MachinePool rests on. */
export function observeMachinePool(object: MachinePool, world: World<StatusFields>): MachinePoolObserved {
  const { metadata, spec } = object
  const namespace = metadata.namespace ?? ''
  const clusterName = text(at(spec, 'clusterName')) ?? ''
  const cluster = world.get({ ...clusterKind, namespace, name: clusterName }, clusterForPool)
  const template = at(spec, 'template', 'spec')
  const bootstrapRef = contractRef(at(template, 'bootstrap', 'configRef'))
  const infrastructureRef = contractRef(at(template, 'infrastructureRef'))
  const infrastructure = observeInfrastructure(world, { namespace, ref: infrastructureRef })
  const machines = listPoolMachines(object, world, clusterName)
  const previous = observePrevious(world, { ...oldTypes, ref: refOf(object) })
  const providerIDs = list(at(spec, 'providerIDList')).map(String)
  return {
    namespace,
    name: metadata.name,
    uid: metadata.uid,
    generation: metadata.generation,
    previous,
    before: readBefore(previous),
    clock: clockAt(world.now),
    clusterFound: cluster.read && cluster.item !== undefined,
    controlPlaneInitialized: cluster.read && cluster.item?.controlPlaneInitialized === true,
    probe: readProbe(world, namespace, clusterName),
    paused: {
      kind: 'MachinePool',
      clusterPaused: cluster.read && cluster.item?.paused === true,
      annotated: hasPausedAnnotation(object),
      clusterUnread: !cluster.read,
    },
    deletedAt: metadata.deletionTimestamp,
    nodeDeletionTimeout: number(at(template, 'deletion', 'nodeDeletionTimeoutSeconds')) ?? 0,
    desired: number(at(spec, 'replicas')),
    minReadySeconds: number(at(template, 'minReadySeconds')) ?? number(at(spec, 'minReadySeconds')) ?? 0,
    autoscaled: isAutoscaled(metadata.annotations),
    bootstrapRef,
    dataSecretName: dataSecretName(at(template, 'bootstrap', 'dataSecretName')),
    bootstrap: observeBootstrap(world, { namespace, ref: bootstrapRef }),
    infrastructureRef,
    infrastructure,
    providerIDs,
    machines,
    saidOnMachines: machines.read ? machines.items.flatMap((machine) => saidBefore(machine, world)) : [],
    nodes: observeNodes(world, { cluster: `${namespace}/${clusterName}`, providerIDs, infrastructure }),
  }
}

function readBefore(status: StatusFields | undefined): PoolBefore {
  const old = legacyStatus(status)
  const initialization = at(status, 'initialization')
  return {
    bootstrapCreated:
      flag(at(initialization, 'bootstrapDataSecretCreated')) ??
      flag(at(initialization, 'bootstrapSecretCreated')),
    infrastructureProvisioned: flag(at(initialization, 'infrastructureProvisioned')),
    replicas: number(at(status, 'replicas')),
    nodeRefs: list(at(status, 'nodeRefs')) as readonly NodeRef[],
    phase: text(at(status, 'phase')) ?? text(old['phase']),
    old: {
      readyReplicas: number(old['readyReplicas']),
      availableReplicas: number(old['availableReplicas']),
      unavailableReplicas: number(old['unavailableReplicas']),
    },
  }
}

// An empty name is a name: pools give it to the Machines that stand for what exists already.
const dataSecretName = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function isAutoscaled(own: Readonly<Record<string, string>> | undefined): boolean {
  const manager = own?.[annotations.replicasManagedBy]
  return manager !== undefined && manager !== 'false'
}

function listPoolMachines(object: MachinePool, world: World, clusterName: string): Listing<MachineSeen> {
  const { name, namespace = '', uid } = object.metadata
  const by = { label: labels.poolName, value: name }
  const listing = world.list({ ...machineKind, namespace, by }, machineSeen)
  if (!listing.read) return listing
  const items = listing.items.filter((machine) => {
    const controller = controllerOf(machine)
    return (
      machine.labels[labels.clusterName] === clusterName && (controller === undefined || controller === uid)
    )
  })
  return { read: true, items }
}

function saidBefore(machine: MachineSeen, world: World): readonly ConditionsOnOther[] {
  const { group, kind, namespace, name } = machine
  const ref: ObjectRef = { group, kind, namespace, name }
  const said = getCondition(world.previousOn(ref), 'UpToDate')
  return said === undefined ? [] : [{ ref, conditions: [said] }]
}
