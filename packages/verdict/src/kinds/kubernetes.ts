import type { KindKnowledge } from '@sitrep/status'

const source = 'Kubernetes API reference'

/** Kinds of Kubernetes itself, without the workloads. */
export const kubernetesKinds: readonly KindKnowledge[] = [
  {
    source,
    group: '',
    kinds: ['Service'],
    when: [{ path: 'spec.type', in: ['LoadBalancer'] }],
    conditions: { LoadBalancerPortsError: 'problem' },
    expects: { 'status.loadBalancer.ingress': 'no load balancer address is assigned' },
  },
  { source, group: '', kinds: ['Service'], quiet: true, conditions: { LoadBalancerPortsError: 'problem' } },
  {
    source,
    group: 'networking.k8s.io',
    kinds: ['Ingress'],
    expects: { 'status.loadBalancer.ingress': 'no load balancer address is assigned' },
  },
  {
    source,
    group: 'extensions',
    kinds: ['Ingress'],
    expects: { 'status.loadBalancer.ingress': 'no load balancer address is assigned' },
  },
  {
    source,
    group: '',
    kinds: ['Node'],
    // A node reports what is wrong with it; Ready alone says that it can be used.
    conditions: { Ready: 'whole' },
    otherConditions: 'problem',
    needs: ['Ready'],
    skip: ['status.nodeInfo', 'status.volumesAttached', 'status.images', 'status.features'],
  },
  {
    source,
    group: '',
    kinds: ['Namespace'],
    states: { 'status.phase': { Active: 'good', Terminating: 'progress' } },
  },
  {
    source,
    group: '',
    kinds: ['PersistentVolumeClaim'],
    states: { 'status.phase': { Bound: 'good', Pending: 'progress', Lost: 'bad' } },
    conditions: {
      FileSystemResizePending: 'progress',
      ModifyVolumeError: 'problem',
      ModifyingVolume: 'progress',
      Resizing: 'progress',
      ControllerResizeError: 'problem',
      NodeResizeError: 'problem',
    },
    skip: ['status.capacity', 'status.allocatedResources', 'status.modifyVolumeStatus'],
  },
  {
    source,
    group: '',
    kinds: ['PersistentVolume'],
    // Released: its claim is gone, and nobody has taken it back yet.
    states: {
      'status.phase': {
        Available: 'good',
        Bound: 'good',
        Released: 'progress',
        Pending: 'progress',
        Failed: 'bad',
      },
    },
  },
  {
    source,
    group: 'autoscaling',
    kinds: ['HorizontalPodAutoscaler'],
    conditions: { AbleToScale: 'whole', ScalingActive: 'whole', ScalingLimited: 'neutral' },
    reasons: { ScalingDisabled: 'none' },
    conditionsAnnotation: 'autoscaling.alpha.kubernetes.io/conditions',
    counts: [],
    skip: ['status.currentMetrics'],
  },
  {
    source,
    group: 'policy',
    kinds: ['PodDisruptionBudget'],
    conditions: { DisruptionAllowed: 'neutral' },
    counts: [
      {
        wanted: 'status.desiredHealthy',
        have: 'status.currentHealthy',
        words: 'pods are healthy',
        atLeast: true,
      },
    ],
  },
  { source, group: 'apiregistration.k8s.io', kinds: ['APIService'], needs: ['Available'] },
  {
    source,
    group: 'apiextensions.k8s.io',
    kinds: ['CustomResourceDefinition'],
    needs: ['Established', 'NamesAccepted'],
    conditions: {
      Established: 'whole',
      NamesAccepted: 'whole',
      NonStructuralSchema: 'problem',
      KubernetesAPIApprovalPolicyConformant: 'part',
      Terminating: 'progress',
    },
    reasons: { Installing: 'progress', NotAccepted: 'bad' },
  },
  {
    source,
    group: 'certificates.k8s.io',
    kinds: ['CertificateSigningRequest'],
    ends: true,
    conditions: { Approved: 'step', Denied: 'final', Failed: 'final' },
    expects: { 'status.certificate': 'no certificate is issued' },
  },
  {
    source,
    group: 'storage.k8s.io',
    kinds: ['VolumeAttachment'],
    expects: { 'status.attached': 'the volume is not attached' },
  },
  {
    source,
    group: 'flowcontrol.apiserver.k8s.io',
    quiet: true,
    conditions: { Dangling: 'problem' },
  },
  {
    source,
    group: 'resource.k8s.io',
    kinds: ['ResourceClaim'],
    expects: { 'status.allocation': 'nothing is allocated' },
  },
]
