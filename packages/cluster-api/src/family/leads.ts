import {
  groupOf,
  type HoldRow,
  type KindRef,
  type KubeObject,
  kindKey,
  type Lead,
  refOf,
} from '@sitrep/status'
import {
  clusterKind,
  kubeadmConfigKind,
  kubeadmControlPlaneKind,
  labels,
  machineDeploymentKind,
  machineHealthCheckKind,
  machineKind,
  machinePoolKind,
  machineSetKind,
  nodeKind,
} from '../kinds.ts'
import { isClusterApiGroup } from './groups.ts'

const of =
  (...kinds: readonly KindRef[]): Lead['of'] =>
  (object) =>
    kinds.some((kind) => kindKey(kind) === kindKey(refOf(object)))

const cluster = of(clusterKind)
const machine = of(machineKind)
const config = of(kubeadmConfigKind)
// Control planes of other providers have Machines, and say the same of them.
const controlPlane = (object: KubeObject): boolean =>
  of(kubeadmControlPlaneKind)(object) || /ControlPlane$/.test(object.kind)
const carries = (object: KubeObject, label: string): boolean => object.metadata.labels?.[label] !== undefined

const itself = { way: 'itself' } as const
const infrastructure = { way: 'refers', path: 'spec.infrastructureRef' } as const
const ownCluster = { way: 'refers', path: 'spec.clusterName', kind: clusterKind } as const
const labelledCluster = { way: 'labelled', label: labels.clusterName, kind: clusterKind } as const
const controlPlaneRef = { way: 'refers', path: 'spec.controlPlaneRef' } as const
const workers = {
  way: 'carrying',
  label: labels.clusterName,
  kinds: [machineDeploymentKind, machinePoolKind],
} as const
const allMachines = { way: 'carrying', label: labels.clusterName, kinds: [machineKind] } as const
const ownMachines = { way: 'owns', kinds: [machineKind] } as const
const ofDeployment = { way: 'carrying', label: labels.deploymentName, kinds: [machineKind] } as const

const work = ['ScalingUp=True', 'ScalingDown=True', 'RollingOut=True', 'Remediating=True', 'UpToDate']
const working = 'ScalingUp|ScalingDown|RollingOut|Remediating|UpToDate'
const leaving = ['Deleting=True', 'Deleted=True']
const probes = ['RemoteConnectionProbe', 'ControlPlaneProbe']
const toMachines = ['Ready', ...leaving]
const ofMachines = `Available|Initialized|MachinesReady|MachinesUpToDate|Deleting|Deleted|${working}`
const scaled = of(machineDeploymentKind, machineSetKind)
// Nobody has looked at the Machines.
const unlooked = 'InternalError|OwnerDoesNotExist|WaitingForReplicasSet'
const components = 'EtcdClusterHealthy|ControlPlaneComponentsHealthy|CertificatesAvailable'
const onMachine =
  'NodeHealthy|NodeReady|EtcdPodHealthy|EtcdMemberHealthy|APIServerPodHealthy|ControllerManagerPodHealthy|SchedulerPodHealthy'
const unreached =
  'InspectionFailed|ConnectionDown|InternalError|NodeUnknown|NodeHealthUnknown|PodInspectionFailed'

