import { found } from '@sitrep/status'
import { ago } from '../machines-of/testing.ts'
import type { ClusterForHealthCheck, ConditionSeen, HealthCheckSpec, Target, TargetSeen } from './types.ts'

/** A condition that has stood for so many seconds. */
export const seenFor = (
  seconds: number,
  [type, status, reason]: readonly [type: string, status: string, reason: string],
): ConditionSeen => ({ type, status, reason, lastTransitionTime: ago(seconds) })

const initialized = seenFor(7_200, ['ControlPlaneInitialized', 'True', 'Initialized'])
const provisioned = seenFor(7_200, ['InfrastructureReady', 'True', 'Ready'])

/** A Cluster whose infrastructure and control plane have been there for two hours. */
export const cluster = (more: Partial<ClusterForHealthCheck> = {}): ClusterForHealthCheck => ({
  paused: false,
  controlPlaneInitialized: initialized,
  infrastructureReady: provisioned,
  ...more,
})

/** Asks Nodes not to be silent for five minutes, and Machines not to have a bad disk for one. */
export const spec = (more: Partial<HealthCheckSpec> = {}): HealthCheckSpec => ({
  clusterName: 'prod',
  selector: { matchLabels: {}, matchExpressions: [] },
  nodeStartupSeconds: 600,
  machineConditions: [{ type: 'DiskHealthy', status: 'False', seconds: 60 }],
  nodeConditions: [
    { type: 'Ready', status: 'Unknown', seconds: 300 },
    { type: 'Ready', status: 'False', seconds: 300 },
  ],
  maxUnhealthy: '100%',
  unhealthyRange: undefined,
  template: undefined,
  ...more,
})

export const ready: ConditionSeen = seenFor(3_600, ['Ready', 'True', 'KubeletReady'])

/** A worker with a Node that is well. */
export function target({
  seen,
  ...more
}: Partial<Omit<Target, 'seen'>> & { readonly seen?: Partial<TargetSeen> } = {}): Target {
  return {
    seen: {
      ref: { group: 'cluster.x-k8s.io', kind: 'Machine', namespace: 'team-a', name: 'w' },
      generation: 1,
      labels: {},
      createdAt: ago(3_600),
      deleting: false,
      controlPlane: false,
      marked: false,
      skipped: false,
      nodeName: 'w',
      conditions: [],
      ...seen,
    },
    before: [],
    ownerRemediated: undefined,
    node: found([ready]),
    request: undefined,
    ...more,
  }
}
