import type { Condition, ConditionRules } from '@sitrep/conditions'
import { lastSuccessText } from '../../connection/probe.ts'
import {
  machinesReadyRows,
  machinesUpToDateRows,
  remediatingRows,
  rollingOutRows,
} from '../../machines-of/rules.ts'
import { pausedRules } from '../../pass/paused.ts'
import type { ControlPlaneFacts } from '../facts/facts.ts'
import { awaited, type ControlPlaneMachineFacts, hasNoNodeYet, isDeleting } from '../facts/machines.ts'
import type { GateFacts } from '../facts/pass.ts'
import { scopeReleased } from '../facts/scope.ts'
import type { ControlPlaneLanguage } from '../language.ts'
import { writeReleased } from '../layout.ts'
import { etcdMemberRules } from '../rules/etcd-member.ts'
import { componentsHealthyRules, etcdHealthyRules } from '../rules/health.ts'
import { initialized } from '../rules/initialized.ts'
import { staticPodRules } from '../rules/static-pod.ts'
import { upToDateRules } from '../rules/up-to-date.ts'
import { available } from './available.ts'
import { certificatesAvailable } from './certificates-available.ts'
import { deletingRows } from './deleting.ts'
import { labelsAndTaintsRules } from './labels-and-taints.ts'
import { scalingDown, scalingUp } from './scaling.ts'

const texts = { lost: ({ pass }: GateFacts): string => lastSuccessText(pass.probe) }

const health = { ...texts, lenient: true }

const tables: readonly ConditionRules<ControlPlaneFacts>[] = [
  initialized,
  { type: 'RollingOut', rows: rollingOutRows },
  scalingUp,
  scalingDown,
  { type: 'MachinesReady', rows: machinesReadyRows },
  { type: 'MachinesUpToDate', rows: machinesUpToDateRows },
  { type: 'Remediating', rows: remediatingRows(' by KubeadmControlPlane') },
  { type: 'Deleting', rows: deletingRows },
]

/** Byte for byte what the kubeadm control plane provider v1.14 writes. */
export const releasedControlPlane: ControlPlaneLanguage = {
  needsCluster: true,
  paused: pausedRules,
  scope: scopeReleased,
  obstacles: 'end-the-pass',
  firstCertificates: 'are-made',
  certificates: certificatesAvailable,
  machine: [upToDateRules(), labelsAndTaintsRules(texts), ...staticPodRules('other', texts)],
  machineEtcd: [...staticPodRules('etcd', texts), etcdMemberRules(texts)],
  health: [etcdHealthyRules(health), componentsHealthyRules(health)],
  tables,
  available,
  passing,
  write: writeReleased,
}

// Upstream first says what a Machine without a Node waits for and only then that it is being deleted, so that its own summary
// takes the trouble for new in every pass.
function passing(f: ControlPlaneMachineFacts): readonly Condition[] {
  const restless = f.pass.gate === 'open' && f.pass.spec.etcdManaged && isDeleting(f) && hasNoNodeYet(f)
  return restless
    ? [{ type: 'EtcdMemberHealthy', status: 'Unknown', reason: 'InspectionFailed', message: awaited(f) }]
    : []
}
