import type { Condition } from '@sitrep/conditions'
import type { Engine } from '@sitrep/engine'
import {
  type Address,
  conditionAt,
  formatAddress,
  inEveryEntry,
  type KubeObject,
  type ObjectRef,
  parseAddress,
  refKey,
} from '@sitrep/status'

/** One condition on which the present writer and Sitrep do not agree. */
export interface Disagreement {
  readonly ref: ObjectRef
  /** The address of the condition, as it is written. */
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

  /** Compares one object; `compared` are the conditions that Sitrep computes, by address. */
  compare(ref: ObjectRef, { compared, now }: Comparison): void {
    const key = refKey(ref)
    const before = this.#watched.get(key)
    const found = new Map<string, Watched>()
    for (const each of compared) {
      const type = formatAddress(each)
      const disagreement = differenceOn(ref, each)
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
        const type = inEveryEntry(disagreement.type)
        const key = `${group}|${kind}|${type}`
        const present = counts.get(key) ?? { group, kind, type, count: 0, examples: [] }
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

/** One condition as the present writer reports it and as Sitrep computes it; absent where there is none. */
export interface ComparedCondition extends Address {
  readonly reported: Condition | undefined
  readonly computed: Condition | undefined
}

/** What there is to compare on an object: what we compute where we only observe, and always what others should say. */
export function comparedOn(
  ref: ObjectRef,
  { engine, stored, mode }: { engine: Engine; stored: KubeObject | undefined; mode: string },
): readonly ComparedCondition[] {
  const { lists } = engine.ownership(ref)
  const object = engine.object(ref)
  const ours = mode === 'observe' ? engine.claims(ref) : []
  const theirs = engine
    .compared(ref)
    .flatMap(({ at, conditions, absent = [] }) => [
      ...conditions.map((computed) => ({ at, type: computed.type, computed })),
      ...absent.map((type) => ({ at, type, computed: undefined })),
    ])
  return [
    ...ours.map((address) => ({
      ...parseAddress(address),
      reported: conditionAt(stored, address, lists),
      computed: conditionAt(object, address, lists),
    })),
    ...theirs.map((each) => ({ ...each, reported: conditionAt(stored, formatAddress(each), lists) })),
  ]
}

interface Comparison {
  readonly compared: readonly ComparedCondition[]
  readonly now: number
}

function differenceOn(ref: ObjectRef, sides: ComparedCondition): Disagreement | undefined {
  const [reported, computed] = [said(sides.reported), said(sides.computed)]
  return sameSaid(reported, computed) ? undefined : { ref, type: formatAddress(sides), reported, computed }
}

const said = (found: Condition | undefined): Said | undefined =>
  found && { status: found.status, reason: found.reason, message: found.message ?? '' }

const sameSaid = (a: Said | undefined, b: Said | undefined): boolean =>
  a?.status === b?.status && a?.reason === b?.reason && (a?.message ?? '') === (b?.message ?? '')

const sameDisagreement = (a: Disagreement, b: Disagreement): boolean =>
  sameSaid(a.reported, b.reported) && sameSaid(a.computed, b.computed)
