/** What does what a statement asks for. */
export const doers = ['rule', 'field', 'column', 'command', 'code', 'decision'] as const
/** What would fail if a statement were not kept. */
export const proofs = ['vector', 'test'] as const

export type ReferenceKind = (typeof doers)[number] | (typeof proofs)[number]

/** Leads from a statement to a place in the repository: `vector`, `packages/x/vectors/a.yaml#its name`. */
export interface Reference {
  readonly kind: ReferenceKind
  readonly to: string
}

/** One thing that a document says, in our words, with what does it and what shows it. */
export interface Statement {
  readonly id: string
  /** The heading under which the document says it. */
  readonly place: string
  readonly says: string
  readonly by: readonly Reference[]
  readonly shown: readonly Reference[]
  /** Why nothing shows it, where something should. */
  readonly open?: string
  /** Why there is nothing to be shown: an aim, a thing of the past, a question that the document leaves open. */
  readonly nothing?: string
  /** What a reader should know beside: contradictions, and how they were settled. */
  readonly note?: string
}

/** A document that we implement, statement by statement. */
export interface Document {
  /** The file that holds all this, from the root. */
  readonly file: string
  readonly title: string
  /** With what its ids begin: `capi`. */
  readonly prefix: string
  readonly statements: readonly Statement[]
}

export type Answer = 'shown' | 'open' | 'nothing'

/** What became of a statement. */
export function answerTo({ open, nothing }: Statement): Answer {
  if (open !== undefined) return 'open'
  return nothing === undefined ? 'shown' : 'nothing'
}
