import type { KindKnowledge } from '@sitrep/status'

/** What operators mean otherwise than their words say. Where words and conventions suffice, no entry is needed. */
export const operatorKinds: readonly KindKnowledge[] = [
  {
    source: 'cert-manager API reference: what is missing or wrong is the cause of an issuance',
    group: 'cert-manager.io',
    kinds: ['Certificate'],
    reasons: {
      DoesNotExist: 'progress',
      'Issuing/Expired': 'progress',
      IncorrectCertificate: 'progress',
      IncorrectIssuer: 'progress',
      MissingData: 'progress',
      SecretMismatch: 'progress',
    },
  },
  {
    source: 'Strimzi documentation: somebody must approve a proposal',
    group: 'kafka.strimzi.io',
    kinds: ['KafkaRebalance'],
    conditions: { ProposalReady: 'pause', PendingProposal: 'progress', Stopped: 'pause' },
  },
  {
    source: 'AWS Controllers for Kubernetes, documentation of conditions',
    group: '*.services.k8s.aws',
    conditions: {
      'ACK.Advisory': 'neutral',
      'ACK.Recoverable': 'problem',
      'ACK.ResourceSynced': 'whole',
      'ACK.Terminal': 'final',
    },
  },
  {
    source: 'Operator Lifecycle Manager: what was observed last is what is known of the connection',
    group: 'operators.coreos.com',
    kinds: ['CatalogSource'],
    states: { 'status.connectionState.lastObservedState': { '*': 'unknown' } },
  },
  {
    source: 'Gatekeeper documentation',
    group: 'templates.gatekeeper.sh',
    kinds: ['ConstraintTemplate'],
    expects: { 'status.created': 'the definition of its constraints is not created' },
  },
  {
    source: 'KubeVirt user guide, run strategies',
    group: 'kubevirt.io',
    kinds: ['VirtualMachine'],
    pausedWhen: [
      { path: 'spec.running', in: [false] },
      { path: 'spec.runStrategy', in: ['Halted'] },
    ],
  },
  {
    source: 'Flink Kubernetes Operator, job management',
    group: 'flink.apache.org',
    pausedWhen: [{ path: 'spec.job.state', in: ['suspended'] }],
  },
  {
    source: 'MinIO Operator: the state in which a tenant rests',
    group: 'minio.min.io',
    kinds: ['Tenant'],
    states: { 'status.currentState': { Initialized: 'good' } },
  },
  {
    source: 'OpenShift assisted installer: an installation has also stopped when it is complete',
    group: 'extensions.hive.openshift.io',
    kinds: ['AgentClusterInstall'],
    conditions: { Stopped: 'neutral' },
  },
  {
    source: 'Shipwright API reference: a Build is a description that is registered, or refused',
    group: 'shipwright.io',
    kinds: ['Build'],
    states: { 'status.registered': { True: 'good', False: 'bad' } },
  },
  { source: 'JobSet API reference', group: 'jobset.x-k8s.io', kinds: ['JobSet'], ends: true },
  {
    source: 'AWS Load Balancer Controller, TargetGroupBinding',
    group: 'elbv2.k8s.aws',
    kinds: ['TargetGroupBinding'],
    seenIsEnough: true,
  },
  {
    source: 'ExternalDNS, DNSEndpoint',
    group: 'externaldns.k8s.io',
    kinds: ['DNSEndpoint'],
    seenIsEnough: true,
  },
]
