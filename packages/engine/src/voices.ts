import type { Condition } from '@sitrep/conditions'
import { type ConditionsOnOther, formatAddress } from '@sitrep/status'
import type { Slot } from './graph.ts'
import { bySlot } from './slot-order.ts'

/** What all others say on an object, by written address: a condition, or that there must be none of that type. */
export class Voices {
  readonly #said: Map<string, Condition | 'absent'> = new Map()
  readonly #types: Map<string, string[]> = new Map()

  get(address: string): Condition | 'absent' | undefined {
    return this.#said.get(address)
  }

  /** The types that somebody speaks of in one list. */
  in(at: string): readonly string[] {
    return this.#types.get(at) ?? none
  }

  /** The conditions that somebody wants in one list. */
  conditions(at: string): readonly Condition[] {
    const said = this.in(at).map((type) => this.get(formatAddress({ at, type })))
    return said.filter((voice) => voice !== undefined && voice !== 'absent')
  }

  add({ at = '', conditions, absent = [] }: ConditionsOnOther): void {
    for (const condition of conditions) this.#hear(at, condition.type, condition)
    for (const type of absent) this.#hear(at, type, 'absent')
  }

  // Whoever comes first in the order of the world wins, so that a mistake is at least the same mistake every time.
  #hear(at: string, type: string, voice: Condition | 'absent'): void {
    const address = formatAddress({ at, type })
    if (this.#said.has(address)) return
    this.#said.set(address, voice)
    const types = this.#types.get(at)
    if (types === undefined) this.#types.set(at, [type])
    else types.push(type)
  }
}

const none: readonly string[] = []

/** Nobody says anything. */
export const silence: Voices = new Voices()

/** What definitions of other kinds say on an object. */
export function voicesOn(slot: Slot): Voices {
  if (slot.said === undefined) return silence
  const voices = new Voices()
  const inOrder = [...slot.said].sort(([a], [b]) => bySlot(a.slot, b.slot))
  for (const [, said] of inOrder) for (const each of said) voices.add(each)
  return voices
}
