import { type AddressedCondition, formatAddress, type ObjectRef, refKey } from '@sitrep/status'
import type { ConditionWriter } from '../observe/reflector/writers.ts'
import { type Fight, FightDetector } from './fights.ts'

/** How long an object is left to the other writer when two fight over it. */
export const leftAloneMs = 300_000

/** What to do about an object that came back from the API. */
export type EchoAnswer =
  | { readonly kind: 'as-written' }
  | { readonly kind: 'write-again' }
  | { readonly kind: 'fight'; readonly fight: Fight }

/** Compares what the API shows with what we wrote last, and tells a single overwriting from a fight. */
export class EchoGuard {
  readonly #written: Map<string, readonly AddressedCondition[]> = new Map()
  readonly #leftAlone: Map<string, number> = new Map()
  readonly #fights: FightDetector

  constructor(ourManager: string) {
    this.#fights = new FightDetector(ourManager)
  }

  /** These are our conditions, as they stand in the API now. */
  wrote(ref: ObjectRef, ours: readonly AddressedCondition[]): void {
    this.#written.set(refKey(ref), ours)
  }

  seen(
    ref: ObjectRef,
    {
      stored,
      writers,
      now,
    }: { stored: readonly AddressedCondition[]; writers: readonly ConditionWriter[]; now: number },
  ): EchoAnswer {
    const key = refKey(ref)
    const undone = (this.#written.get(key) ?? []).filter(
      (mine) => !stored.some((theirs) => sameWords(mine, theirs)),
    )
    if (undone.length === 0) return { kind: 'as-written' }
    const types = undone.map(formatAddress)
    const fight = this.#fights.undone(key, types, { writers, now })
    if (fight === undefined) return { kind: 'write-again' }
    this.#fights.forget(key)
    this.#leftAlone.set(key, now)
    return { kind: 'fight', fight }
  }

  /** Whether the object is left to the other writer now. */
  leavesAlone(ref: ObjectRef, now: number): boolean {
    const since = this.#leftAlone.get(refKey(ref))
    return since !== undefined && since <= now && now < since + leftAloneMs
  }

  forget(ref: ObjectRef): void {
    const key = refKey(ref)
    this.#written.delete(key)
    this.#leftAlone.delete(key)
    this.#fights.forget(key)
  }
}

const sameWords = (a: AddressedCondition, b: AddressedCondition): boolean =>
  formatAddress(a) === formatAddress(b) &&
  a.condition.status === b.condition.status &&
  a.condition.reason === b.condition.reason &&
  (a.condition.message ?? '') === (b.condition.message ?? '')
