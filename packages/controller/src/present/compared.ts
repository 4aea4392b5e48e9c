import type { Condition } from '@sitrep/conditions'
import type { Engine, Unseen } from '@sitrep/engine'
import {
  type Address,
  conditionAt,
  type Fields,
  formatAddress,
  type KubeObject,
  kindKey,
  type ObjectRef,
  parseAddress,
} from '@sitrep/status'
import { type ComparedField, comparedFields } from './compared-fields.ts'

/** One condition as the present writer reports it and as Sitrep computes it; absent where there is none. */
export interface ComparedCondition extends Address {
  readonly reported: Condition | undefined
  readonly computed: Condition | undefined
}

/** All that there is to compare on one object. */
export interface ComparedObject {
  readonly conditions: readonly ComparedCondition[]
  readonly fields: readonly ComparedField[]
  /** What those who speak on it ask for and cannot see: what differs then may differ because of that. */
  readonly unseen: readonly Unseen[]
}

const nothing: ComparedObject = { conditions: [], fields: [], unseen: [] }

/** Who computes, what is stored, and whether anything of ours is written at all. */
export interface ComparedSides {
  readonly engine: Engine
  readonly stored: KubeObject | undefined
  readonly mode: string
}

/** What there is to compare on an object: what we compute where we only observe, and always what others should say. */
export function comparedOn(ref: ObjectRef, { engine, stored, mode }: ComparedSides): ComparedObject {
  const { lists, fields } = engine.ownership(ref)
  const object = engine.object(ref)
  if (object === undefined) return nothing
  const owned = mode === 'observe' ? engine.claims(ref) : []
  const theirs = engine
    .compared(ref)
    .flatMap(({ at, conditions, absent = [] }) => [
      ...conditions.map((computed) => ({ at, type: computed.type, computed })),
      ...absent.map((type) => ({ at, type, computed: undefined })),
    ])
  const conditions = [
    ...owned.map((address) => ({
      ...parseAddress(address),
      reported: conditionAt(stored, address, lists),
      computed: conditionAt(object, address, lists),
    })),
    ...theirs.map((each) => ({ ...each, reported: conditionAt(stored, formatAddress(each), lists) })),
  ]
  const status = (object.status ?? {}) as Fields
  return {
    conditions: conditions.filter(
      ({ reported, computed }) => reported !== undefined || computed !== undefined,
    ),
    fields:
      mode === 'observe' && stored !== undefined
        ? comparedFields(stored, { status, owned, lists, fields })
        : [],
    unseen: engine.unseen(ref),
  }
}

/** What could not be looked at, in words. */
export function unseenWords({ cluster, kind, why, untold }: Unseen): string {
  const what = cluster === '' ? kindKey(kind) : `${kindKey(kind)} of the cluster ${cluster}`
  return untold === true ? `${what} has not been read yet` : `${what} cannot be read: ${why}`
}
