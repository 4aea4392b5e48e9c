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
  type Reading,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { isConnected, readProbe } from '../connection/probe.ts'
import { annotations, clusterKind, labels, machineKind, nodeKind } from '../kinds.ts'
import { controllerOf, type MachineSeen, machineSeen } from '../machines-of/machine-seen.ts'
import { type NodeReadiness, nodeReadiness } from '../machines-of/node-readiness.ts'
import { conditionsOf } from '../model/conditions.ts'
import { legacyStatus } from '../model/layout.ts'
import { contractRef } from '../model/references.ts'
import type { StatusFields } from '../pass/verdict.ts'
import { hasPausedAnnotation, isClusterPaused } from '../paused/paused.ts'
import { seconds } from '../time/longer-than.ts'
import { observeBootstrap, observeInfrastructure } from './observe-provider.ts'
import type { InfrastructureSeen, MachinePool, MachinePoolObserved, NodeRef, PoolBefore } from './types.ts'

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

/** Picks what the status of a MachinePool rests on. */
export function observeMachinePool(object: MachinePool, world: World<StatusFields>): MachinePoolObserved {
  const { metadata, spec } = object
  const namespace = metadata.namespace ?? ''
  const clusterName = text(at(spec, 'clusterName')) ?? ''
  const cluster = world.get({ ...clusterKind, namespace, name: clusterName }, clusterForPool)
  const template = at(spec, 'template', 'spec')
  const clock = clockAt(world.now)
  const infrastructure = observeInfrastructure(object, world)
  const machines = listPoolMachines(object, world, clusterName)
  const nodes = observeNodes(object, world, { clusterName, infrastructure })
  const deletionTimeout = number(at(template, 'deletion', 'nodeDeletionTimeoutSeconds')) ?? 0
  return {
    namespace,
    name: metadata.name,
    generation: metadata.generation,
    previous: world.previous,
    before: readBefore(world.previous),
    clock,
    clusterFound: cluster.read && cluster.item !== undefined,
    controlPlaneInitialized: cluster.read && cluster.item?.controlPlaneInitialized === true,
    connected: nodes.read,
    paused: {
      kind: 'MachinePool',
      clusterPaused: cluster.read && cluster.item?.paused === true,
      annotated: hasPausedAnnotation(object),
      clusterUnread: !cluster.read,
    },
    deleting: metadata.deletionTimestamp !== undefined,
    nodeDeletionOver:
      deletionTimeout !== 0 && clock.passed(metadata.deletionTimestamp, deletionTimeout * seconds),
    desired: number(at(spec, 'replicas')),
    minReadySeconds: number(at(template, 'minReadySeconds')) ?? number(at(spec, 'minReadySeconds')) ?? 0,
    autoscaled: isAutoscaled(metadata.annotations),
    bootstrapRef: contractRef(at(template, 'bootstrap', 'configRef')),
    dataSecretName: dataSecretName(at(template, 'bootstrap', 'dataSecretName')),
    bootstrap: observeBootstrap(object, world),
    infrastructureRef: contractRef(at(template, 'infrastructureRef')),
    infrastructure,
    providerIDs: list(at(spec, 'providerIDList')).map(String),
    machines,
    saidOnMachines: machines.read ? machines.items.flatMap((machine) => saidBefore(machine, world)) : [],
    nodes: nodes.read ? nodes.items : [],
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

interface PoolSurroundings {
  readonly clusterName: string
  readonly infrastructure: Reading<InfrastructureSeen>
}

// Nodes are asked for one by one: a pool must not wake with every Node of its cluster.
function observeNodes(
  object: MachinePool,
  world: World<StatusFields>,
  { clusterName, infrastructure }: PoolSurroundings,
): Listing<NodeReadiness> {
  const namespace = object.metadata.namespace ?? ''
  const cluster = `${namespace}/${clusterName}`
  const newest = infrastructure.read ? (infrastructure.item?.providerIDs ?? []) : []
  const ids = new Set([...newest, ...list(at(object.spec, 'providerIDList')).map(String)])
  const names = list(at(world.previous, 'nodeRefs')).map((ref) => text(at(ref, 'name')) ?? '')
  const found = new Map<string, NodeReadiness>()
  let read = isConnected(readProbe(world, namespace, clusterName))
  for (const key of ids) {
    if (key === '') continue
    const nodes = world.list({ cluster, ...nodeKind, by: { index: 'providerID', key } }, nodeReadiness)
    read &&= nodes.read
    for (const node of nodes.read ? nodes.items : []) found.set(node.name, node)
  }
  for (const name of new Set(names)) {
    const node = world.get({ cluster, ...nodeKind, name }, nodeReadiness)
    read &&= node.read
    if (node.read && node.item !== undefined) found.set(name, node.item)
  }
  return read ? { read, items: [...found.values()] } : { read, why: 'the workload cluster is not connected' }
}
