import type { KindKnowledge } from '@sitrep/status'

const operations = {
  Succeeded: 'good',
  Processing: 'progress',
  Pending: 'progress',
  Error: 'bad',
  Failed: 'final',
  Aborted: 'bad',
} as const

/** Operators of clusters, machines and clouds. */
export const fleetKinds: readonly KindKnowledge[] = [
  {
    source: 'https://gardener.cloud/docs/gardener/shoot/shoot_status: the last operation is the present one',
    group: 'core.gardener.cloud',
    states: { 'status.lastOperation.state': operations },
    skip: ['status.lastErrors'],
  },
  {
    source: 'https://gardener.cloud/docs/gardener/extensions: the last operation is the present one',
    group: 'extensions.gardener.cloud',
    states: { 'status.lastOperation.state': operations },
  },
  {
    source:
      'https://docs.openshift.com/container-platform/latest/machine_management/machine-phases-lifecycle.html',
    group: 'machine.openshift.io',
    kinds: ['Machine'],
    states: {
      'status.phase': {
        Provisioning: 'progress',
        Provisioned: 'progress',
        Running: 'good',
        Deleting: 'progress',
        Failed: 'final',
      },
    },
  },
  {
    source: 'https://cloud.google.com/config-connector/docs/how-to/viewing-events: reasons',
    group: '*.cnrm.cloud.google.com',
    reasons: {
      DependencyNotReady: 'progress',
      DependencyNotFound: 'bad',
      DependencyInvalid: 'bad',
      ManagementConflict: 'bad',
      Unmanaged: 'paused',
    },
    // What the cloud says of the thing itself: an instance may be stopped on purpose.
    skip: ['status.currentStatus', 'status.observedState'],
  },
  {
    source: 'https://open-cluster-management.io/docs/getting-started/integration/policy-controllers',
    group: 'policy.open-cluster-management.io',
    kinds: ['ConfigurationPolicy', 'OperatorPolicy', 'CertificatePolicy'],
    states: {
      'status.compliant': {
        Compliant: 'good',
        NonCompliant: 'bad',
        Pending: 'progress',
        UnknownCompliancy: 'unknown',
        Terminating: 'progress',
      },
    },
    skip: ['status.compliancyDetails', 'status.relatedObjects'],
  },
  {
    source: 'https://open-cluster-management.io/docs/getting-started/integration/app-lifecycle',
    group: 'apps.open-cluster-management.io',
    kinds: ['Subscription'],
    states: {
      'status.phase': { Propagated: 'good', Subscribed: 'good', PropagationFailed: 'bad', Failed: 'bad' },
    },
  },
  {
    source:
      'https://docs.redhat.com/en/documentation/red_hat_advanced_cluster_management: DeploySuccess ends the progress',
    group: 'multicluster.openshift.io',
    kinds: ['MultiClusterEngine'],
    reasons: { DeploySuccess: 'done' },
    skip: ['status.components'],
  },
  {
    source: 'https://tinkerbell.org/docs/services/rufio: a machine can be reached, or not',
    group: 'bmc.tinkerbell.org',
    kinds: ['Machine'],
    conditions: { Contactable: 'whole' },
  },
  {
    source: 'https://book.metal3.io/bmo/firmware_settings: whether a change was seen is no matter',
    group: 'metal3.io',
    kinds: ['HostFirmwareSettings', 'HostFirmwareComponents'],
    conditions: { ChangeDetected: 'neutral', Valid: 'whole' },
  },
  {
    source: 'https://karpenter.sh/docs/concepts/disruption: what could be done with a node',
    group: 'karpenter.sh',
    kinds: ['NodeClaim'],
    needs: ['Ready'],
    conditions: {
      Drifted: 'neutral',
      Consolidatable: 'neutral',
      Launched: 'step',
      Registered: 'step',
      Initialized: 'step',
    },
  },
  {
    source: 'https://hypershift-docs.netlify.app/reference/api',
    group: 'hypershift.openshift.io',
    kinds: ['HostedCluster'],
    conditions: {
      Available: 'whole',
      Degraded: 'problem',
      Progressing: 'progress',
      ReconciliationActive: 'neutral',
      ClusterVersionUpgradeable: 'neutral',
      ClusterVersionSucceeding: 'part',
      ClusterVersionProgressing: 'progress',
      ClusterVersionRetrievedUpdates: 'neutral',
      ExternalDNSReachable: 'neutral',
      ValidReleaseInfo: 'part',
    },
    reasons: { WaitingForAvailable: 'progress', Blocked: 'bad' },
  },
  {
    source: 'https://github.com/openshift/hive/blob/master/docs/using-hive.md',
    group: 'hive.openshift.io',
    kinds: ['ClusterClaim'],
    conditions: { Pending: 'progress', ClusterRunning: 'whole' },
  },
  {
    source: 'https://kubevirt.io/user-guide: what could be done with an instance',
    group: 'kubevirt.io',
    kinds: ['VirtualMachineInstance'],
    conditions: { LiveMigratable: 'neutral', StorageLiveMigratable: 'neutral', AgentConnected: 'neutral' },
  },
]
