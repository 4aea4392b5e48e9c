import { sumCounts } from '../machines-of/replica-counts.ts'
import { ago, clock, condition, machine } from '../machines-of/testing.ts'
import type { MachineDeploymentFacts } from './facts.ts'
import type { MachineSetSeen } from './types.ts'

/** A MachineSet of three Machines, all well. */
export function machineSet(name: string, more: Partial<MachineSetSeen> = {}): MachineSetSeen {
  return {
    group: 'cluster.x-k8s.io',
    kind: 'MachineSet',
    namespace: 'team-a',
    name,
    labels: {},
    owners: [],
    createdAt: ago(3_600),
    desired: 3,
    counts: { replicas: 3, readyReplicas: 3, availableReplicas: 3, upToDateReplicas: 3, versions: [] },
    template: {
      version: 'v1.34.1',
      failureDomain: '',
      bootstrap: { group: '', kind: '', name: '' },
      dataSecretName: undefined,
      infrastructure: { group: '', kind: '', name: '' },
    },
    conditions: [condition('ReplicaFailure', 'False')],
    old: { readyReplicas: 3, availableReplicas: 3, ready: undefined },
    ...more,
  }
}

/** A MachineDeployment of three Machines, all well, none of which may be missing. */
export const steady: MachineDeploymentFacts = {
  clock,
  listed: true,
  machines: [machine('a'), machine('b'), machine('c')],
  machineSets: [machineSet('s')],
  counts: sumCounts([machineSet('s').counts]),
  deleting: false,
  desired: 3,
  replicas: 3,
  current: 3,
  available: 3,
  strategy: { type: 'RollingUpdate', maxSurge: 1, maxUnavailable: 0 },
  missing: [],
  rolloutBlocked: false,
}
