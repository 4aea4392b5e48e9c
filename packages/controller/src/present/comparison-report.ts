import { kindKey, type ObjectRef, type StaleField } from '@sitrep/status'
import {
  type ComparedEntry,
  type ComparedTotals,
  type Disagreement,
  type Disagreements,
  defaultQuietMs,
  placeOf,
} from './disagreements.ts'

/** How often a kind's condition or field is disagreed upon. */
export interface DisagreementCount {
  readonly group: string
  readonly kind: string
  /** The address of the condition, entries taken together; absent for a field. */
  readonly type?: string
  /** The path of the field below the status, entries taken together; absent for a condition. */
  readonly field?: string
  readonly count: number
  readonly examples: readonly Disagreement[]
}

/** A difference that comes from a field which the present writer is known to leave behind. */
export interface StaleCount extends DisagreementCount {
  readonly because: string
}

/** Objects that could not be compared. */
export interface NotCompared {
  readonly group: string
  readonly kind: string
  readonly why: string
  /** Absent: nobody could see how many there are. */
  readonly count?: number
  readonly examples: readonly ObjectRef[]
}

/** What was compared, in which language, what differs, and of what nothing can be said. */
export interface ComparisonReport {
  readonly profiles: Readonly<Record<string, string>>
  readonly compared: ComparedTotals
  /** What has lasted long enough, most frequent first. */
  readonly items: readonly DisagreementCount[]
  /** Known not to matter: the present writer is behind. */
  readonly stale: readonly StaleCount[]
  readonly notCompared: readonly NotCompared[]
  /** Differences in which either side changed a moment ago: they count if they last. */
  readonly changing: number
}

const examplesKept = 3

/** The report as it stands now. */
export function reportOn(disagreements: Disagreements, now: number): ComparisonReport {
  disagreements.lookAgain(now)
  const { stale = [], profiles = {}, unread, quietMs = defaultQuietMs } = disagreements.options
  const tally = new Tally(stale, quietMs)
  for (const entry of disagreements.notable) tally.take(entry, now)
  const unreadKinds = (unread?.() ?? []).map((each) => ({ ...each, examples: [] }))
  const { objects, conditions, fields } = disagreements.totals
  return {
    profiles,
    compared: {
      objects: objects - tally.doubtful.objects,
      conditions: conditions - tally.doubtful.conditions,
      fields: fields - tally.doubtful.fields,
    },
    items: mostFirst(tally.items.values()),
    stale: mostFirst(tally.stale.values()),
    notCompared: [...unreadKinds, ...tally.notCompared.values()],
    changing: tally.changing,
  }
}

/** Adds up what single objects say. */
class Tally {
  readonly items: Map<string, DisagreementCount> = new Map()
  readonly stale: Map<string, StaleCount> = new Map()
  readonly notCompared: Map<string, NotCompared> = new Map()
  readonly doubtful = { objects: 0, conditions: 0, fields: 0 }
  changing = 0
  readonly #stale: readonly StaleField[]
  readonly #quietMs: number

  constructor(stale: readonly StaleField[], quietMs: number) {
    this.#stale = stale
    this.#quietMs = quietMs
  }

  take(entry: ComparedEntry, now: number): void {
    if (entry.unseen !== undefined) this.#doubt(entry, entry.unseen)
    else
      for (const { disagreement, since } of entry.differing.values()) {
        // A clock that was set back does not tell for how long: nobody waits for it to catch up.
        if (Math.abs(now - since) < this.#quietMs) this.changing++
        else this.#count(entry, disagreement)
      }
  }

  #doubt({ ref, conditions, fields }: ComparedEntry, why: string): void {
    this.doubtful.objects++
    this.doubtful.conditions += conditions
    this.doubtful.fields += fields
    const { group, kind } = ref
    const key = `${kindKey(ref)}|${why}`
    const known = this.notCompared.get(key) ?? { group, kind, why, count: 0, examples: [] }
    const count = (known.count ?? 0) + 1
    this.notCompared.set(key, { ...known, count, examples: withExample(known.examples, ref) })
  }

  #count(entry: ComparedEntry, disagreement: Disagreement): void {
    const because = this.#excuse(entry, disagreement)
    const { group, kind } = entry.ref
    const place = placeOf(disagreement)
    const what = disagreement.type === undefined ? { field: place } : { type: place }
    const key = `${kindKey(entry.ref)}|${JSON.stringify(what)}`
    const counts: Map<string, DisagreementCount> = because === undefined ? this.items : this.stale
    const known = counts.get(key) ?? {
      group,
      kind,
      ...what,
      count: 0,
      examples: [],
      ...(because !== undefined && { because }),
    }
    const examples = withExample(known.examples, disagreement)
    counts.set(key, { ...known, count: known.count + 1, examples })
  }

  // Only where the newer field beside it was compared and is agreed upon: else it is not known to be the writer's delay.
  #excuse({ ref, differing }: ComparedEntry, { field }: Disagreement): string | undefined {
    const row = this.#stale.find((each) => each.field === field && kindKey(each.kind) === kindKey(ref))
    return row === undefined || differing.has(`.${row.ifAgreed}`) ? undefined : row.because
  }
}

const withExample = <Example>(examples: readonly Example[], next: Example): readonly Example[] =>
  examples.length < examplesKept ? [...examples, next] : examples

const nameOf = ({ group, kind, type, field }: DisagreementCount): string =>
  `${kindKey({ group, kind })} ${type ?? `.${field}`}`

const mostFirst = <Count extends DisagreementCount>(counts: Iterable<Count>): readonly Count[] =>
  [...counts].sort((a, b) => b.count - a.count || (nameOf(a) < nameOf(b) ? -1 : 1))

/** What a report comes to. */
export type ComparisonOutcome = 'agreed' | 'differs' | 'unknown'

/** Nothing compared is no agreement, and what could not be compared may differ. */
export function outcomeOf({ compared, items, notCompared, changing }: ComparisonReport): ComparisonOutcome {
  if (items.length > 0) return 'differs'
  return notCompared.length > 0 || changing > 0 || compared.objects === 0 ? 'unknown' : 'agreed'
}
