import type { KindKnowledge } from '@sitrep/status'

/** Operators of databases, queues and storage. */
export const storeKinds: readonly KindKnowledge[] = [
  {
    source: 'https://strimzi.io/docs/operators/latest/deploying: spec.state of a connector',
    group: 'kafka.strimzi.io',
    kinds: ['KafkaConnector'],
    pausedWhen: [{ path: 'spec.state', in: ['paused', 'stopped'] }],
  },
  {
    source:
      'https://strimzi.io/docs/operators/latest/configuring: a pool reports its nodes, the Kafka their state',
    group: 'kafka.strimzi.io',
    kinds: ['KafkaNodePool'],
    counts: [
      { wanted: 'spec.replicas', have: 'status.replicas', absent: 'zero', words: 'replicas are there' },
    ],
  },
  {
    source: 'https://github.com/opensearch-project/opensearch-k8s-operator/tree/main/docs',
    group: 'opensearch.opster.io',
    states: { 'status.state': { CREATED: 'good', IGNORED: 'none', PENDING: 'progress', ERROR: 'bad' } },
  },
  {
    source: 'https://docs.confluent.io/operator/current/co-manage-topics.html',
    group: 'platform.confluent.io',
    states: {
      'status.state': { CREATED: 'good', SUCCESS: 'good', DELETE_REQUESTED: 'progress', ERROR: 'bad' },
    },
  },
  {
    source: 'https://arangodb.github.io/kube-arangodb/docs/deployment-resource-reference.html',
    group: 'database.arangodb.com',
    kinds: ['ArangoDeployment'],
    conditions: { BootstrapCompleted: 'step', BootstrapSucceded: 'step', UpToDate: 'part' },
  },
  {
    source: 'https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s: what a health colour means',
    group: '*.k8s.elastic.co',
    states: { 'status.health': { green: 'good', yellow: 'unready', red: 'bad', unknown: 'unknown' } },
  },
  {
    source: 'https://kubedb.com/docs/latest/guides/postgres/concepts/postgres: phases of a database',
    group: 'kubedb.com',
    conditions: { Halted: 'pause', ProvisioningStarted: 'step' },
    states: { 'status.phase': { Critical: 'bad', DataRestoring: 'progress', NotReady: 'bad' } },
  },
  {
    source: 'https://longhorn.io/docs/latest/references/longhorn-client-python: conditions of a node',
    group: 'longhorn.io',
    kinds: ['Node'],
    conditions: { Schedulable: 'neutral', MountPropagation: 'part' },
  },
  {
    source: 'https://longhorn.io/docs/latest/concepts: replicas and engines of a detached volume are stopped',
    group: 'longhorn.io',
    kinds: ['Engine', 'Replica', 'InstanceManager'],
    states: { 'status.currentState': { running: 'good', stopped: 'paused', error: 'bad', '*': 'progress' } },
  },
  {
    source: 'https://docs.portworx.com/portworx-enterprise/reference/crd/storage-cluster',
    group: 'core.libopenstorage.org',
    kinds: ['StorageCluster', 'StorageNode'],
    states: { 'status.phase': { Running: 'good', Online: 'good', Offline: 'bad', '*': 'progress' } },
  },
  {
    source: 'https://openebs.io/docs/user-guides/replicated-storage-user-guide: disk pools',
    group: 'openebs.io',
    kinds: ['DiskPool'],
    states: {
      'status.cr_state': { Created: 'step', Creating: 'progress', Error: 'bad' },
      'status.pool_status': { Online: 'good', Degraded: 'bad', Faulted: 'bad', Unknown: 'unknown' },
    },
  },
  {
    source: 'https://rook.io/docs/rook/latest/Storage-Configuration/Ceph-CSI/ceph-csi-volume-group-snapshot',
    group: 'objectbucket.io',
    states: { 'status.phase': { Bound: 'good', Pending: 'progress', Failed: 'bad', Released: 'progress' } },
  },
  {
    source: 'https://access.crunchydata.com/documentation/postgres-operator/latest: an upgrade is a work',
    group: 'postgres-operator.crunchydata.com',
    kinds: ['PGUpgrade'],
    ends: true,
    reasons: { PGClusterNotShutdown: 'progress', PGClusterNotFound: 'bad' },
  },
  {
    source:
      'https://github.com/3scale/3scale-operator/tree/master/doc: the state is that of the product in 3scale',
    group: 'capabilities.3scale.net',
    skip: ['status.state'],
    conditions: { Synced: 'whole', Orphan: 'problem', Invalid: 'problem', Failed: 'problem' },
  },
  {
    source:
      'https://www.keycloak.org/docs/11.0/server_installation: reconciling is the phase in which it rests',
    group: 'keycloak.org',
    states: { 'status.phase': { reconciling: 'good', failing: 'bad', initializing: 'progress' } },
  },
]
