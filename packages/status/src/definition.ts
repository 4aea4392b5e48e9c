import type { Condition, ConditionRules, Decision, Instant } from '@sitrep/conditions'
import type { Column } from './column.ts'
import type { KindRef, ObjectRef } from './kind.ts'
import type { KubeObject } from './object.ts'
import type { World } from './world.ts'

/**
 * How the status of one kind comes about. `observe` and `compute` are written as methods so that definitions of many kinds
 * fit into one list: each is only ever called with what the other one made.
 */
export interface StatusDefinition<
  Object extends KubeObject = KubeObject,
  Observed = unknown,
  Status = unknown,
> {
  readonly kind: KindRef
  /** Picks what is relevant, decides nothing, throws nothing. What it returns carries `previous` and `now` where a rule asks for them. */
  observe(object: Object, world: World<Status>): Observed
  /** Decides from what was observed and from nothing else. */
  compute(observed: Observed): Verdict<Status>
  readonly columns: readonly Column[]
  /** The tables that decide, for those who print them or compare them with tests. */
  readonly rules?: readonly RuleTables[]
  /** The condition that says `Unknown`/`InternalError` when this definition itself fails. */
  readonly onFailure: string
  /** Where this kind keeps its conditions, from the object's root. */
  readonly conditionsPath?: readonly string[]
  /** Fields of the status that somebody else writes: they are always taken as reported. */
  readonly foreign?: readonly string[]
}

/** Tables of a definition, and the kind on whose objects their conditions stand where that is another one. */
export interface RuleTables {
  readonly on?: KindRef
  readonly tables: readonly ConditionRules<never>[]
}

/** The result of one pass: the whole status after, with times and generations already stamped. */
export interface Verdict<Status> {
  readonly status: Status
  /** What is said on objects of other kinds (a control plane speaks on its Machines). */
  readonly others?: readonly ConditionsOnOther[]
  /** This result changes what the next pass would see. */
  readonly again?: true
  /** When time alone may change this result: `clock.recheckAt`. */
  readonly recheckAt?: Instant | undefined
  /** How each condition of this status was decided. These types, and only these, belong to this definition. */
  readonly decided: readonly Decision[]
}

/** Conditions that one definition puts on an object of another kind, stamped and complete: what is not named is not claimed. */
export interface ConditionsOnOther {
  readonly ref: ObjectRef
  readonly conditions: readonly Condition[]
  /** Types that must not be on that object. */
  readonly absent?: readonly string[]
  readonly decided?: readonly Decision[]
}

/** Where conditions are kept unless a definition says otherwise. */
export const defaultConditionsPath: readonly string[] = ['status', 'conditions']

/** Puts a kind together; the types of its parts must fit each other. */
export const defineStatus = <Object extends KubeObject, Observed, Status>(
  definition: StatusDefinition<Object, Observed, Status>,
): StatusDefinition<Object, Observed, Status> => definition
