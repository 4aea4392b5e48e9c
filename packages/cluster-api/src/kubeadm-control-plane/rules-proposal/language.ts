import { type ConditionRules, False, keep, otherwise, type Rule, True, Unknown } from '@sitrep/conditions'
import { on } from '../../pass/on.ts'
import { pausedWithoutClusterRules } from '../../pass/paused.ts'
import { notSeen } from '../../proposal-rows/first-rows.ts'
import { machinesReadyRows, remediatingRows, upToDateRows } from '../../proposal-rows/machines.ts'
import { scalingDownRows, selfCountedScalingUpRows } from '../../proposal-rows/scaling.ts'
import { type ControlPlaneFacts, countedFacts, listedFacts } from '../facts/facts.ts'
import type { ControlPlaneMachineFacts } from '../facts/machines.ts'
import { type GateFacts, isUnsaid } from '../facts/pass.ts'
import { scopeProposal } from '../facts/scope.ts'
import type { ControlPlaneLanguage } from '../language.ts'
import { writeProposal } from '../layout.ts'
import { etcdMemberRules } from '../rules/etcd-member.ts'
import { componentsHealthyRules, etcdHealthyRules, type HealthLanguage } from '../rules/health.ts'
import { initialized } from '../rules/initialized.ts'
import { staticPodRules } from '../rules/static-pod.ts'
import { upToDateRules } from '../rules/up-to-date.ts'
import { available } from './available.ts'
import { deleted } from './deleted.ts'
import { replicaFailure } from './replica-failure.ts'

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

const unreadable: Rule<ControlPlaneMachineFacts> = [
  'what the Machine was made from cannot be read',
  ({ machine: { infrastructure, config } }) => !infrastructure.read || config?.read === false,
  Unknown(
    'InternalError',
    'The infrastructure or bootstrap object of the Machine cannot be read, see the log for the error',
  ),
]

const unseen = ({ pass }: GateFacts): boolean => pass.certificates === undefined

function missing({ pass: { certificates } }: GateFacts): string {
  const purposes = certificates?.certificates === 'missing' ? certificates.purposes : []
  return `Certificates are missing: ${purposes.join(', ')}`
}

/** The document's CertificatesAvailable: all certificates of the cluster exist. */
// biome-ignore format: the table is the specification; its columns stay aligned
const certificatesAvailable: ConditionRules<GateFacts> = {
  type: 'CertificatesAvailable',
  rows: [
    ['nobody looked for the certificates so far',     (f) => unseen(f) && isUnsaid(f.pass, 'CertificatesAvailable'), Unknown('InspectionFailed', 'Nobody has looked for the certificates yet')],
    ['nobody looked for the certificates this time',  unseen,                                                        keep],
    ['the certificates cannot be read or understood', ({ pass }) => pass.certificates?.certificates === 'unclear',   Unknown('InternalError', 'The certificates cannot be read, see the log for the error')],
    ['certificates are gone that were there',         ({ pass }) => pass.certificates?.certificates === 'missing',   False('NotAvailable', missing)],
    ['otherwise',                                     otherwise,                                                     True('Available')],
  ],
}

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
  firstCertificates: 'must-exist',
  certificates: certificatesAvailable,
  machine: [upToDateRules([unreadable]), ...staticPodRules('other', texts)],
  machineEtcd: [...staticPodRules('etcd', texts), etcdMemberRules(texts)],
  health: [etcdHealthyRules(etcdHealth), componentsHealthyRules(health)],
  tables,
  available,
  passing: () => [],
  write: writeProposal,
}