// biome-ignore format: the table is read as one; its columns stay aligned
/** What follows from what: a Cluster from its parts, those from their Machines, and whatever waits for the control plane from that. */
export const leads: readonly Lead[] = [
  { of: cluster,      types: 'Available|Ready',  only: 'reported', by: itself, to: ['InfrastructureReady', 'ControlPlaneInitialized', 'ControlPlaneAvailable', 'ControlPlaneReady', 'WorkersAvailable', ...probes, 'TopologyReconciled', ...leaving] },
  // Nobody reaches a control plane that is not there yet.
  { of: cluster,      types: probes.join('|'),   by: itself,          to: ['ControlPlaneInitialized'] },
  // What belongs to a Cluster that is being deleted goes before it, and nobody reaches it then.
  { of: cluster,      types: `ControlPlaneAvailable|InfrastructureReady|${probes.join('|')}`, reasons: 'ObjectDeleted|ObjectDoesNotExist|ProbeFailed|WaitingForProbe', by: itself, to: leaving },
  { of: cluster,      types: 'ControlPlaneInitialized|ControlPlaneAvailable|ControlPlaneReady|ControlPlaneMachinesReady|ControlPlaneMachinesUpToDate', by: controlPlaneRef, to: ['Available', 'Ready', 'Initialized'] },
  { of: cluster,      types: 'Available|ControlPlaneInitialized|InfrastructureReady', by: infrastructure, to: ['Ready'] },
  { of: cluster,      types: 'WorkersAvailable|WorkerMachinesReady|WorkerMachinesUpToDate', by: workers, to: ['Available'] },
  { of: cluster,      types: working,            by: controlPlaneRef, to: work },
  { of: cluster,      types: working,            by: workers,         to: work },
  { of: cluster,      types: 'Deleting|Deleted', by: allMachines,     to: leaving },
  { of: controlPlane, types: `${ofMachines}|ReplicaFailure|Ready`, by: ownMachines, to: toMachines },
  { of: controlPlane, types: components,         reasons: unreached, by: ownMachines, to: ['Ready'] },
  // What lies inside a cluster that nobody reaches is not known.
  { of: controlPlane, types: `Available|${components}|MachinesReady`, by: labelledCluster, to: probes },
  { of: of(machineDeploymentKind), types: ofMachines, unless: unlooked, by: ofDeployment, to: toMachines },
  { of: of(machineSetKind),        types: ofMachines, unless: unlooked, by: ownMachines,  to: toMachines },
  // Machines that cannot be made are missing, whatever those do that are there.
  { of: scaled,       types: `Available|MachinesReady|${working}`, by: itself, to: ['ReplicaFailure=True'] },
  { of: scaled,       types: 'Available',        by: itself,          to: ['ScalingUp=True'] },
  { of: of(machineDeploymentKind), types: 'ReplicaFailure', by: { way: 'owns', kinds: [machineSetKind] }, to: ['ReplicaFailure=True'] },
  // While the control plane is upgraded nobody makes workers.
  { of: scaled,       types: 'ReplicaFailure',   by: labelledCluster, onward: controlPlaneRef, to: work },
  { of: of(machinePoolKind),       types: '*',        by: { way: 'refers', path: 'spec.template.spec.infrastructureRef' }, to: ['Ready'] },
  { of: of(machinePoolKind),       types: '*',        by: { way: 'refers', path: 'spec.template.spec.bootstrap.configRef' }, to: ['Ready', 'DataSecretAvailable'] },
  { of: of(machinePoolKind),       types: ofMachines, unless: unlooked, by: ownMachines,  to: toMachines },
  { of: machine,      types: 'Available',        only: 'reported', by: itself, to: ['Ready'] },
  { of: machine,      types: 'Ready',            only: 'reported', by: itself, to: [...leaving, 'BootstrapConfigReady', 'BootstrapReady', 'InfrastructureReady', 'NodeHealthy', 'NodeReady', 'HealthCheckSucceeded', 'APIServerPodHealthy', 'EtcdPodHealthy', 'EtcdMemberHealthy'] },
  { of: machine,      types: 'InfrastructureReady', by: itself,       to: ['BootstrapConfigReady', 'BootstrapReady'] },
  { of: machine,      types: 'InfrastructureReady', by: infrastructure, to: ['Ready'] },
  { of: machine,      types: 'BootstrapConfigReady|BootstrapReady', by: { way: 'refers', path: 'spec.bootstrap.configRef' }, to: ['Ready', 'DataSecretAvailable'] },
  { of: machine,      types: onMachine,          reasons: unreached, by: itself, to: ['InfrastructureReady', 'BootstrapConfigReady'] },
  { of: machine,      types: onMachine,          reasons: unreached, by: ownCluster, to: [...probes, 'ControlPlaneInitialized'] },
  { of: machine,      types: 'NodeHealthy|NodeReady', by: { way: 'refers', path: 'status.nodeRef', kind: nodeKind, remote: 'spec.clusterName' }, to: ['Ready', 'MemoryPressure=True', 'DiskPressure=True', 'PIDPressure=True', 'NetworkUnavailable=True'] },
  { of: machine,      types: 'NodeReady',        by: itself,          to: ['NodeHealthy'] },
  { of: machine,      types: 'HealthCheckSucceeded', by: itself,      to: ['NodeHealthy', 'NodeReady', 'InfrastructureReady', 'BootstrapConfigReady'] },
  // Workers wait for the control plane; the first machine of the control plane waits for nobody but the infrastructure.
  { of: (object) => config(object) && !carries(object, labels.controlPlane), types: 'Ready|DataSecretAvailable', reasons: 'NotReady|NotAvailable|WaitingForControlPlaneAvailable|WaitingForControlPlaneInitialized|WaitingForClusterInfrastructure', by: labelledCluster, to: ['ControlPlaneInitialized', 'InfrastructureReady'] },
  { of: (object) => config(object) && carries(object, labels.controlPlane), types: 'Ready|DataSecretAvailable', reasons: 'NotReady|NotAvailable|WaitingForClusterInfrastructure', by: labelledCluster, to: ['InfrastructureReady'] },
  // Too many are not well at once, or have not started yet.
  { of: of(machineHealthCheckKind), types: 'RemediationAllowed', by: { way: 'refers', path: 'status.targets[]', kind: machineKind }, to: toMachines },
  // Who pauses a Cluster pauses all that belongs to it.
  { of: (object) => isClusterApiGroup(groupOf(object.apiVersion)) && !cluster(object), types: 'Paused', by: labelledCluster, to: ['Paused=True'] },
  // What a provider reports of itself in the words of its own.
  { of: ({ apiVersion }) => isClusterApiGroup(groupOf(apiVersion)), types: 'Ready|Available', only: 'reported', reasons: 'NotReady', by: itself, to: ['InfrastructureReady', 'BootstrapExecSucceeded'] },
]

// biome-ignore format: the table is read as one; its columns stay aligned
/** Deletions that wait for somebody. */
export const holds: readonly HoldRow[] = [
  ['Machine', 'Deleting|Deleted', 'DrainingNode', /disruption budget|cannot evict/i],
  ['Machine', 'Deleting|Deleted', 'WaitingForPreDrainHook|WaitingForPreTerminateHook'],
  ['Cluster', 'Deleting|Deleted', 'WaitingForBeforeDeleteHook'],
  // The released systems say of a template that is gone only that they scale up; a control plane that is at work lets them go on.
  ['MachineDeployment|KubeadmControlPlane', 'ScalingUp', 'ScalingUp', /is blocked because.* does not exist$/],
]
