import type { KindKnowledge, Registry, Role } from './knowledge.ts'

const v1beta2 = 'Cluster API v1beta2'
const v1beta1 = 'Cluster API v1beta1'
const groups = [
  'cluster.x-k8s.io',
  'controlplane.cluster.x-k8s.io',
  'bootstrap.cluster.x-k8s.io',
  'infrastructure.cluster.x-k8s.io',
  'addons.cluster.x-k8s.io',
  'ipam.cluster.x-k8s.io',
  'runtime.cluster.x-k8s.io',
] as const

// Negative by use: normal is False. Remediation and rollouts go on; a deletion is shown by its timestamp as well.
const conditions: Readonly<Record<string, Role>> = {
  ControlPlaneProbe: 'part',
  Deleted: 'progress',
  Deleting: 'progress',
  Paused: 'pause',
  Remediating: 'progress',
  RollingOut: 'progress',
  ScalingDown: 'progress',
  ScalingUp: 'progress',
  Updating: 'progress',
  // A Machine may be behind its template for as long as its owner wants; the owner says whether it is at work.
  UpToDate: 'neutral',
  OwnerRemediated: 'neutral',
  ExternallyRemediated: 'neutral',
  RemediationAllowed: 'neutral',
}

const source = 'Cluster API, docs/proposals/20240916-improve-status-in-CAPI-resources and api/core/v1beta2'
const pausedBy = { 'cluster.x-k8s.io/paused': [] }

interface Summary {
  readonly group: string
  readonly kinds: readonly string[]
  readonly needs: readonly string[]
}

/** What speaks for the whole of each kind, by the newer model. */
const summaries: readonly Summary[] = [
  { group: 'cluster.x-k8s.io', kinds: ['Cluster'], needs: ['Available'] },
  { group: 'cluster.x-k8s.io', kinds: ['Machine'], needs: ['Ready', 'Available'] },
  { group: 'cluster.x-k8s.io', kinds: ['MachineSet'], needs: ['MachinesReady'] },
  { group: 'cluster.x-k8s.io', kinds: ['MachineDeployment'], needs: ['Available'] },
  { group: 'cluster.x-k8s.io', kinds: ['ClusterClass'], needs: ['VariablesReady', 'RefVersionsUpToDate'] },
  { group: 'controlplane.cluster.x-k8s.io', kinds: ['KubeadmControlPlane'], needs: ['Available'] },
]

// An object says by its shape which contract it keeps: the newer list ahead of its time, or the apiVersion without severities.
const newer = (summary: Summary): readonly KindKnowledge[] =>
  [
    [{ path: 'status.v1beta2.conditions', is: 'present' } as const],
    [{ path: 'apiVersion', in: [`${summary.group}/v1beta2`] } as const],
  ].map((when) => ({
    source,
    ...summary,
    when,
    contract: v1beta2,
    conditions: {
      ...conditions,
      ...Object.fromEntries(summary.needs.map((type) => [type, 'whole' as const])),
    },
    pausedBy,
  }))

/** Cluster API, by the contract that the object itself keeps. */
export const clusterApiKinds: Registry = [
  ...summaries.flatMap(newer),
  ...groups.flatMap((group): readonly KindKnowledge[] => [
    {
      source,
      group,
      when: [{ path: 'apiVersion', in: [`${group}/v1beta2`] }],
      contract: v1beta2,
      conditions,
      pausedBy,
      skip: ['status.v1beta1', 'status.deprecated'],
    },
    {
      source: 'Cluster API, api/core/v1beta1',
      group,
      contract: v1beta1,
      conditions,
      pausedBy,
      skip: ['status.failureDomains'],
    },
  ]),
]
