import type { KubeObject } from '@sitrep/status'
import type { Path } from '@sitrep/verdict'

/** A line and a column of a text, counted from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** An object as it was seen once. */
export interface ObservedObject {
  readonly object: KubeObject
  /** Where it was read; absent: on a server. */
  readonly file?: ObservedFile
}

export interface ObservedFile {
  readonly name: string
  /** Where a value of the object stands in the file, or whatever is nearest above it. */
  readonly place: (path: Path) => Place | undefined
}
