import { at, clockAt, list, type Reading, text, type View, type World } from '@sitrep/status'
import {
  annotations,
  clusterKind,
  labels,
  machineDrainRuleKind,
  machineKind,
  nodeKind,
  persistentVolumeKind,
  volumeAttachmentKind,
} from '../../kinds.ts'
import { refIn } from '../../model/references.ts'
import { readProviderObject } from '../../provider-object/read.ts'
import { hooksOf, isDrainAllowed, isVolumeWaitAllowed } from '../deletion/gates.ts'
import { drainRuleForMachine } from '../drain/drain-rule.ts'
import { infrastructureStep } from '../steps/infrastructure.ts'
import type {
  ControlPlaneSeen,
  DeletionObserved,
  MachineObserved,
  MachineSeen,
  NodeInDeletion,
} from '../types.ts'
import type { VolumeSeen } from '../volumes/attached-volumes.ts'
import type { ClusterSeen } from './cluster-seen.ts'
import { nodeConditions, nodeForMachine } from './node-seen.ts'
import { observePods } from './observe-pods.ts'

const controlPlaneForMachine: View<ControlPlaneSeen> = {
  name: 'controlPlaneForMachine',
  of: ({ metadata, status }) => ({
    deleting: metadata.deletionTimestamp !== undefined,
    externallyManaged: at(status, 'externalManagedControlPlane') === true,
  }),
}

/** Hides all Machines but those of the control plane that are to stay. */
const stayingControlPlaneMachine: View<string | undefined> = {
  name: 'stayingControlPlaneMachine',
  of: ({ metadata }) => {
    const controlPlane = Object.hasOwn(metadata.labels ?? {}, labels.controlPlane)
    return controlPlane && metadata.deletionTimestamp === undefined ? metadata.name : undefined
  },
}

const labelsOfCluster: View<Readonly<Record<string, string>>> = {
  name: 'labelsOfCluster',
  of: ({ metadata }) => metadata.labels ?? {},
}

const nodeInDeletion: View<NodeInDeletion> = {
  name: 'nodeInDeletion',
  of: (object) => ({
    unreachable: nodeConditions(object).Ready?.status === 'Unknown',
    volumesAttached: list(at(object.status, 'volumesAttached')).flatMap(
      (volume) => text(at(volume, 'name')) ?? [],
    ),
  }),
}

const volumeInDeletion: View<VolumeSeen> = {
  name: 'volumeInDeletion',
  of: ({ metadata, spec }) => {
    const [csi, claim] = [at(spec, 'csi'), at(spec, 'claimRef')]
    const bound = text(at(claim, 'kind')) === 'PersistentVolumeClaim'
    return {
      name: metadata.name,
      nodeVolumeName:
        csi === undefined
          ? undefined
          : `kubernetes.io/csi/${text(at(csi, 'driver')) ?? ''}^${text(at(csi, 'volumeHandle')) ?? ''}`,
      claim: bound ? `${text(at(claim, 'namespace')) ?? ''}/${text(at(claim, 'name')) ?? ''}` : undefined,
    }
  },
}

const attachmentInDeletion: View<{ readonly node: string; readonly volume: string | undefined } | undefined> =
  {
    name: 'attachmentInDeletion',
    of: ({ spec, status }) => {
      if (at(status, 'attached') !== true) return undefined
      return {
        node: text(at(spec, 'nodeName')) ?? '',
        volume: text(at(spec, 'source', 'persistentVolumeName')),
      }
    },
  }

type Known = Omit<MachineObserved, 'deletion'>

/** What decides how a deletion goes on. Nothing is read that no stage will ask for. */
export function observeDeletion(
  known: Known,
  world: World,
  foundNodeName: string | undefined,
): DeletionObserved {
  const { machine } = known
  const cluster = known.cluster.read ? known.cluster.item : undefined
  const lastLookNodeName =
    foundNodeName === undefined && cluster?.deleting === false ? lastLook(known, world) : undefined
  const nodeName = foundNodeName ?? lastLookNodeName
  const needed = cluster?.deleting === false && nodeName !== undefined
  return {
    controlPlane: needed ? readControlPlane(world, machine, cluster) : undefined,
    controlPlaneMachines: world.list(
      {
        ...machineKind,
        ...within(machine),
        by: { label: labels.clusterName, value: machine.spec.clusterName },
      },
      stayingControlPlaneMachine,
    ),
    lastLookNodeName,
    ...(needed
      ? observeNode(known, world, nodeName)
      : { node: undefined, drain: undefined, volumes: undefined }),
  }
}

const within = ({ ref }: MachineSeen): { readonly namespace?: string } =>
  ref.namespace === undefined ? {} : { namespace: ref.namespace }

function readControlPlane(
  world: World,
  machine: MachineSeen,
  cluster: ClusterSeen,
): DeletionObserved['controlPlane'] {
  const { controlPlaneRef } = cluster
  if (controlPlaneRef === undefined) return undefined
  return readProviderObject(world, refIn(machine.ref.namespace, controlPlaneRef), controlPlaneForMachine)
}

/** A Machine that never took over the id of its infrastructure may still have a Node. */
function lastLook(known: Known, world: World): string | undefined {
  const { machine, infrastructure } = known
  const reported = infrastructure.read ? infrastructure.item?.object.providerID : undefined
  const key = infrastructureStep(known).providerID || (typeof reported === 'object' ? reported.text : '')
  if (key === '') return undefined
  const nodes = world.list(
    { cluster: machine.workload, ...nodeKind, by: { index: 'providerID', key } },
    nodeForMachine,
  )
  return nodes.read && nodes.items.length === 1 ? nodes.items[0]?.name : undefined
}

type NodeObserved = Pick<DeletionObserved, 'node' | 'drain' | 'volumes'>

function observeNode(known: Known, world: World, name: string): NodeObserved {
  const { machine } = known
  const clock = clockAt(known.now)
  const held = hooksOf(machine, annotations.preDrainHookPrefix).length > 0
  const drains = !held && isDrainAllowed(known, clock)
  const detaches = !held && isVolumeWaitAllowed(known, clock)
  if (!drains && !detaches) return { node: undefined, drain: undefined, volumes: undefined }
  const node: Reading<NodeInDeletion> = world.get(
    { cluster: machine.workload, ...nodeKind, name },
    nodeInDeletion,
  )
  return {
    node,
    drain: {
      pods: observePods(world, machine.workload, name),
      rules: world.list({ ...machineDrainRuleKind, ...within(machine) }, drainRuleForMachine),
      clusterLabels: clusterLabels(world, machine),
    },
    volumes: detaches ? observeVolumes(world, machine, name) : undefined,
  }
}

function clusterLabels(world: World, machine: MachineSeen): Readonly<Record<string, string>> {
  const cluster = world.get(
    { ...clusterKind, ...within(machine), name: machine.spec.clusterName },
    labelsOfCluster,
  )
  return (cluster.read && cluster.item) || {}
}

function observeVolumes(
  world: World,
  { workload }: MachineSeen,
  nodeName: string,
): DeletionObserved['volumes'] {
  const attachments = world.list({ cluster: workload, ...volumeAttachmentKind }, attachmentInDeletion)
  return {
    attachments: attachments.read
      ? { read: true, items: attachments.items.filter(({ node }) => node === nodeName) }
      : attachments,
    volumes: world.list({ cluster: workload, ...persistentVolumeKind }, volumeInDeletion),
  }
}
