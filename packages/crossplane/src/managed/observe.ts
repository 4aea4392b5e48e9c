import { type Condition, conditionStatuses } from '@sitrep/conditions'
import { at, fields, type KubeObject, list, number, text } from '@sitrep/status'
import {
  type Annotations,
  annotations,
  type ManagedObject,
  type PolicyFields,
  type PolicySettings,
} from './types.ts'

/** Whether reconciliation is paused by annotation. Only the exact text counts. */
export const isPaused = (given: Annotations): boolean => given[annotations.paused] === 'true'

/** The external name; empty where none is set. */
export const externalNameOf = (given: Annotations): string => given[annotations.externalName] ?? ''

/** The token of a request to reconcile; nothing where none is made. */
export const reconcileRequestOf = (given: Annotations): string | undefined =>
  given[annotations.reconcileRequestedAt] || undefined

/** The conditions of an object, whatever else stands in the list. */
export function conditionsOf(object: KubeObject): readonly Condition[] {
  return list(at(object.status, 'conditions')).filter(isCondition)
}

const isCondition = (value: unknown): value is Condition => text(fields(value)['type']) !== undefined

/** The condition of a type; nothing where the object has none. */
export const conditionOf = (object: KubeObject, type: string): Condition | undefined =>
  conditionsOf(object).find((condition) => condition.type === type)

/** What of an object decides which actions are allowed. */
function policyFieldsOf(object: KubeObject, settings: PolicySettings): PolicyFields {
  const given = at(object.spec, 'managementPolicies')
  const named = given === undefined && settings.unsetPolicies === 'everything' ? ['*'] : list(given)
  return {
    enabled: settings.managementPolicies === 'followed',
    managementPolicies: named.filter((action) => typeof action === 'string'),
    deletionPolicy:
      settings.deletionPolicy === 'offered'
        ? { value: text(at(object.spec, 'deletionPolicy')) ?? '' }
        : undefined,
  }
}

/** Picks what a pass asks about an object. */
export function observeManagedObject(object: KubeObject, settings: PolicySettings): ManagedObject {
  const { annotations: given = {}, deletionTimestamp, finalizers = [] } = object.metadata
  return {
    annotations: given,
    paused: isPaused(given),
    policyFields: policyFieldsOf(object, settings),
    deleted: deletionTimestamp !== undefined,
    finalizers: finalizers.length,
    ready: conditionOf(object, 'Ready'),
    request: reconcileRequestOf(given),
    lastHandled: text(at(object.status, 'lastHandledReconcileAt')),
  }
}

/** A condition as a fact tells it; nothing for what is none. */
export function conditionFrom(type: string, value: unknown): Condition | undefined {
  const said = fields(value)
  const status = conditionStatuses.find((each) => each === said['status'])
  if (status === undefined) return undefined
  const generation = number(said['observedGeneration'])
  return {
    type,
    status,
    reason: text(said['reason']) ?? '',
    message: text(said['message']) ?? '',
    ...(generation !== undefined && { observedGeneration: generation }),
  }
}
