import { getCondition } from '@sitrep/conditions'
import { at, type Fields, fields, type Listing, refOf, text, unreadable, type View } from '@sitrep/status'
import {
  annotations,
  kubeadmConfigKind,
  labels,
  machineKind,
  machinePoolKind,
  nodeKind,
  podKind,
} from '../../kinds.ts'
import { machineSeen } from '../../machines-of/machine-seen.ts'
import { conditionsOf } from '../../model/conditions.ts'
import { contractRef, refIn } from '../../model/references.ts'
import { oldReadyOf } from '../../old-model/old-conditions.ts'
import { readProviderObject } from '../../provider-object/observe.ts'
import {
  type ClonedFrom,
  type ControlPlaneMachineSeen,
  controlPlaneTaint,
  type KubeadmControlPlaneSeen,
  type MachineObserved,
  type WorkersObserved,
} from '../types.ts'
import { hasTaint, nodeForControlPlane, notConnected, type Reach, staticPod } from './workload.ts'

/** Hides all Machines but those of a control plane. */
const controlPlaneMachine: View<ControlPlaneMachineSeen | undefined> = {
  name: 'machineForControlPlane',
  of: (object) => {
    const { metadata, spec, status } = object
    if (!Object.hasOwn(metadata.labels ?? {}, labels.controlPlane)) return undefined
    const own = metadata.annotations ?? {}
    const updating = getCondition(conditionsOf(object), 'Updating')
    return {
      ...machineSeen.of(object),
      ref: refOf(object),
      generation: metadata.generation ?? 0,
      specVersion: text(at(spec, 'version')) ?? '',
      kubeletVersion: text(at(status, 'nodeInfo', 'kubeletVersion')) ?? '',
      providerID: text(at(spec, 'providerID')) ?? '',
      failureDomain: text(at(spec, 'failureDomain')) ?? '',
      infrastructureRef: contractRef(at(spec, 'infrastructureRef')),
      configRef: contractRef(at(spec, 'bootstrap', 'configRef')),
      wantsTaint: hasTaint(at(spec, 'taints'), controlPlaneTaint),
      certificatesExpiryDate: text(at(status, 'certificatesExpiryDate')),
      markedForDeletion: Object.hasOwn(own, annotations.deleteMachine),
      updatingMessage: updating?.status === 'True' ? (updating.message ?? '') : '',
      oldReady: oldReadyOf(object),
      remediationFor: own[annotations.remediationFor],
    }
  },
}

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

const ofCluster = ({ ref, clusterName }: KubeadmControlPlaneSeen) => ({
  namespace: ref.namespace ?? '',
  by: { label: labels.clusterName, value: clusterName },
})

/** Looks at the Machines of the cluster that are of a control plane, and at what is judged together with them. */
export function observeMachines(reach: Reach): Listing<MachineObserved> {
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
          ? world.get({ ...nodeKind, cluster, name: nodeName }, nodeForControlPlane)
          : notConnected,
    pods: onNode && (connected ? world.list({ ...podKind, cluster, by: onNode }, staticPod) : notConnected),
  }
}

/** Looks at everything that has to go before the control plane may. */
export function observeWorkers({ world, controlPlane }: Reach): WorkersObserved {
  return {
    machines: world.list({ ...machineKind, ...ofCluster(controlPlane) }, machineLeft),
    pools: world.list({ ...machinePoolKind, ...ofCluster(controlPlane) }, poolLeft),
  }
}
