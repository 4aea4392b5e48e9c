import {
  type Fields,
  fields,
  groupOf,
  type KubeObject,
  type Listing,
  type Reading,
  refOf,
  unreadable,
  type View,
  type World,
} from '@sitrep/status'
import { isConnected, readProbe } from '../connection/probe.ts'
import {
  annotations,
  clusterKind,
  configMapKind,
  coreGroup,
  etcdMembershipKind,
  kubeadmConfigKind,
  labels,
  machineKind,
  machinePoolKind,
  nodeKind,
  podKind,
} from '../kinds.ts'
import { refIn } from '../model/references.ts'
import { hasPausedAnnotation } from '../paused/paused.ts'
import { readProviderObject } from '../provider-object/read.ts'
import { readCertificates } from './observe/certificates-seen.ts'
import { clusterForControlPlane } from './observe/cluster-seen.ts'
import { etcdForControlPlane } from './observe/etcd-seen.ts'
import {
  type ControlPlaneMachineSeen,
  controlPlaneMachine,
  controlPlaneRole,
} from './observe/machine-seen.ts'
import { nodeForControlPlane } from './observe/node-seen.ts'
import { controlPlanePrevious } from './observe/previous.ts'
import { staticPod } from './observe/static-pod-seen.ts'
import { controlPlaneSpec } from './spec.ts'
import type {
  ClonedFrom,
  ControlPlaneObserved,
  ControlPlaneSeen,
  MachineObserved,
  WorkersObserved,
} from './types.ts'

const existence: View<true> = { name: 'existence', of: () => true }

const clonedFrom: View<ClonedFrom> = {
  name: 'clonedFrom',
  of: ({ metadata }) => ({
    name: metadata.annotations?.[annotations.clonedFromName],
    groupKind: metadata.annotations?.[annotations.clonedFromGroupKind],
  }),
}

const kubeadmConfigSpec: View<Fields> = { name: 'kubeadmConfigSpec', of: ({ spec }) => fields(spec) }

const machineLeft: View<{ readonly name: string; readonly controlPlane: boolean }> = {
  name: 'machineLeft',
  of: ({ metadata }) => ({
    name: metadata.name,
    controlPlane: Object.hasOwn(metadata.labels ?? {}, labels.controlPlane),
  }),
}

const poolLeft: View<string> = { name: 'poolLeft', of: ({ metadata }) => metadata.name }

/** Picks all that the status of a control plane is decided from. */
export function observeControlPlane(object: KubeObject, world: World<Fields>): ControlPlaneObserved {
  const controlPlane = controlPlaneSeen(object)
  const { spec, clusterName } = controlPlane
  const namespace = controlPlane.ref.namespace ?? ''
  const cluster =
    clusterName === ''
      ? undefined
      : world.get({ ...clusterKind, namespace, name: clusterName }, clusterForControlPlane)
  const previousStatus = fields(world.previous)
  const previous = controlPlanePrevious(previousStatus)
  const probe = readProbe(world, namespace, clusterName)
  const reach = { world, controlPlane, connected: isConnected(probe) && clusterName !== '' }
  return {
    now: world.now,
    controlPlane,
    previous,
    previousStatus,
    cluster,
    machines: observeMachines(reach),
    template:
      spec.infrastructureRef?.kind.endsWith('Template') === true
        ? readProviderObject(world, refIn(namespace, spec.infrastructureRef), existence)
        : undefined,
    certificates: readCertificates(
      world,
      { namespace, name: clusterName },
      spec.etcdManaged ? 'managed' : 'external',
    ),
    probe,
    kubeadmConfigMap: previous.initialized ? undefined : observeKubeadmConfigMap(reach),
    nodes: observeNodes(reach),
    etcd: world.get({ ...etcdMembershipKind, namespace, name: clusterName }, etcdForControlPlane),
    workers: controlPlane.deleting ? observeWorkers(reach) : undefined,
  }
}

