import type { ConditionRules } from '@sitrep/conditions'
import { pausedWithoutClusterRules } from '../../paused/paused.ts'
import { notSeen } from '../../proposal-rows/facts.ts'
import { machinesReadyRows } from '../../proposal-rows/machines-ready.ts'
import { remediatingRows } from '../../proposal-rows/remediating.ts'
import { scalingDownRows, selfCountedScalingUpRows } from '../../proposal-rows/scaling.ts'
import { upToDateRows } from '../../proposal-rows/up-to-date.ts'
import { on } from '../../rows/on.ts'
import type { ControlPlaneFacts } from '../facts.ts'
import type { ControlPlaneLanguage } from '../language.ts'
import { writeProposal } from '../layout.ts'
import { etcdMemberRules } from '../machine-rules/etcd-member.ts'
import type { MachineFacts } from '../machine-rules/facts.ts'
import { staticPodRules } from '../machine-rules/static-pod.ts'
import { components } from '../observe/static-pod-seen.ts'
import { componentsHealthyRules, etcdHealthyRules, type HealthLanguage } from '../rules/health.ts'
import { initialized } from '../rules/initialized.ts'
import { scopeProposal } from '../scope.ts'
import { available } from './available.ts'
import { certificatesAvailable } from './certificates-available.ts'
import { countedFacts, listedFacts } from './counted-facts.ts'
import { deleted } from './deleted.ts'
import { replicaFailure } from './replica-failure.ts'
import { upToDate } from './up-to-date.ts'

const texts = {
  lost: 'The connection to the workload cluster is lost',
  unseen: 'Nobody has looked at the workload cluster yet',
}

const health: HealthLanguage = { ...texts, first: on(listedFacts, [notSeen]), lenient: false }

// An etcd that runs elsewhere does not depend on Machines.
const etcdHealth: HealthLanguage = {
  ...health,
  first: on(({ pass }) => ({ listed: pass.listed || !pass.spec.etcdManaged }), [notSeen]),
}

const podRules = (which: 'etcd' | 'other'): readonly ConditionRules<MachineFacts>[] =>
  components
    .filter(({ name }) => (name === 'etcd') === (which === 'etcd'))
    .map((component) => staticPodRules(component, texts))

// The document's table, row for row; Available comes last because it rests on others.
const tables: readonly ConditionRules<ControlPlaneFacts>[] = [
  replicaFailure,
  initialized,
  { type: 'MachinesReady', rows: on(countedFacts, machinesReadyRows) },
  { type: 'ScalingUp', rows: on(countedFacts, selfCountedScalingUpRows) },
  { type: 'ScalingDown', rows: on(countedFacts, scalingDownRows) },
  { type: 'UpToDate', rows: on(countedFacts, upToDateRows) },
  { type: 'Remediating', rows: on(countedFacts, remediatingRows) },
  deleted,
]

/** What the document says of a control plane. */
export const proposalControlPlane: ControlPlaneLanguage = {
  needsCluster: false,
  paused: pausedWithoutClusterRules,
  scope: scopeProposal,
  obstacles: 'are-passed',
  certificates: certificatesAvailable,
  machine: [upToDate, ...podRules('other')],
  machineEtcd: [...podRules('etcd'), etcdMemberRules(texts)],
  health: [etcdHealthyRules(etcdHealth), componentsHealthyRules(health)],
  tables,
  available,
  passing: () => [],
  write: writeProposal,
}
