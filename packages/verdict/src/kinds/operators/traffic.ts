import type { KindKnowledge } from '@sitrep/status'

// Gloo writes the states of its protocol buffers by number in older versions, by name in newer ones.
const glooStates = { '0': 'progress', '1': 'good', '2': 'bad', '3': 'unready' } as const

/** Operators of traffic, queues of work, agents and policies. */
export const trafficKinds: readonly KindKnowledge[] = [
  {
    source:
      'https://docs.solo.io/gloo-edge/latest/reference/api: Status.State is Pending, Accepted, Rejected, Warning',
    group: '*.solo.io',
    states: {
      'status.state': {
        ...glooStates,
        Accepted: 'good',
        Pending: 'progress',
        Rejected: 'bad',
        Warning: 'unready',
      },
    },
  },
  {
    source: 'https://docs.cilium.io/en/stable/network/lb-ipam: the counters of a pool are kept as conditions',
    group: 'cilium.io',
    kinds: ['CiliumLoadBalancerIPPool'],
    seenIsEnough: true,
    conditions: {
      'cilium.io/PoolConflict': 'problem',
      'cilium.io/IPsTotal': 'neutral',
      'cilium.io/IPsAvailable': 'neutral',
      'cilium.io/IPsUsed': 'neutral',
    },
    states: { 'status.conditions[type=cilium.io/PoolConflict].status': { False: 'good', True: 'bad' } },
  },
  {
    source:
      'https://open-policy-agent.github.io/gatekeeper/website/docs/mutation: each pod says whether it enforces it',
    group: 'mutations.gatekeeper.sh',
    states: { 'status.byPod[].enforced': { true: 'good', false: 'progress' } },
  },
  {
    source:
      'https://open-policy-agent.github.io/gatekeeper/website/docs/howto: each pod says whether it enforces it',
    group: 'constraints.gatekeeper.sh',
    // What a constraint finds is about others.
    states: { 'status.byPod[].enforced': { true: 'good', false: 'progress' } },
    skip: ['status.violations'],
  },
  {
    source: 'https://volcano.sh/en/docs/queue',
    group: 'scheduling.volcano.sh',
    kinds: ['Queue'],
    states: { 'status.state': { Open: 'good', Closed: 'paused', Closing: 'progress', Unknown: 'unknown' } },
  },
  {
    source: 'https://volcano.sh/en/docs/podgroup',
    group: 'scheduling.volcano.sh',
    kinds: ['PodGroup'],
    states: {
      'status.phase': { Running: 'good', Inqueue: 'progress', Pending: 'progress', Completed: 'done' },
    },
    conditions: { Scheduled: 'step', Unschedulable: 'problem' },
  },
  {
    source:
      'https://github.com/DataDog/datadog-operator/tree/main/docs: what a monitor finds is about others',
    group: 'datadoghq.com',
    kinds: ['DatadogMonitor', 'DatadogSLO'],
    skip: ['status.monitorState', 'status.triggeredState', 'status.downtimeStatus'],
    conditions: { Created: 'step', Active: 'whole', Updated: 'neutral', Error: 'problem' },
  },
  {
    source: 'https://github.com/kubernetes/autoscaler/tree/master/vertical-pod-autoscaler/docs',
    group: 'autoscaling.k8s.io',
    kinds: ['VerticalPodAutoscaler'],
    conditions: {
      RecommendationProvided: 'whole',
      NoPodsMatched: 'problem',
      LowConfidence: 'neutral',
      ConfigUnsupported: 'problem',
      ConfigDeprecated: 'neutral',
      FetchingHistory: 'progress',
    },
  },
  {
    source: 'https://secrets-store-csi-driver.sigs.k8s.io/concepts',
    group: 'secrets-store.csi.x-k8s.io',
    kinds: ['SecretProviderClassPodStatus'],
    states: { 'status.mounted': { true: 'good', false: 'progress' } },
  },
  {
    source:
      'https://docs.openshift.com/container-platform/latest/security/compliance_operator: result of a scan',
    group: 'compliance.openshift.io',
    kinds: ['ComplianceScan', 'ComplianceSuite'],
    ends: true,
    states: {
      'status.result': {
        COMPLIANT: 'done',
        'NON-COMPLIANT': 'final',
        INCONSISTENT: 'final',
        ERROR: 'final',
        'NOT-APPLICABLE': 'done',
        'NOT-AVAILABLE': 'none',
      },
      'status.phase': { DONE: 'none', '*': 'progress' },
    },
  },
  {
    source: 'https://docs.ray.io/en/latest/cluster/kubernetes: conditions of a cluster',
    group: 'ray.io',
    kinds: ['RayCluster'],
    conditions: {
      HeadPodReady: 'part',
      RayClusterProvisioned: 'part',
      RayClusterSuspended: 'pause',
      RayClusterSuspending: 'progress',
    },
    reasons: { RayClusterPodsProvisioning: 'progress', ContainersNotReady: 'unready' },
  },
  {
    source: 'https://docs.nuclio.io/en/stable/concepts: states of a function',
    group: 'nuclio.io',
    kinds: ['NuclioFunction'],
    states: {
      'status.state': {
        scaledToZero: 'paused',
        imported: 'paused',
        waitingForResourceConfiguration: 'progress',
      },
    },
  },
]
