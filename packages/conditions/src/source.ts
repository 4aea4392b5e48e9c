import type { Condition } from './condition.ts'

/** Names one object. `group` and `cluster` are for callers that tell more than kinds and namespaces apart. */
export interface NamedObject {
  readonly cluster?: string
  readonly group?: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
}

/**
 * One thing that a decision rests on: a condition or a field of an object.
 * Without `ref` it is the object that the decision is about.
 */
export interface Source {
  readonly ref?: NamedObject
  /** The list in which the condition stands, as it is written in an address; absent for `status.conditions`. */
  readonly at?: string
  readonly condition?: string
  /** Path of a field, such as `spec.replicas`. */
  readonly field?: string
}

/** An object as far as summaries, aggregates and mirrors look at it. */
export interface ConditionedObject extends NamedObject {
  readonly labels?: Readonly<Record<string, string>>
  readonly conditions?: readonly Condition[]
}

/** Conditions, with or without the object that carries them. */
export type ConditionSource = ConditionedObject | readonly Condition[]

/** Whether these are conditions alone. */
export function isBareList(source: ConditionSource): source is readonly Condition[] {
  return Array.isArray(source)
}

/** The name of an object without the rest of it. */
export function refOf({ cluster, group, kind, namespace, name }: NamedObject): NamedObject {
  // So are nearly all, and every decision names some.
  if (cluster === undefined && group !== undefined && namespace !== undefined)
    return { group, kind, namespace, name }
  return {
    ...(cluster !== undefined && { cluster }),
    ...(group !== undefined && { group }),
    kind,
    ...(namespace !== undefined && { namespace }),
    name,
  }
}
