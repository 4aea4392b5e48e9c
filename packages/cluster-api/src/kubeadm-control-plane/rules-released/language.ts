import type { Condition, ConditionRules } from '@sitrep/conditions'
import { lastSuccessText } from '../../connection/probe.ts'
import { machinesReadyRows } from '../../machines-of/machines-ready.ts'
import { machinesUpToDateRows } from '../../machines-of/machines-up-to-date.ts'
import { remediatingRows } from '../../machines-of/remediating.ts'
import { rollingOutRows } from '../../machines-of/rolling-out.ts'
import { pausedRules } from '../../paused/paused.ts'
import type { ControlPlaneFacts } from '../facts.ts'
import type { ControlPlaneLanguage } from '../language.ts'
import { writeReleased } from '../layout.ts'
import { etcdMemberRules } from '../machine-rules/etcd-member.ts'
import { awaited, hasNoNodeYet, isDeleting, type MachineFacts } from '../machine-rules/facts.ts'
import { labelsAndTaintsRules } from '../machine-rules/labels-and-taints.ts'
import { staticPodRules } from '../machine-rules/static-pod.ts'
import { upToDate } from '../machine-rules/up-to-date.ts'
import { components } from '../observe/static-pod-seen.ts'
import { certificatesAvailable } from '../rules/certificates-available.ts'
import { deletingRows } from '../rules/deleting.ts'
import type { GateFacts } from '../rules/gate.ts'
import { componentsHealthyRules, etcdHealthyRules } from '../rules/health.ts'
import { initialized } from '../rules/initialized.ts'
import { scopeReleased } from '../scope.ts'
import { available } from './available.ts'
import { scalingDown, scalingUp } from './scaling.ts'

const texts = { lost: ({ pass }: GateFacts): string => lastSuccessText(pass.probe) }

const health = { ...texts, lenient: true }

const podRules = (which: 'etcd' | 'other'): readonly ConditionRules<MachineFacts>[] =>
  components
    .filter(({ name }) => (name === 'etcd') === (which === 'etcd'))
    .map((component) => staticPodRules(component, texts))

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
  certificates: certificatesAvailable,
  machine: [upToDate, labelsAndTaintsRules(texts), ...podRules('other')],
  machineEtcd: [...podRules('etcd'), etcdMemberRules(texts)],
  health: [etcdHealthyRules(health), componentsHealthyRules(health)],
  tables,
  available,
  passing,
  write: writeReleased,
}

// Upstream first says what a Machine without a Node waits for and only then that it is being deleted, so that its own summary
// takes the trouble for new in every pass.
function passing(f: MachineFacts): readonly Condition[] {
  const restless = f.pass.gate === 'open' && f.pass.spec.etcdManaged && isDeleting(f) && hasNoNodeYet(f)
  return restless
    ? [{ type: 'EtcdMemberHealthy', status: 'Unknown', reason: 'InspectionFailed', message: awaited(f) }]
    : []
}
