import type { Condition, Instant, SeverityCondition } from '@sitrep/conditions'
import { isConditionStatus, readSeverityConditions } from '@sitrep/conditions'
import { compact, type Fields, fields, number, text } from '@sitrep/status'
import { conditionList } from '../../model/conditions.ts'
import { legacyStatus } from '../../model/stages.ts'
import type { DeletionTimes, MachineOldStatus, MachinePrevious } from '../types.ts'

/** The fields that are read, should they be there and what they are supposed to be. */
interface StatusParts {
  readonly conditions?: unknown
  readonly initialization?: Fields | null
  readonly nodeRef?: { readonly name?: unknown } | null
  readonly nodeInfo?: unknown
  readonly addresses?: unknown
  readonly failureDomain?: unknown
  readonly certificatesExpiryDate?: unknown
  readonly deletion?: Fields | null
  readonly observedGeneration?: unknown
}

const noTimes: DeletionTimes = Object.freeze({})

/** Reads the status of a Machine in either language. */
export function machinePrevious(status: Fields): MachinePrevious {
  const parts = status as StatusParts
  const { initialization, addresses, nodeInfo, deletion } = parts
  return {
    conditions: conditionList(parts.conditions),
    bootstrapDataSecretCreated:
      initialization?.['bootstrapDataSecretCreated'] === true ||
      initialization?.['bootstrapSecretCreated'] === true,
    infrastructureProvisioned: initialization?.['infrastructureProvisioned'] === true,
    nodeName: text(parts.nodeRef?.name),
    nodeInfo: nodeInfo === undefined ? undefined : fields(nodeInfo),
    addresses: Array.isArray(addresses) ? addresses : undefined,
    failureDomain: text(parts.failureDomain),
    certificatesExpiryDate: text(parts.certificatesExpiryDate),
    deletion: deletion ? deletionTimes(deletion) : noTimes,
    observedGeneration: number(parts.observedGeneration),
    old: oldStatus(status),
  }
}

function deletionTimes(deletion: Fields): DeletionTimes {
  const time = (name: keyof DeletionTimes): Instant | undefined => text(deletion[name])
  return compact<DeletionTimes>({
    waitForPreDrainHookStartTime: time('waitForPreDrainHookStartTime'),
    nodeDrainStartTime: time('nodeDrainStartTime'),
    waitForNodeVolumeDetachStartTime: time('waitForNodeVolumeDetachStartTime'),
    waitForPreTerminateHookStartTime: time('waitForPreTerminateHookStartTime'),
  })
}

function oldStatus(status: Fields): MachineOldStatus {
  const old = legacyStatus(status)
  return {
    phase: text(old['phase']) ?? text(status['phase']),
    lastUpdated: text(old['lastUpdated']) ?? text(status['lastUpdated']),
    failureReason: text(old['failureReason']),
    failureMessage: text(old['failureMessage']),
    conditions: oldConditions(old['conditions']),
  }
}

const noConditions: readonly SeverityCondition[] = Object.freeze([])

// What we wrote ourselves needs no closer look; it is read in every pass.
function oldConditions(list: unknown): readonly SeverityCondition[] {
  if (list === undefined) return noConditions
  if (Array.isArray(list) && list.every(isPlainlySound)) return list
  const reading = readSeverityConditions({ conditions: list }, { path: ['conditions'] })
  return reading.read ? reading.items : noConditions
}

function isPlainlySound(entry: unknown): boolean {
  const { type, status, reason, message } = (entry ?? {}) as Partial<Condition>
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string'
  return typeof type === 'string' && isConditionStatus(status) && isText(reason) && isText(message)
}
