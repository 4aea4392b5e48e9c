import { type ObjectRef, refKey } from '@sitrep/status'
import type { ConditionWriter } from '../observe/reflector/writers.ts'
import { type Fight, FightDetector } from './fights.ts'

/** How long an object is left to the other writer when two fight over it. */
export const leftAloneMs = 300_000

/** What to do about an object that came back from the API. */
export type EchoAnswer =
  | { readonly kind: 'as-written' }
  | { readonly kind: 'write-again' }
  | { readonly kind: 'fight'; readonly fight: Fight }

/** Tells a single overwriting of what we say from a fight, by a clock that nobody sets. */
export class EchoGuard {
  readonly #leftAlone: Map<string, number> = new Map()
  readonly #fights: FightDetector

  constructor(ourManager: string) {
    this.#fights = new FightDetector(ourManager)
  }

  /** An object came from the API, and this of what we say on it does not stand there. */
  seen(
    ref: ObjectRef,
    undone: readonly string[],
    { writers, elapsed }: { readonly writers: readonly ConditionWriter[]; readonly elapsed: number },
  ): EchoAnswer {
    if (undone.length === 0) return { kind: 'as-written' }
    const key = refKey(ref)
    const fight = this.#fights.undone(key, undone, { writers, elapsed })
    if (fight === undefined) return { kind: 'write-again' }
    this.#fights.forget(key)
    this.#leftAlone.set(key, elapsed)
    return { kind: 'fight', fight }
  }

  /** Whether the object is left to the other writer now. */
  leavesAlone(ref: ObjectRef, elapsed: number): boolean {
    const since = this.#leftAlone.get(refKey(ref))
    return since !== undefined && elapsed < since + leftAloneMs
  }

  /** It was left alone for long enough, whatever a clock says that is a moment behind. */
  endRest(ref: ObjectRef): void {
    this.#leftAlone.delete(refKey(ref))
  }

  forget(ref: ObjectRef): void {
    const key = refKey(ref)
    this.#leftAlone.delete(key)
    this.#fights.forget(key)
  }
}
