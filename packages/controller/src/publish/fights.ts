import type { ConditionWriter } from '../observe/reflector/writers.ts'

/** Two writers that keep undoing each other. */
export interface Fight {
  readonly key: string
  readonly types: readonly string[]
  /** Both field managers, ours first. */
  readonly managers: readonly [string, string]
}

interface Rounds {
  readonly at: number[]
}

/** Notices when what we wrote is changed by somebody else again and again. */
export class FightDetector {
  readonly #ourManager: string
  readonly #rounds: Map<string, Rounds> = new Map()
  readonly #limit: number
  readonly #windowMs: number

  constructor(
    ourManager: string,
    { limit = 3, windowMs = 60_000 }: { limit?: number; windowMs?: number } = {},
  ) {
    this.#ourManager = ourManager
    this.#limit = limit
    this.#windowMs = windowMs
  }

  /** Our conditions of these types were found changed by others; returns the fight once it has gone back and forth often enough. */
  undone(
    key: string,
    types: readonly string[],
    { writers, now }: { writers: readonly ConditionWriter[]; now: number },
  ): Fight | undefined {
    const rounds = this.#rounds.get(key) ?? { at: [] }
    const at = [...rounds.at.filter((time) => time > now - this.#windowMs && time <= now), now]
    this.#rounds.set(key, { at })
    if (at.length < this.#limit) return undefined
    return { key, types, managers: [this.#ourManager, otherManager(writers, types, this.#ourManager)] }
  }

  forget(key: string): void {
    this.#rounds.delete(key)
  }
}

// The newest writer that is not us and touches one of the types; a writer of the whole list touches all.
function otherManager(writers: readonly ConditionWriter[], types: readonly string[], ours: string): string {
  const candidates = writers
    .filter(
      ({ manager, types: written }) =>
        manager !== ours && (written.length === 0 || written.some((type) => types.includes(type))),
    )
    .sort((a, b) => ((a.time ?? '') < (b.time ?? '') ? 1 : -1))
  return candidates[0]?.manager ?? 'unknown'
}
