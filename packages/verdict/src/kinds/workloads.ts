import type { Count, FieldTest, KindKnowledge } from '@sitrep/status'

const source = 'Kubernetes API reference, apps/v1 and batch/v1'

const replicas = (have: string, words: string): Count => ({
  wanted: 'spec.replicas',
  otherwise: 1,
  have: `status.${have}`,
  absent: 'zero',
  words: `replicas are ${words}`,
})

const onDelete: FieldTest = { path: 'spec.updateStrategy.type', in: ['OnDelete'] }
const nodes = (have: string, words: string): Count => ({
  wanted: 'status.desiredNumberScheduled',
  have: `status.${have}`,
  absent: 'zero',
  words: `pods are ${words}`,
})

/** The workloads of Kubernetes: their counters decide, and most of their counters are left out when they are zero. */
export const workloadKinds: readonly KindKnowledge[] = [
  {
    source,
    group: 'apps',
    kinds: ['Deployment'],
    // Progressing is True also when nothing moves any more; only a reason tells when it is over, or gave up.
    conditions: { Available: 'whole', Progressing: 'progress', ReplicaFailure: 'problem' },
    needs: ['Available'],
    reasons: {
      DeploymentResumed: 'progress',
      MinimumReplicasUnavailable: 'unready',
      NewReplicaSetAvailable: 'done',
      ProgressDeadlineExceeded: 'final',
    },
    counts: [
      replicas('updatedReplicas', 'updated'),
      replicas('availableReplicas', 'available'),
      replicas('replicas', 'there'),
    ],
  },
  {
    source,
    group: 'apps',
    kinds: ['StatefulSet'],
    counts: [replicas('readyReplicas', 'ready'), replicas('replicas', 'there')],
    // With a partition, or with updates by hand, two revisions side by side are what is wanted.
    equal: [
      {
        one: 'status.currentRevision',
        other: 'status.updateRevision',
        unless: [onDelete, { path: 'spec.updateStrategy.rollingUpdate.partition', is: 'filled' }],
      },
    ],
  },
  {
    source,
    group: 'apps',
    kinds: ['DaemonSet'],
    counts: [
      { ...nodes('updatedNumberScheduled', 'updated'), unless: [onDelete] },
      nodes('numberAvailable', 'available'),
    ],
  },
  {
    source,
    group: 'apps',
    kinds: ['ReplicaSet'],
    conditions: { ReplicaFailure: 'problem' },
    counts: [replicas('availableReplicas', 'available'), replicas('replicas', 'there')],
  },
  {
    source: 'Kubernetes API reference, v1',
    group: '',
    kinds: ['ReplicationController'],
    conditions: { ReplicaFailure: 'problem' },
    counts: [replicas('availableReplicas', 'available')],
  },
  {
    source,
    group: 'batch',
    kinds: ['Job'],
    ends: true,
    conditions: {
      Complete: 'ending',
      Failed: 'final',
      FailureTarget: 'final',
      Suspended: 'pause',
      SuccessCriteriaMet: 'step',
    },
  },
  { source, group: 'batch', kinds: ['CronJob'], quiet: true },
  {
    source: 'Kubernetes API reference, v1, pod lifecycle',
    group: '',
    kinds: ['Pod'],
    conditions: {
      Ready: 'whole',
      ContainersReady: 'part',
      DisruptionTarget: 'neutral',
      Initialized: 'step',
      PodReadyToStartContainers: 'step',
      PodResizePending: 'progress',
      PodResizeInProgress: 'progress',
      PodScheduled: 'step',
    },
    reasons: { PodCompleted: 'good', SchedulingGated: 'progress' },
    states: {
      // A Pod that has ended well is done, though it is no work by its name.
      'status.phase': { Running: 'step', Succeeded: 'good', Failed: 'final', Pending: 'progress' },
      'status.containerStatuses[].state.waiting.reason': { '*': 'progress' },
      'status.initContainerStatuses[].state.waiting.reason': { '*': 'progress' },
    },
    skip: [
      'status.containerStatuses[].ready',
      'status.initContainerStatuses[].ready',
      'status.ephemeralContainerStatuses',
    ],
  },
]
