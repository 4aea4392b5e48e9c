import type { Condition } from '@sitrep/conditions'
import { at, fields, type KubeObject, list, text } from '@sitrep/status'
import type { PolicyFields } from './policies.ts'

/** The conditions of an object, whatever else stands in the list. */
export function conditionsOf(object: KubeObject): readonly Condition[] {
  return list(at(object.status, 'conditions')).filter(isCondition)
}

const isCondition = (value: unknown): value is Condition => text(fields(value)['type']) !== undefined

/** The condition of a type; nothing where the object has none. */
export const conditionOf = (object: KubeObject, type: string): Condition | undefined =>
  conditionsOf(object).find((condition) => condition.type === type)

/** Whether management policies count, and whether objects of the kind have a deletion policy of the older sort. */
export interface PolicySettings {
  readonly managementPolicies: 'followed' | 'ignored'
  /**
   * What an object means that has no management policies at all: `paused`, as in Crossplane, where every definition brings a default, or
   * `everything`, where definitions may not have the field.
   */
  readonly unsetPolicies: 'paused' | 'everything'
  readonly deletionPolicy: 'offered' | 'none'
}

/** What of an object decides which actions are allowed. */
export function policyFieldsOf(object: KubeObject, settings: PolicySettings): PolicyFields {
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

/** The token of the last request to reconcile that was answered. */
export const lastHandledOf = (object: KubeObject): string | undefined =>
  text(at(object.status, 'lastHandledReconcileAt'))
