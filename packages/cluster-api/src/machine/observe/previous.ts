import { readSeverityConditions } from '@sitrep/conditions'
import { conditionList } from '../../model/conditions.ts'
import { at, compact, type Fields, fields, number, text } from '../../model/fields.ts'
import { legacyStatus } from '../../model/layout.ts'
import type { DeletionTimes } from '../spec.ts'
import type { MachineLegacy, MachinePrevious } from '../types.ts'

/** Reads the status of a Machine in either language. */
export function machinePrevious(status: Fields): MachinePrevious {
  const addresses = at(status, 'addresses')
  const initialization = at(status, 'initialization')
  return {
    conditions: conditionList(at(status, 'conditions')),
    bootstrapDataSecretCreated:
      at(initialization, 'bootstrapDataSecretCreated') === true ||
      at(initialization, 'bootstrapSecretCreated') === true,
    infrastructureProvisioned: at(initialization, 'infrastructureProvisioned') === true,
    nodeName: text(at(status, 'nodeRef', 'name')),
    nodeInfo: at(status, 'nodeInfo') === undefined ? undefined : fields(at(status, 'nodeInfo')),
    addresses: Array.isArray(addresses) ? addresses : undefined,
    failureDomain: text(at(status, 'failureDomain')),
    certificatesExpiryDate: text(at(status, 'certificatesExpiryDate')),
    deletion: deletionTimes(at(status, 'deletion')),
    observedGeneration: number(at(status, 'observedGeneration')),
    legacy: machineLegacy(status),
  }
}

function deletionTimes(deletion: unknown): DeletionTimes {
  const time = (name: keyof DeletionTimes): string | undefined => text(at(deletion, name))
  return compact<DeletionTimes>({
    waitForPreDrainHookStartTime: time('waitForPreDrainHookStartTime'),
    nodeDrainStartTime: time('nodeDrainStartTime'),
    waitForNodeVolumeDetachStartTime: time('waitForNodeVolumeDetachStartTime'),
    waitForPreTerminateHookStartTime: time('waitForPreTerminateHookStartTime'),
  })
}

function machineLegacy(status: Fields): MachineLegacy {
  const legacy = legacyStatus(status)
  const conditions = readSeverityConditions(legacy, { path: ['conditions'] })
  return {
    phase: text(legacy['phase']) ?? text(status['phase']),
    lastUpdated: text(legacy['lastUpdated']) ?? text(status['lastUpdated']),
    failureReason: text(legacy['failureReason']),
    failureMessage: text(legacy['failureMessage']),
    conditions: conditions.read ? conditions.items : [],
  }
}
