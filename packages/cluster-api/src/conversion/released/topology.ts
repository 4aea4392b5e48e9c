import * as codec from '../codecs.ts'
import type { FieldRow, Row } from '../row.ts'
import { moved, timeout } from '../rows.ts'
import { path } from '../tree.ts'
import { rolloutRows } from './machine-deployment.ts'

const timeouts = (at: string): readonly FieldRow[] => [
  timeout(`${at}nodeDrainTimeout`, `${at}deletion.nodeDrainTimeoutSeconds`),
  timeout(`${at}nodeVolumeDetachTimeout`, `${at}deletion.nodeVolumeDetachTimeoutSeconds`),
  timeout(`${at}nodeDeletionTimeout`, `${at}deletion.nodeDeletionTimeoutSeconds`),
]

/** How sick Machines are found and replaced. */
const healthCheck = (at: string): readonly FieldRow[] => [
  moved(`${at}machineHealthCheck.enable`, `${at}healthCheck.enabled`),
  checks(`${at}machineHealthCheck.unhealthyConditions`, `${at}healthCheck.checks.unhealthyNodeConditions`),
  checks(
    `${at}machineHealthCheck.unhealthyMachineConditions`,
    `${at}healthCheck.checks.unhealthyMachineConditions`,
  ),
  timeout(`${at}machineHealthCheck.nodeStartupTimeout`, `${at}healthCheck.checks.nodeStartupTimeoutSeconds`),
  moved(
    `${at}machineHealthCheck.maxUnhealthy`,
    `${at}healthCheck.remediation.triggerIf.unhealthyLessThanOrEqualTo`,
  ),
  moved(`${at}machineHealthCheck.unhealthyRange`, `${at}healthCheck.remediation.triggerIf.unhealthyInRange`),
  moved(`${at}machineHealthCheck.remediationTemplate`, `${at}healthCheck.remediation.templateRef`),
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
  ...healthCheck(`${at}.controlPlane.`),
  {
    each: path(`${at}.workers.machineDeployments`),
    rows: [...timeouts(''), ...healthCheck(''), ...rolloutRows('strategy', '', 'healthCheck.remediation')],
  },
  { each: path(`${at}.workers.machinePools`), rows: timeouts('') },
]
