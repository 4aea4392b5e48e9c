import type { KindKnowledge, Role } from '@sitrep/status'
import { annotations, controlPlaneGroup, coreGroup } from '../kinds.ts'
import { groups } from './groups.ts'

const v1beta2 = 'Cluster API v1beta2'
const v1beta1 = 'Cluster API v1beta1'

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
const pausedBy = { [annotations.paused]: [] }

interface Summary {
  readonly group: string
  readonly kinds: readonly string[]
  readonly needs: readonly string[]
}

/** What speaks for the whole of each kind, by the newer model. */
const summaries: readonly Summary[] = [
  { group: coreGroup, kinds: ['Cluster'], needs: ['Available'] },
  { group: coreGroup, kinds: ['Machine'], needs: ['Ready', 'Available'] },
  { group: coreGroup, kinds: ['MachineSet'], needs: ['MachinesReady'] },
  { group: coreGroup, kinds: ['MachineDeployment'], needs: ['Available'] },
  { group: coreGroup, kinds: ['ClusterClass'], needs: ['VariablesReady', 'RefVersionsUpToDate'] },
  { group: controlPlaneGroup, kinds: ['KubeadmControlPlane'], needs: ['Available'] },
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

const telling = {
  // All that is known of an object is summed up, and old conditions stay beside for those who still read them.
  sums: true,
  tells: ['Available', 'Ready', 'MachinesReady'],
} as const

// Templates of any name: what is made from them reports, they do not.
const templates: readonly KindKnowledge[] = groups.map((group) => ({
  source,
  group,
  when: [
    { path: 'spec.template', is: 'present' },
    { path: 'spec.replicas', is: 'absent' },
    { path: 'spec.clusterName', is: 'absent' },
    { path: 'status.conditions', is: 'absent' },
  ],
  quiet: true,
}))

/** Cluster API, by the contract that the object itself keeps. */
export const knowledge: readonly KindKnowledge[] = [
  ...templates,
  { source, group: coreGroup, kinds: ['MachineDrainRule'], quiet: true },
  // A Machine's cause stands in Ready; Available only adds how long that must have been so.
  { source, group: coreGroup, kinds: ['Machine'], tells: ['Ready', 'Available'] },
  { source, group: coreGroup, kinds: ['MachineHealthCheck'], tells: ['RemediationAllowed'] },
  ...summaries.flatMap(newer),
  ...groups.flatMap((group): readonly KindKnowledge[] => [
    {
      source,
      group,
      when: [{ path: 'apiVersion', in: [`${group}/v1beta2`] }],
      contract: v1beta2,
      conditions,
      pausedBy,
      ...telling,
      skip: ['status.v1beta1', 'status.deprecated'],
    },
    {
      source: 'Cluster API, api/core/v1beta1',
      group,
      contract: v1beta1,
      conditions,
      pausedBy,
      ...telling,
      severities: true,
      skip: ['status.failureDomains'],
    },
  ]),
]
