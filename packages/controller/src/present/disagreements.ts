import type { Condition } from '@sitrep/conditions'
import { formatAddress, inEveryEntry, type ObjectRef, refKey, type StaleField, same } from '@sitrep/status'
import { type ComparedObject, unseenWords } from './compared.ts'

/** One condition or field on which the present writer and Sitrep do not agree. */
export interface Disagreement {
  readonly ref: ObjectRef
  /** The address of the condition, as it is written; absent for a field. */
  readonly type?: string
  /** The path of the field below the status; absent for a condition. */
  readonly field?: string
  /** What is written now; absent: nothing. */
  readonly reported: unknown
  readonly computed: unknown
}

/** What one object was found to say. */
interface Entry {
  readonly ref: ObjectRef
  readonly conditions: number
  readonly fields: number
  /** Why what differs may differ for want of something to see. */
  readonly unseen?: string
  /** It waits for something that nobody has told yet: what stands there is what is reported, and agrees with itself. */
  readonly held?: true
  readonly differing: ReadonlyMap<string, Watched>
}

interface Watched {
  readonly disagreement: Disagreement
  readonly since: number
}

/** Everything that is known of one object, for whoever reports. */
export type ComparedEntry = Entry

/** How much was compared. */
export interface ComparedTotals {
  readonly objects: number
  readonly conditions: number
  readonly fields: number
}

export interface DisagreementsOptions {
  /** Looks at an object once more: what it waited for may have been told without changing it. */
  readonly look?: (ref: ObjectRef) => ComparedObject
  /** Fields that the present writers are known to leave behind. */
  readonly stale?: readonly StaleField[]
  /** Which family speaks which language. */
  readonly profiles?: Readonly<Record<string, string>>
  /** A disagreement counts once both sides have been unchanged for this long. Default: half a minute. */
  readonly quietMs?: number
  /** Kinds whose objects should be compared and cannot be read, with the reason. */
  readonly unread?: () => readonly UnreadOwnKind[]
}

/** A kind whose objects should be compared and cannot be read. */
export interface UnreadOwnKind {
  readonly group: string
  readonly kind: string
  readonly why: string
}

/** The genuine writers are slower than we are. */
export const defaultQuietMs = 30_000

/** Keeps count of where what is reported and what is computed differ, for whoever has to decide whether Sitrep may write. */
export class Disagreements {
  readonly options: DisagreementsOptions
  readonly #entries: Map<string, Entry> = new Map()
  /** Those on which something differs, or whose agreement may be for want of something to see. */
  readonly #notable: Map<string, Entry> = new Map()
  #conditions = 0
  #fields = 0

  constructor(options: DisagreementsOptions = {}) {
    this.options = options
  }

  /** Takes in what one object says on both sides. */
  compare(ref: ObjectRef, { compared, now }: Comparison): void {
    const key = refKey(ref)
    const before = this.#entries.get(key)
    this.forget(ref)
    const { conditions, fields, unseen } = compared
    if (conditions.length === 0 && fields.length === 0 && unseen.every(({ untold }) => untold !== true))
      return
    const differing = new Map<string, Watched>()
    for (const disagreement of differencesOn(ref, compared)) {
      const at = keyOf(disagreement)
      const old = before?.differing.get(at)
      const since = old !== undefined && sameDisagreement(old.disagreement, disagreement) ? old.since : now
      differing.set(at, { disagreement, since })
    }
    const [first] = unseen
    const held = first?.untold === true
    const doubtful = first !== undefined && (held || differing.size > 0)
    this.#conditions += conditions.length
    this.#fields += fields.length
    const entry: Entry = {
      ref,
      conditions: conditions.length,
      fields: fields.length,
      ...(doubtful && { unseen: unseenWords(first) }),
      ...(held && { held }),
      differing,
    }
    this.#entries.set(key, entry)
    if (doubtful || differing.size > 0) this.#notable.set(key, entry)
  }

  forget(ref: ObjectRef): void {
    const key = refKey(ref)
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#conditions -= entry.conditions
    this.#fields -= entry.fields
    this.#entries.delete(key)
    this.#notable.delete(key)
  }

  /** Looks once more at those of which it was doubtful. */
  lookAgain(now: number): void {
    const { look } = this.options
    if (look === undefined) return
    for (const { ref, unseen } of [...this.#notable.values()])
      if (unseen !== undefined) this.compare(ref, { compared: look(ref), now })
  }

  /** How many objects wait for something that nobody has told yet. */
  get held(): number {
    let held = 0
    for (const entry of this.#notable.values()) if (entry.held === true) held++
    return held
  }

  get totals(): ComparedTotals {
    return { objects: this.#entries.size, conditions: this.#conditions, fields: this.#fields }
  }

  /** Every object on which something differs, or of which it is doubtful whether. */
  get notable(): Iterable<ComparedEntry> {
    return this.#notable.values()
  }
}

interface Comparison {
  readonly compared: ComparedObject
  readonly now: number
}

/** One name for the like of it in every entry and at every place of a list. */
export const placeOf = ({ type, field }: Disagreement): string =>
  type === undefined ? inEveryPlace(field ?? '') : inEveryEntry(type)

// Which condition it is belongs to the name; which listener, or the how-manieth version, does not.
const inEveryPlace = (field: string): string =>
  field.replaceAll(/(conditions)?\[[^\]]*\]/g, (place, conditions) =>
    conditions === undefined ? '[*]' : place,
  )

const keyOf = ({ type, field }: Disagreement): string => (type === undefined ? `.${field}` : type)

function differencesOn(ref: ObjectRef, { conditions, fields }: ComparedObject): readonly Disagreement[] {
  return [
    ...conditions.flatMap((each) => {
      const [reported, computed] = [said(each.reported), said(each.computed)]
      return sameSaid(reported, computed) ? [] : [{ ref, type: formatAddress(each), reported, computed }]
    }),
    ...fields.flatMap((each) => (sameSaid(each.reported, each.computed) ? [] : [{ ref, ...each }])),
  ]
}

const said = (found: Condition | undefined): unknown =>
  found && { status: found.status, reason: found.reason ?? '', message: found.message ?? '' }

// When something was seen is another instant for everybody who looks: a probe, a drain, an update.
const instants = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| ?[+-]\d\d:?\d\d(?: [A-Z]{3,4})?)/g

function withoutInstants(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(instants, 'then')
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutInstants(inner)]))
}

const sameSaid = (a: unknown, b: unknown): boolean => same(withoutInstants(a), withoutInstants(b))

const sameDisagreement = (a: Disagreement, b: Disagreement): boolean =>
  sameSaid(a.reported, b.reported) && sameSaid(a.computed, b.computed)
