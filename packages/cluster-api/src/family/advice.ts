import type { AdviceTable } from '@sitrep/status'
import { isClusterApiGroup, providerGroups } from './groups.ts'

// biome-ignore format: the table is read as one; its columns stay aligned
const ownAdvice: AdviceTable = {
  of: ({ group }) => isClusterApiGroup(group),
  rows: [
    ['Machine', 'Deleting', 'WaitingForPreDrainHook',          'A hook holds the Machine back before its Node is drained. Whoever set the annotation pre-drain.delete.hook.machine.cluster.x-k8s.io/… removes it when done; if that program is gone, remove the annotation by hand.'],
    ['Machine', 'Deleting', 'WaitingForPreTerminateHook',      'A hook holds the Machine back before its infrastructure is deleted. Whoever set the annotation pre-terminate.delete.hook.machine.cluster.x-k8s.io/… removes it when done; if that program is gone, remove the annotation by hand.'],
    ['Machine', 'Deleting', 'DrainingNode',                    'Pods cannot be evicted: look for PodDisruptionBudgets that allow no disruption and for Pods that do not end. spec.deletion.nodeDrainTimeoutSeconds of the Machine limits the wait.'],
    ['Machine', 'Deleting', 'WaitingForVolumeDetach',          'Volumes are still attached to the Node: look at its VolumeAttachments and at the CSI driver. spec.deletion.nodeVolumeDetachTimeoutSeconds of the Machine limits the wait.'],
    ['Machine', 'Deleting', 'WaitingForInfrastructureDeletion','The provider has not deleted the infrastructure yet: look at the conditions and finalizers of the object in spec.infrastructureRef, and at the log of the infrastructure provider.'],
    ['Machine', 'Deleting', 'WaitingForBootstrapDeletion',     'The bootstrap object is still there: look at its finalizers and at the log of the bootstrap provider.'],
    ['Machine', 'Deleting', 'DeletingNode',                    'The Node is being deleted in the workload cluster: look whether that cluster can be reached.'],
    ['Machine', 'InfrastructureReady', 'DoesNotExist|ObjectDoesNotExist|ObjectDeleted', 'The object in spec.infrastructureRef is gone. If nobody will bring it back, delete the Machine so that its owner makes another one.'],
    ['Machine', 'InfrastructureReady', '*',                    'The provider is still making the machine, or cannot: look at the conditions and events of the object in spec.infrastructureRef, then at the log of the infrastructure provider (quota, credentials, images).'],
    ['Machine', 'BootstrapConfigReady', '*',                   'Bootstrap data is not there yet: look at the conditions of the object in spec.bootstrap.configRef. Workers wait here until the control plane is initialized.'],
    ['Machine', 'NodeHealthy|NodeReady', 'NodeDoesNotExist',   'No Node has this Machine\'s provider ID. If the machine runs, read its cloud-init and kubelet logs: it could not join, or its Node reports another provider ID.'],
    ['Machine', 'NodeHealthy|NodeReady', 'NodeDeleted',        'The Node was deleted by hand. Delete the Machine too, so that its owner makes another one.'],
    ['Machine', '*', 'ConnectionDown',                         'The workload cluster cannot be reached: look at its API server, its load balancer and the network between the two clusters. What is said about its Nodes is old.'],
    ['Machine', '*', 'InspectionFailed',                       'The workload cluster could not be asked: look at its API server and at the kubeconfig Secret of the Cluster.'],
    ['Machine', 'NodeHealthy|NodeReady', '*',                  'The kubelet is unwell or silent: look at the conditions of the Node, then at kubelet and container runtime on the machine. A MachineHealthCheck replaces such machines by itself.'],
    ['Machine', 'HealthCheckSucceeded', '*',                   'A MachineHealthCheck found the Machine unhealthy; its owner replaces it. To keep it, remove the cause or annotate it with cluster.x-k8s.io/skip-remediation before.'],
    ['Machine', 'OwnerRemediated', 'RemediationDeferred|CannotBeRemediated|WaitingForRemediation', 'The owner has not begun: look at OwnerRemediated\'s message, at maxInFlight of its remediation strategy and at the health of its other Machines.'],
    ['Machine', 'EtcdMemberHealthy|EtcdPodHealthy', '*',       'Look at the etcd Pod of this machine and at its disk. Do not delete control plane Machines by hand while etcd has no quorum.'],
    ['Machine', 'APIServerPodHealthy|ControllerManagerPodHealthy|SchedulerPodHealthy', '*', 'Look at the static Pod on this machine in namespace kube-system: its events and its log.'],
    ['Machine', 'UpToDate', '*',                               'The Machine is older than what is asked for now; its owner replaces it. If nothing moves, look at the owner\'s RollingOut and Paused.'],
    ['Machine', 'Available', 'WaitingForMinReadySeconds',      'Nothing is wrong: it counts as available after spec.minReadySeconds.'],
    ['MachineSet', 'ScalingUp', '*',                           'Machines are being made. If none appears, look at the events of the MachineSet: a template that is missing, preflight checks, or a webhook that refuses.'],
    ['MachineSet|MachineDeployment|KubeadmControlPlane|MachinePool', 'ScalingDown|Deleting', '*', 'Machines are being deleted: look at those that are (Deleting says at which step they are).'],
    ['MachineDeployment', 'Available', '*',                     'Too few Machines are available: look at those that are not. During a rollout, spec.strategy.rollingUpdate.maxUnavailable says how many may be missing.'],
    ['MachinePool', '*', '*',                                  'Look at the conditions and events of the object in spec.template.spec.infrastructureRef: the provider makes the machines of a pool.'],
    ['KubeadmControlPlane', 'CertificatesAvailable', '*',      'A certificate Secret of the Cluster is missing or unreadable: look at the Secrets named CLUSTER-ca, -etcd, -proxy and -sa.'],
    ['KubeadmControlPlane', 'EtcdClusterHealthy', '*',         'Look at the etcd members and their Pods. With quorum lost, restore etcd first; control plane Machines must not be deleted until then.'],
    ['KubeadmControlPlane', 'ControlPlaneComponentsHealthy', '*', 'Look at the static Pods of the control plane in namespace kube-system of the workload cluster.'],
    ['KubeadmControlPlane', 'Initialized', '*',                'The first control plane machine has not joined: look at its Machine, then at cloud-init and kubeadm on it.'],
    ['KubeadmControlPlane', 'Available', '*',                  'Look at its Machines: the control plane works while enough of them have a healthy API server and etcd has quorum.'],
    ['KubeadmControlPlane', '*', 'ConnectionDown|InspectionFailed', 'The workload cluster cannot be reached: look at its API server, its load balancer and the network between the two clusters.'],
    ['Cluster', 'RemoteConnectionProbe|ControlPlaneProbe', '*', 'The management cluster cannot reach the API server of this cluster: look at spec.controlPlaneEndpoint, the load balancer behind it, firewalls, and the kubeconfig Secret. Conditions about its Nodes are old until it answers.'],
    ['Cluster', 'InfrastructureReady', '*',                    'The provider is still making networks and load balancer, or cannot: look at the conditions and events of the object in spec.infrastructureRef, then at the log of the infrastructure provider.'],
    ['Cluster', 'ControlPlaneInitialized', '*',                'The first control plane machine has not come up: look at the control plane object and at its Machines.'],
    ['Cluster', 'TopologyReconciled', '*',                     'The topology could not be carried out: look at the ClusterClass, its variables and patches, and at the log of the topology controller.'],
    ['Cluster', 'Deleting', 'WaitingForBeforeDeleteHook',      'A runtime extension holds the deletion back: ask it, or look at its log.'],
    ['Cluster', 'Deleting', '*',                               'Deletion goes workers, control plane, infrastructure: look at what the message names, its finalizers and its own Deleting condition.'],
    ['MachineHealthCheck', 'RemediationAllowed', '*',          'Too many machines are unhealthy at once, so none is replaced: find what they have in common (network, image, zone) first.'],
    ['KubeadmConfig', '*', '*',                                'It makes the bootstrap data of a machine. Workers wait here until the control plane is initialized: look there first.'],
    ['*', 'Paused', '*',                                       'Somebody paused it: spec.paused of the Cluster, or the annotation cluster.x-k8s.io/paused on the object. Nothing is done until that is removed.'],
    ['*', '*', 'InternalError',                                'The controller could not do its work: its log says more. It tries again by itself.'],
  ],
}

/** What the objects of providers say in their own words. */
const providerAdvice: AdviceTable = {
  of: ({ group }) => providerGroups.includes(group),
  rows: [
    [
      '*',
      '*',
      '*',
      'The provider of this object knows more: look at its other conditions and its events, then at the log of the provider (quota, credentials, images).',
    ],
  ],
}

/** What usually helps: the kinds of Cluster API by name, then whatever a provider brings. */
export const advice: readonly AdviceTable[] = [ownAdvice, providerAdvice]
