import type { Condition, Instant } from '@sitrep/conditions'
import type { KubeObject } from '@sitrep/status'
import { isPaused, reconcileRequestOf } from './annotations.ts'
import { isCreateIncomplete, wasCreatedWithin } from './creation.ts'
import type { Failure, Observed, PassFacts, PassStep } from './facts.ts'
import { conditionOf, lastHandledOf, type PolicySettings, policyFieldsOf } from './managed-object.ts'
import { policiesOf } from './policies.ts'

/** What holds for all passes over resources of a kind. */
export interface PassSettings extends PolicySettings {
  /** Whether the external name is known before the external resource is created. */
  readonly deterministicName: boolean
  /** Whether the kind keeps which request to reconcile was answered. */
  readonly requests: 'kept' | 'not kept'
  readonly creationGraceMs: number
  /** How many updates in a row are looked after at once. */
  readonly promptUpdates: number
}

/** What there is to see after a step. */
export interface Seen {
  /** The object as it stands in memory; nothing where it could not be read. */
  readonly object: KubeObject | undefined
  readonly went: 'well' | Failure
  readonly observed?: Observed | undefined
  readonly saidReady?: Condition | undefined
  readonly now: Instant
}

/**
 * The facts after one more step. Each is taken at the step from which on it counts and not looked up again: what somebody
 * else writes in the middle of a pass is for the next one.
 */
export function afterStep(
  facts: PassFacts,
  step: PassStep,
  seen: Seen & { readonly settings: PassSettings },
): PassFacts {
  const { object, settings, saidReady } = seen
  const known: PassFacts = { ...facts, went: { ...facts.went, [step]: seen.went }, saidReady }
  if (object === undefined) return known
  const told: PassFacts = { ...known, ready: conditionOf(object, 'Ready') }
  const { annotations = {}, deletionTimestamp, finalizers = [] } = object.metadata
  const deleted = deletionTimestamp !== undefined
  switch (step) {
    case 'read':
      return { ...told, ...firstFacts(object, settings), deleted }
    case 'initialize':
      return { ...told, deleted, createIncomplete: isCreateIncomplete(annotations) }
    case 'resolve-references':
      return { ...told, deleted }
    case 'observe':
      return {
        ...told,
        deleted,
        observed: seen.observed,
        finalizers: finalizers.length,
        createdLately: wasCreatedWithin(annotations, settings.creationGraceMs, seen.now),
      }
    default:
      return told
  }
}

function firstFacts(object: KubeObject, settings: PassSettings): Partial<PassFacts> {
  const { annotations = {} } = object.metadata
  const request = reconcileRequestOf(annotations)
  return {
    paused: isPaused(annotations),
    policies: policiesOf(policyFieldsOf(object, settings)),
    requested: settings.requests === 'kept' && request !== undefined && request !== lastHandledOf(object),
    deterministicName: settings.deterministicName,
    promptUpdates: settings.promptUpdates,
  }
}
