import { defineStatus, type KubeObject, type StatusDefinition } from '@sitrep/status'
import { statusFields } from '../crds/status-fields.ts'
import { machineHealthCheckKind, machineKind } from '../kinds.ts'
import { compareConditions } from '../model/condition-order.ts'
import type { ClusterApiOptions } from '../options.ts'
import type { StatusFields } from '../pass/computed.ts'
import { pausedRules } from '../pass/paused.ts'
import { healthCheckColumns } from './columns.ts'
import { computeHealthCheck } from './compute.ts'
import { writeOld } from './layout.ts'
import { observeHealthCheck } from './observe.ts'
import {
  externallyRemediated,
  externalRequestAvailable,
  healthCheckSucceeded,
  ownerRemediated,
  remediationAllowed,
} from './rules.ts'
import { machineHealthCheckSchema } from './schema.ts'
import type { HealthCheckObserved } from './types.ts'

const external = { released: externallyRemediated, proposal: externalRequestAvailable }

/** The status of health checks, and what they say on the Machines that they look at. */
export function machineHealthCheckStatus({
  profile,
}: ClusterApiOptions): StatusDefinition<KubeObject, HealthCheckObserved, StatusFields> {
  return defineStatus({
    kind: machineHealthCheckKind,
    observe: observeHealthCheck,
    compute: computeHealthCheck({ external: external[profile], writeOld: writeOld[profile] }),
    columns: healthCheckColumns,
    rules: [
      { tables: [pausedRules, remediationAllowed] },
      { on: machineKind, tables: [healthCheckSucceeded, ownerRemediated, external[profile]] },
    ],
    onFailure: 'RemediationAllowed',
    order: compareConditions,
    owns: statusFields(machineHealthCheckSchema),
  })
}
