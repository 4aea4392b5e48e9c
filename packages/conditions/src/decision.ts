import type { Condition } from './condition.ts'
import type { Source } from './source.ts'

/** The row of a table that decided, in its own words, and the words of the rows above it that did not apply. */
export interface DecidingRow {
  /** Place in the table, from 0. */
  readonly index: number
  readonly words: string
  readonly passedOver: readonly string[]
}

interface Evidence {
  readonly type: string
  /** The list of the object in which the condition stands, as it is written in an address; absent for `status.conditions`. */
  readonly at?: string
  /** What came to the decision. `stated` is a condition that the caller made without any of the others. */
  readonly by: 'table' | 'summary' | 'aggregate' | 'mirror' | 'stated'
  /** Only where a table decided. */
  readonly row?: DecidingRow
  /** What the decision rests on: not all that was read, only what made it so. */
  readonly sources: readonly Source[]
}

/** The condition is to say this. Generation and time are stamped when it is set. */
export interface SetDecision extends Evidence {
  readonly outcome: 'set'
  readonly condition: Condition
}

/** The condition stays as it is, time and generation too; one that is not there does not appear. */
export interface KeepDecision extends Evidence {
  readonly outcome: 'keep'
}

/** There is to be no such condition. */
export interface AbsentDecision extends Evidence {
  readonly outcome: 'absent'
}

/** What is to become of one condition of an object, and why. */
export type Decision = SetDecision | KeepDecision | AbsentDecision

/** What a late decision says at once. */
type Said = Omit<SetDecision, 'outcome' | 'at' | 'sources'>

/**
 * A decision that looks up what it rests on when it is first asked, which hardly anybody does, and keeps hold of what it looks in until then.
 * It is part of the decision like any other field.
 */
export class LateDecision implements SetDecision {
  // One getter for all: what a getter of one object closes over would be kept by the runtime until its longest collection.
  static readonly #late: PropertyDescriptor & ThisType<LateDecision> = {
    enumerable: true,
    get(): readonly Source[] {
      this.#sources ??= this.#lookUp()
      return this.#sources
    },
  }

  readonly outcome = 'set'
  readonly type: string
  readonly by: SetDecision['by']
  declare readonly row?: DecidingRow
  readonly condition: Condition
  declare readonly sources: readonly Source[]
  readonly #lookUp: () => readonly Source[]
  #sources: readonly Source[] | undefined = undefined

  constructor({ type, by, row, condition }: Said, lookUp: () => readonly Source[]) {
    this.type = type
    this.by = by
    if (row !== undefined) this.row = row
    this.condition = condition
    this.#lookUp = lookUp
    Object.defineProperty(this, 'sources', LateDecision.#late)
  }
}

/** Wraps a condition made by hand, so that it can be set together with those that were decided. */
export function stated(condition: Condition, sources: readonly Source[] = []): SetDecision {
  return { outcome: 'set', type: condition.type, by: 'stated', condition, sources }
}

/** The same decision about a condition of another list of the object: an entry of its own, such as `listeners[https]`. */
export const inList = <Decided extends Decision>(at: string, decision: Decided): Decided => ({
  ...decision,
  at,
})
