import * as codec from '../codecs.ts'
import type { FieldRow, StageTable } from '../row.ts'
import { count, moved, olderOnly, reference, timeout, truth } from '../rows.ts'
import { isTree, path } from '../tree.ts'
import { conditionRows, failureRows, groups, newCounter, oldCounter, recounted } from './status-rows.ts'

const config = 'spec.kubeadmConfigSpec'

/** Arguments of components: by name once, as a list later. */
const extraArguments: readonly FieldRow[] = [
  'clusterConfiguration.apiServer.extraArgs',
  'clusterConfiguration.controllerManager.extraArgs',
  'clusterConfiguration.scheduler.extraArgs',
  'clusterConfiguration.etcd.local.extraArgs',
  'initConfiguration.nodeRegistration.kubeletExtraArgs',
  'joinConfiguration.nodeRegistration.kubeletExtraArgs',
].map((place) => ({
  ...moved(`${config}.${place}`, `${config}.${place}`),
  up: codec.argumentsToList,
  down: codec.listToArguments,
}))

const template = 'spec.machineTemplate'

export const kubeadmControlPlane: StageTable = {
  groups,
  rows: [
    ...extraArguments,
    { ...reference(`${template}.infrastructureRef`), newer: path(`${template}.spec.infrastructureRef`) },
    moved(`${template}.taints`, `${template}.spec.taints`),
    moved(`${template}.readinessGates`, `${template}.spec.readinessGates`),
    timeout(`${template}.nodeDrainTimeout`, `${template}.spec.deletion.nodeDrainTimeoutSeconds`),
    timeout(
      `${template}.nodeVolumeDetachTimeout`,
      `${template}.spec.deletion.nodeVolumeDetachTimeoutSeconds`,
    ),
    timeout(`${template}.nodeDeletionTimeout`, `${template}.spec.deletion.nodeDeletionTimeoutSeconds`),
    moved('spec.rolloutBefore.certificatesExpiryDays', 'spec.rollout.before.certificatesExpiryDays'),
    moved('spec.rolloutAfter', 'spec.rollout.after'),
    moved('spec.rolloutStrategy', 'spec.rollout.strategy'),
    moved('spec.remediationStrategy.maxRetry', 'spec.remediation.maxRetry'),
    timeout('spec.remediationStrategy.retryPeriod', 'spec.remediation.retryPeriodSeconds'),
    timeout('spec.remediationStrategy.minHealthyPeriod', 'spec.remediation.minHealthyPeriodSeconds'),
    moved('spec.machineNamingStrategy', 'spec.machineNaming'),
    ...conditionRows,
    ...failureRows,
    truth('status.initialized', 'status.initialization.controlPlaneInitialized'),
    olderOnly('status.ready'),
    count('status.replicas'),
    ...recounted('readyReplicas'),
    newCounter('availableReplicas'),
    newCounter('upToDateReplicas'),
    oldCounter('updatedReplicas'),
    oldCounter('unavailableReplicas'),
  ],
  // The newer stage has no `ready`; going back it says whether any replica is ready in the old sense.
  finishDown: (tree) => {
    const { status } = tree
    if (isTree(status)) status['ready'] = Number(status['readyReplicas'] ?? 0) > 0
  },
}
