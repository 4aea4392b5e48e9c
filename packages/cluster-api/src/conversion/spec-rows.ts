import * as codec from './codecs.ts'
import type { FieldRow, Row } from './row.ts'
import { moved, olderOnly, reference, timeout } from './rows.ts'
import { path } from './tree.ts'

const timeouts = (older: string, newer = older): readonly FieldRow[] =>
  ['nodeDrainTimeout', 'nodeVolumeDetachTimeout', 'nodeDeletionTimeout'].map((name) =>
    timeout(`${older}${name}`, `${newer}deletion.${name}Seconds`),
  )

/** What differs in the spec of a Machine, wherever one stands: in a Machine, or in the template of whoever makes them. */
export const machineSpecRows = (at: string): readonly FieldRow[] => [
  reference(`${at}.bootstrap.configRef`),
  reference(`${at}.infrastructureRef`),
  ...timeouts(`${at}.`),
]

/** How Machines are replaced, in a MachineDeployment or in the topology that makes one. */
const rolloutRows = (older: string, newer: string, remediation: string): readonly FieldRow[] => [
  moved(`${older}.type`, `${newer}rollout.strategy.type`),
  moved(`${older}.rollingUpdate.maxUnavailable`, `${newer}rollout.strategy.rollingUpdate.maxUnavailable`),
  moved(`${older}.rollingUpdate.maxSurge`, `${newer}rollout.strategy.rollingUpdate.maxSurge`),
  moved(`${older}.rollingUpdate.deletePolicy`, `${newer}deletion.order`),
  moved(`${older}.remediation.maxInFlight`, `${newer}${remediation}.maxInFlight`),
]

/** What differs in the spec of a MachineDeployment, its template apart. */
export const deploymentSpecRows: readonly FieldRow[] = [
  ...rolloutRows('spec.strategy', 'spec.', 'remediation'),
  moved('spec.rolloutAfter', 'spec.rollout.after'),
  // Nobody ever looked at these two, and they are gone on purpose.
  olderOnly('spec.progressDeadlineSeconds'),
  olderOnly('spec.revisionHistoryLimit'),
]

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

/** What differs in the spec of a KubeadmControlPlane. */
export const controlPlaneSpecRows: readonly FieldRow[] = [
  ...extraArguments,
  { ...reference(`${template}.infrastructureRef`), newer: path(`${template}.spec.infrastructureRef`) },
  moved(`${template}.taints`, `${template}.spec.taints`),
  moved(`${template}.readinessGates`, `${template}.spec.readinessGates`),
  ...timeouts(`${template}.`, `${template}.spec.`),
  moved('spec.rolloutBefore.certificatesExpiryDays', 'spec.rollout.before.certificatesExpiryDays'),
  moved('spec.rolloutAfter', 'spec.rollout.after'),
  moved('spec.rolloutStrategy', 'spec.rollout.strategy'),
  moved('spec.remediationStrategy.maxRetry', 'spec.remediation.maxRetry'),
  timeout('spec.remediationStrategy.retryPeriod', 'spec.remediation.retryPeriodSeconds'),
  timeout('spec.remediationStrategy.minHealthyPeriod', 'spec.remediation.minHealthyPeriodSeconds'),
  moved('spec.machineNamingStrategy', 'spec.machineNaming'),
]

/** How sick Machines are found and replaced. */
export const healthCheck = (older: string, newer: string): readonly FieldRow[] => [
  checks(`${older}unhealthyConditions`, `${newer}checks.unhealthyNodeConditions`),
  checks(`${older}unhealthyMachineConditions`, `${newer}checks.unhealthyMachineConditions`),
  timeout(`${older}nodeStartupTimeout`, `${newer}checks.nodeStartupTimeoutSeconds`),
  moved(`${older}maxUnhealthy`, `${newer}remediation.triggerIf.unhealthyLessThanOrEqualTo`),
  moved(`${older}unhealthyRange`, `${newer}remediation.triggerIf.unhealthyInRange`),
  moved(`${older}remediationTemplate`, `${newer}remediation.templateRef`),
]

/** The same inside a topology, where it can be switched off. */
const topologyHealthCheck = (at: string): readonly FieldRow[] => [
  moved(`${at}machineHealthCheck.enable`, `${at}healthCheck.enabled`),
  ...healthCheck(`${at}machineHealthCheck.`, `${at}healthCheck.`),
]

const checks = (older: string, newer: string): FieldRow => ({
  ...moved(older, newer),
  up: codec.checksToSeconds,
  down: codec.checksToTimeouts,
})

const at = 'spec.topology'

/** What differs in the topology of a Cluster. */
export const topologyRows: readonly Row[] = [
  moved(`${at}.class`, `${at}.classRef.name`),
  moved(`${at}.classNamespace`, `${at}.classRef.namespace`),
  ...timeouts(`${at}.controlPlane.`),
  ...topologyHealthCheck(`${at}.controlPlane.`),
  {
    each: path(`${at}.workers.machineDeployments`),
    rows: [
      ...timeouts(''),
      ...topologyHealthCheck(''),
      ...rolloutRows('strategy', '', 'healthCheck.remediation'),
    ],
  },
  { each: path(`${at}.workers.machinePools`), rows: timeouts('') },
]
