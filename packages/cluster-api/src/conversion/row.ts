import type { Path, Tree } from './tree.ts'

/** What a conversion knows besides the object. */
export interface ConversionContext {
  readonly namespace: string | undefined
  /** The version in which objects of a provider's kind are referred to; nothing where that is not known. */
  readonly versionOf: (group: string, kind: string) => string | undefined
  /** The object has a status, so fields that the older stage always writes can be written. */
  readonly hasStatus: boolean
}

/** How a value changes on its way. Nothing in gives a default or nothing out. */
export type Codec = (value: unknown, context: ConversionContext) => unknown

/**
 * One field of two stages: its place in the older one and in the newer one. A field without a place in one of them is lost on
 * the way there, unless a copy was saved.
 */
export interface FieldRow {
  readonly older?: Path
  readonly newer?: Path
  readonly up?: Codec
  readonly down?: Codec
  /** Nobody can write this field through the older stage, so a saved copy always wins. */
  readonly copyWins?: true
}

/** The same fields in every entry of a list that stands in one place in both stages. */
export interface ListRow {
  readonly each: Path
  readonly rows: readonly Row[]
}

export type Row = FieldRow | ListRow

/** All that differs between two stages of one kind. What is in no row is in both, in one place. */
export interface StageTable {
  readonly rows: readonly Row[]
  /** Groups that one of the stages keeps fields in; empty ones mean nothing. */
  readonly groups: readonly Path[]
  /** What remains to be done once every field has its place in the newer stage. */
  readonly finishUp?: (newer: Tree) => void
  /** What the older stage says of fields that it alone has, made from the rest of it. */
  readonly finishDown?: (older: Tree) => void
}