function controlPlaneSeen(object: KubeObject): ControlPlaneSeen {
  const { metadata } = object
  const owner = metadata.ownerReferences?.find(
    ({ apiVersion, kind }) => kind === clusterKind.kind && groupOf(apiVersion ?? '') === coreGroup,
  )
  const clusterName = owner?.name ?? ''
  return {
    ref: refOf(object),
    uid: metadata.uid ?? '',
    generation: metadata.generation ?? 0,
    deleting: metadata.deletionTimestamp !== undefined,
    paused: hasPausedAnnotation(object),
    remediationInProgress: metadata.annotations?.[annotations.remediationInProgress],
    spec: controlPlaneSpec(object),
    workload: `${metadata.namespace ?? ''}/${clusterName}`,
    clusterName,
  }
}

interface Reach {
  readonly world: World<Fields>
  readonly controlPlane: ControlPlaneSeen
  /** Whether the workload cluster answers. */
  readonly connected: boolean
}

const notConnected = unreadable('the workload cluster is not connected')

const ofCluster = ({ ref, clusterName }: ControlPlaneSeen) => ({
  namespace: ref.namespace ?? '',
  by: { label: labels.clusterName, value: clusterName },
})

function observeMachines(reach: Reach): Listing<MachineObserved> {
  const { world, controlPlane } = reach
  const machines = world.list({ ...machineKind, ...ofCluster(controlPlane) }, controlPlaneMachine)
  if (!machines.read) return machines
  return { read: true, items: machines.items.map((seen) => observeMachine(reach, seen)) }
}

function observeMachine(reach: Reach, seen: ControlPlaneMachineSeen): MachineObserved {
  const { world, controlPlane, connected } = reach
  const { namespace } = controlPlane.ref
  const { infrastructureRef, configRef, nodeName } = seen
  const cluster = controlPlane.workload
  const onNode = nodeName === undefined ? undefined : { index: 'nodeName', key: nodeName }
  return {
    seen,
    before: world.previousOn(seen.ref),
    infrastructure:
      infrastructureRef === undefined
        ? unreadable('the Machine names no infrastructure')
        : readProviderObject(world, refIn(namespace, infrastructureRef), clonedFrom),
    config:
      configRef &&
      world.get(
        { ...kubeadmConfigKind, namespace: namespace ?? '', name: configRef.name },
        kubeadmConfigSpec,
      ),
    node:
      nodeName === undefined
        ? undefined
        : connected
          ? world.get({ cluster, ...nodeKind, name: nodeName }, nodeForControlPlane)
          : notConnected,
    pods: onNode && (connected ? world.list({ cluster, ...podKind, by: onNode }, staticPod) : notConnected),
  }
}

function observeNodes({ world, controlPlane, connected }: Reach): ControlPlaneObserved['nodes'] {
  if (!connected) return notConnected
  const by = { label: controlPlaneRole, value: '' }
  return world.list({ cluster: controlPlane.workload, ...nodeKind, by }, nodeForControlPlane)
}

// Only this one ConfigMap is ever of interest, so nobody is made to feed all of them.
function observeKubeadmConfigMap({ world, controlPlane, connected }: Reach): Reading<true> {
  if (!connected) return notConnected
  const by = { index: 'name', key: 'kubeadm-config' }
  const query = { cluster: controlPlane.workload, ...configMapKind, by }
  const found = world.list(query, kubeadmConfigMap)
  if (!found.read) return found
  return found.items.length > 0 ? { read: true, item: true } : { read: true }
}

const kubeadmConfigMap: View<true | undefined> = {
  name: 'kubeadmConfigMap',
  of: ({ metadata }) => (metadata.namespace === 'kube-system' ? true : undefined),
}

function observeWorkers({ world, controlPlane }: Reach): WorkersObserved {
  return {
    machines: world.list({ ...machineKind, ...ofCluster(controlPlane) }, machineLeft),
    pools: world.list({ ...machinePoolKind, ...ofCluster(controlPlane) }, poolLeft),
  }
}
