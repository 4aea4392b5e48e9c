import type { ConditionWriter } from '../observe/reflector/writers.ts'

/** Two writers that keep undoing each other. */
export interface Fight {
  readonly key: string
  readonly types: readonly string[]
  /** Both field managers, ours first. */
  readonly managers: readonly [string, string]
}

// So often within this time, and it is no accident.
const [limit, windowMs] = [3, 60_000]

/** Notices when what we wrote is changed by somebody else again and again. */
export class FightDetector {
  readonly #ourManager: string
  readonly #rounds: Map<string, readonly number[]> = new Map()

  constructor(ourManager: string) {
    this.#ourManager = ourManager
  }

  /** Our conditions of these types were found changed by others; returns the fight once it has gone back and forth often enough. */
  undone(
    key: string,
    types: readonly string[],
    { writers, elapsed }: { writers: readonly ConditionWriter[]; elapsed: number },
  ): Fight | undefined {
    const earlier = this.#rounds.get(key) ?? []
    const rounds = [...earlier.filter((time) => time > elapsed - windowMs), elapsed]
    this.#rounds.set(key, rounds)
    if (rounds.length < limit) return undefined
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
