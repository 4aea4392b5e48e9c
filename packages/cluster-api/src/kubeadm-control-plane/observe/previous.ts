import { type Condition, readSeverityConditions, type SeverityCondition } from '@sitrep/conditions'
import { at, type Fields, number, text } from '@sitrep/status'
import { conditionList } from '../../model/conditions.ts'
import { legacyStatus } from '../../model/layout.ts'

/** What was said of a control plane before, in whichever language and layout. */
export interface ControlPlanePrevious {
  readonly conditions: readonly Condition[]
  readonly initialized: boolean
  readonly version: string | undefined
  readonly lastRemediation: unknown
  readonly observedGeneration: number | undefined
  readonly legacy: {
    readonly conditions: readonly SeverityCondition[]
    readonly failureReason: string | undefined
    readonly failureMessage: string | undefined
  }
}

export function controlPlanePrevious(status: Fields): ControlPlanePrevious {
  const legacy = legacyStatus(status)
  const old = readSeverityConditions(legacy, { path: ['conditions'] })
  return {
    conditions: conditionList(at(status, 'conditions')),
    initialized: at(status, 'initialization', 'controlPlaneInitialized') === true,
    version: text(at(status, 'version')),
    lastRemediation: at(status, 'lastRemediation'),
    observedGeneration: number(at(status, 'observedGeneration')),
    legacy: {
      conditions: old.read ? old.items : [],
      failureReason: text(legacy['failureReason']),
      failureMessage: text(legacy['failureMessage']),
    },
  }
}
