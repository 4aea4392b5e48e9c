const groups: ReadonlySet<string> = new Set([
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'apps',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'flowcontrol.apiserver.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
  'storagemigration.k8s.io',
])

/** Whether Kubernetes itself serves a group: its conditions are older than the conventions and will stay as they are. */
export const isBuiltInGroup = (group: string): boolean => groups.has(group)

const owned: Readonly<Record<string, string>> = {
  Pod: 'PodScheduled Initialized ContainersReady Ready DisruptionTarget PodReadyToStartContainers PodResizePending PodResizeInProgress AllContainersRestarting',
  Node: 'Ready MemoryPressure DiskPressure PIDPressure NetworkUnavailable',
  Deployment: 'Available Progressing ReplicaFailure',
  ReplicaSet: 'ReplicaFailure',
  Job: 'Complete Failed FailureTarget SuccessCriteriaMet Suspended',
  Namespace:
    'NamespaceDeletionContentFailure NamespaceDeletionDiscoveryFailure NamespaceDeletionGroupVersionParsingFailure NamespaceContentRemaining NamespaceFinalizersRemaining',
  PersistentVolumeClaim:
    'Resizing FileSystemResizePending ControllerResizeError NodeResizeError ModifyingVolume ModifyVolumeError Unused',
  Service: 'LoadBalancerPortsError',
}

/** The condition types that Kubernetes writes on a kind of its own; nothing for other kinds. */
export const ownTypesOf = (kind: string): readonly string[] | undefined =>
  Object.hasOwn(owned, kind) ? owned[kind]?.split(' ') : undefined
