import type {
  Choice,
  ChoiceRules,
  Condition,
  ConditionOrder,
  ConditionRules,
  Decision,
  Instant,
  TransitionRule,
} from '@sitrep/conditions'
import type { Column } from './column.ts'
import type { ConditionList } from './condition-list.ts'
import type { KindRef, ObjectRef } from './kind.ts'
import type { KubeObject } from './object.ts'
import type { KindChoice } from './served-kind.ts'
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
  /** One kind, or which of the kinds that a cluster serves. */
  readonly kind: KindChoice
  /** Picks what is relevant, decides nothing, throws nothing. What it returns carries `previous` and `now` where a rule asks for them. */
  observe(object: Object, world: World<Status>): Observed
  /** Decides from what was observed and from nothing else. */
  compute(observed: Observed): Computed<Status> | Abstention
  readonly columns: readonly Column[]
  /** The tables that decide, for those who print them or compare them with tests. */
  readonly rules?: readonly RuleTables[]
  /** The address of the condition that says `Unknown`/`InternalError` when this definition itself fails; `parents[*]:Accepted` is every entry of its own. */
  readonly onFailure: string
  /** Where this kind keeps its conditions. Left out: in `status.conditions` and nowhere else. */
  readonly lists?: readonly ConditionList[]
  /**
   * The fields of the status that this definition writes, besides its conditions and entries. All other fields are always as reported:
   * they are never taken away, and a change of one wakes this definition and its readers. Left out: the whole status is its own.
   */
  readonly owns?: readonly string[]
  /** How this kind's conditions are sorted when others add to them; as they come unless given. */
  readonly order?: ConditionOrder
  /** When the time of one of this kind's conditions moves; only with its status unless given. */
  readonly moves?: TransitionRule
  /** The status is computed and shown, and never written: the kind has none. */
  readonly virtual?: true
  /** Kinds of group `sitrep.dev` that passes of this definition yield. */
  readonly derives?: readonly KindRef[]
  /**
   * Facts that are told in answer to what passes yield. While such a fact is all that is awaited, passes are made for what they yield
   * and for nothing else: the status stands as it is reported.
   */
  readonly answers?: readonly KindRef[]
}

/** Tables of a definition, and the kind on whose objects their conditions stand where that is another one. */
export interface RuleTables {
  readonly on?: KindRef
  /** The list in which they stand, as it is written in an address: `listeners[*]`. Left out: `status.conditions`. */
  readonly at?: string
  /** They tell what another writer should say, or what its word rests on. */
  readonly compared?: true
  readonly tables: readonly ConditionRules<never>[]
  /** The tables that choose what is done, beside what is said: an action, an event, when to look again. */
  readonly choices?: readonly ChoiceRules<never, unknown>[]
}

/** The result of one pass: the whole status after, with times and generations already stamped. */
export interface Computed<Status> {
  readonly status: Status
  /** What is said on objects of other kinds (a control plane speaks on its Machines). */
  readonly others?: readonly ConditionsOnOther[]
  /** What somebody else should say: compared with what is reported, never laid over it and never written. */
  readonly compared?: readonly ComparedConditions[]
  /** Objects that exist in memory only, as long as their maker says so: a routing configuration, a wanted action. */
  readonly derived?: readonly KubeObject[]
  /** This result changes what the next pass would see. */
  readonly again?: true
  /** When time alone may change this result: `clock.recheckAt`. */
  readonly recheckAt?: Instant | undefined
  /** How each condition of this status was decided. These addresses, and only these, belong to this definition. */
  readonly decided: readonly Decision[]
  /** What was chosen to be done, in the order in which it was asked. */
  readonly chosen?: readonly Choice[]
}

/** Conditions that one definition puts on an object of another kind, stamped and complete: what is not named is not claimed. */
export interface ConditionsOnOther {
  readonly ref: ObjectRef
  /** The list in which they stand; left out: `status.conditions`. */
  readonly at?: string
  readonly conditions: readonly Condition[]
  /** Types that must not be on that object. */
  readonly absent?: readonly string[]
  readonly decided?: readonly Decision[]
}

/** Conditions of one list of an object that belongs to another writer, as we would have decided them. */
export interface ComparedConditions {
  readonly at?: string
  readonly conditions: readonly Condition[]
  /** Types of which we would say nothing there, for whoever asks why they are missing. */
  readonly absent?: readonly string[]
  /** Besides how the conditions were decided: decisions that keep what is given and only tell what it rests on, for whoever asks why. */
  readonly decided?: readonly Decision[]
}

/** A pass that says nothing about the object: what is reported stands, nothing is written, former entries of our own go. */
export interface Abstention extends Omit<Computed<unknown>, 'status' | 'again'> {
  readonly abstains: true
  readonly status?: undefined
  readonly decided: readonly []
}

/** Says nothing about the object; there may still be something to say elsewhere. */
export const abstain = (besides: Omit<Abstention, 'abstains' | 'status' | 'decided'> = {}): Abstention => ({
  ...besides,
  abstains: true,
  decided: [],
})

/** Puts a kind together; the types of its parts must fit each other. */
export const defineStatus = <Object extends KubeObject, Observed, Status>(
  definition: StatusDefinition<Object, Observed, Status>,
): StatusDefinition<Object, Observed, Status> => definition
