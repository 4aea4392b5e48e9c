/** All words a verdict can have, from good news to none. */
export const words = [
  'Ready',
  'Progressing',
  'Degraded',
  'Stalled',
  'Stale',
  'Paused',
  'Terminating',
  'Unknown',
] as const

/**
 * One word about an object. `Degraded` may recover by itself, `Stalled` has given up; `Stale` is a report about
 * another generation of the object than the one at hand; `Unknown` means that nothing says whether it is good.
 */
export type Word = (typeof words)[number]

/** What one piece of evidence says about the object. `neutral` was looked at and says neither. */
export const meanings = ['good', 'bad', 'progressing', 'paused', 'unknown', 'neutral'] as const

export type Meaning = (typeof meanings)[number]

/** Which answer of a condition is the good one; `progress` and `pause` tell what goes on while it is True. */
export const polarities = ['positive', 'negative', 'progress', 'pause', 'neutral'] as const

export type Polarity = (typeof polarities)[number]

/** Where a polarity comes from: a table of known types, the words in the name, or the conventions alone. */
export const polarityOrigins = ['registry', 'name', 'guess'] as const

export type PolarityOrigin = (typeof polarityOrigins)[number]

/** One thing that was read. Its texts come from the object as they are: whoever shows them makes them harmless. */
export interface Evidence {
  /** From the object's root: `status.conditions[Ready]`, `status.phase`. */
  readonly path: string
  readonly value: string
  readonly means: Meaning
  /** In plain words, what the value says. */
  readonly says: string
  /** Only of conditions. */
  readonly polarity?: { readonly is: Polarity; readonly from: PolarityOrigin }
}

/** How sure a verdict is: a rule for this very kind decided, a convention that most kinds keep, or no more than a guess. */
export const confidences = ['rule', 'convention', 'guess'] as const

export type Confidence = (typeof confidences)[number]

/** One word and one sentence about an object, and what they rest on. */
export interface Verdict {
  readonly word: Word
  readonly sentence: string
  /** What was read, the deciding pieces first. */
  readonly evidence: readonly Evidence[]
  /** The row of the table that decided, in words. */
  readonly rule: string
  /** How what decided is known to mean what it was taken for. */
  readonly confidence: Confidence
  /** Of `Unknown`: what it would take to judge the object, in plain words. */
  readonly missing?: string
  /** It is of a kind that has no state to tell, and says nothing: to be there is all it does. */
  readonly quiet?: true
  /** Whether nothing was known about this kind, so that only conventions spoke. */
  readonly generic: boolean
  /** The contract that was recognised by the object itself: `Cluster API v1beta2`, `Crossplane v1`. */
  readonly contract?: string
}
