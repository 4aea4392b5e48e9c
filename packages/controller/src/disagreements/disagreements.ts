import type { Condition } from '@sitrep/conditions'
import type { ObjectRef } from '@sitrep/status'
import { refKey } from '@sitrep/status'

/** One condition on which the present writer and Sitrep do not agree. */
export interface Disagreement {
  readonly ref: ObjectRef
  readonly type: string
  /** What is written now; absent: nothing of that type. */
  readonly reported: Said | undefined
  readonly computed: Said | undefined
}

interface Said {
  readonly status: string
  readonly reason: string
  readonly message: string
}

/** How often a kind's condition is disagreed upon. */
export interface DisagreementCount {
  readonly group: string
  readonly kind: string
  readonly type: string
  readonly count: number
  readonly examples: readonly Disagreement[]
}

/** The genuine writers are slower than we are: a disagreement counts once both sides have been unchanged for this long. */
const quietMs = 30_000
const examplesKept = 3

interface Watched {
  readonly disagreement: Disagreement
  readonly since: number
}

/** Keeps count of where what is reported and what is computed differ, for whoever has to decide whether Sitrep may write. */
export class Disagreements {
  readonly #watched: Map<string, Map<string, Watched>> = new Map()

  /** Compares one object; `types` are those that Sitrep computes. */
  compare(ref: ObjectRef, { types, reported, computed, now }: Comparison): void {
    const key = refKey(ref)
    const before = this.#watched.get(key)
    const found = new Map<string, Watched>()
    for (const type of types) {
      const disagreement = differenceOn(ref, type, { reported, computed })
      if (disagreement === undefined) continue
      const old = before?.get(type)
      const since = old !== undefined && sameDisagreement(old.disagreement, disagreement) ? old.since : now
      found.set(type, { disagreement, since })
    }
    if (found.size === 0) this.#watched.delete(key)
    else this.#watched.set(key, found)
  }

  forget(ref: ObjectRef): void {
    this.#watched.delete(refKey(ref))
  }

  /** What has lasted long enough, most frequent first. */
  counts(now: number): readonly DisagreementCount[] {
    const counts = new Map<string, DisagreementCount>()
    for (const watched of this.#watched.values()) {
      for (const { disagreement, since } of watched.values()) {
        if (now - since < quietMs) continue
        const { group, kind } = disagreement.ref
        const key = `${group}|${kind}|${disagreement.type}`
        const present = counts.get(key) ?? { group, kind, type: disagreement.type, count: 0, examples: [] }
        const examples =
          present.examples.length < examplesKept ? [...present.examples, disagreement] : present.examples
        counts.set(key, { ...present, count: present.count + 1, examples })
      }
    }
    return [...counts.values()].sort(
      (a, b) => b.count - a.count || (a.kind + a.type < b.kind + b.type ? -1 : 1),
    )
  }
}

interface Sides {
  readonly reported: readonly Condition[]
  readonly computed: readonly Condition[]
}

interface Comparison extends Sides {
  readonly types: readonly string[]
  readonly now: number
}

function differenceOn(ref: ObjectRef, type: string, sides: Sides): Disagreement | undefined {
  const [reported, computed] = [said(sides.reported, type), said(sides.computed, type)]
  return sameSaid(reported, computed) ? undefined : { ref, type, reported, computed }
}

function said(conditions: readonly Condition[], type: string): Said | undefined {
  const found = conditions.find((condition) => condition.type === type)
  return found && { status: found.status, reason: found.reason, message: found.message ?? '' }
}

const sameSaid = (a: Said | undefined, b: Said | undefined): boolean =>
  a?.status === b?.status && a?.reason === b?.reason && (a?.message ?? '') === (b?.message ?? '')

const sameDisagreement = (a: Disagreement, b: Disagreement): boolean =>
  sameSaid(a.reported, b.reported) && sameSaid(a.computed, b.computed)
