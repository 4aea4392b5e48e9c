import type { Condition } from '@sitrep/conditions'
import type { Fields } from '@sitrep/status'
import {
  type Failure,
  type ManagedObject,
  type PassFacts,
  type PassSettings,
  type PassStep,
  passSteps,
  type StepSeen,
} from '../types.ts'
import { policiesOf } from './policies.ts'
import { isCreateIncomplete, wasCreatedWithin } from './times.ts'

/**
 * The facts after one more step. Each is taken at the step from which on it counts and not looked up again: what somebody
 * else writes in the middle of a pass is for the next one.
 */
export function afterStep(
  facts: PassFacts,
  step: PassStep,
  seen: StepSeen & { readonly settings: PassSettings },
): PassFacts {
  const { object, settings, saidReady } = seen
  const known: PassFacts = { ...facts, went: { ...facts.went, [step]: seen.went }, saidReady }
  if (object === undefined) return known
  const { annotations, deleted, finalizers, ready } = object
  const told: PassFacts = { ...known, ready }
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
        finalizers,
        createdLately: wasCreatedWithin(annotations, settings.creationGraceMs, seen.now),
      }
    default:
      return told
  }
}

function firstFacts(object: ManagedObject, settings: PassSettings): Partial<PassFacts> {
  const { paused, policyFields, request, lastHandled } = object
  return {
    paused,
    policies: policiesOf(policyFields),
    requested: settings.requests === 'kept' && request !== undefined && request !== lastHandled,
    deterministicName: settings.deterministicName,
    promptUpdates: settings.promptUpdates,
  }
}

/** What went wrong in a step; nothing where it went well or was not taken. */
export function failureIn(facts: PassFacts, step: PassStep): Failure | undefined {
  const went = facts.went[step]
  return went === 'well' ? undefined : went
}

/**
 * What a pass saw and came to, as the status of a fact of kind `ExternalObservation`: from it the conditions follow without a pass of
 * one's own. What the object itself tells is left to the object.
 */
export function observationOf(facts: PassFacts, generation: number | undefined): Fields {
  const failed = passSteps.flatMap((step) => {
    const failure = failureIn(facts, step)
    return failure === undefined ? [] : [[step, failure] as const]
  })
  const { paused: _paused, policies: _policies, deleted: _deleted, finalizers: _held, ...told } = facts
  const { went, ...seen } = told
  return {
    ...(generation !== undefined && { generation }),
    well: passSteps.filter((step) => went[step] === 'well'),
    failed: Object.fromEntries(failed),
    ...seen,
  }
}

/** The status of a condition; nothing where there is none of the type. */
export const statusAmong = (conditions: readonly Condition[], type: string): string | undefined =>
  conditions.find((condition) => condition.type === type)?.status

/** Whether a condition is there and says something else than True. */
export const isAmiss = (conditions: readonly Condition[], type: string): boolean =>
  (statusAmong(conditions, type) ?? 'True') !== 'True'
