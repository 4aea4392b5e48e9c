import type { ObjectKey } from './object-key.ts'

/**
 * One durable state of one object: its JSON in the storage version, byte for byte what lists and watches send. Never
 * changed after it was made; a write makes another one.
 */
export class StoredObject {
  readonly key: ObjectKey
  readonly revision: number
  readonly bytes: Buffer
  #labels: Labels | undefined
  #shownBy: object | undefined

  constructor(key: ObjectKey, revision: number, bytes: Buffer) {
    this.key = key
    this.revision = revision
    this.bytes = bytes
  }

  /** `metadata.labels`, kept once read: label selectors ask for them far more often than for anything else. */
  labels(read: (bytes: Buffer) => Labels): Labels {
    this.#labels ??= read(this.bytes)
    return this.#labels
  }

  /** Whether somebody noted that he shows the object byte for byte as it lies here. */
  isShownBy(view: object): boolean {
    return this.#shownBy === view
  }

  /** Notes it. One place is enough, since objects are mostly read in one version; a table beside them costs a look into it for each. */
  noteShownBy(view: object): void {
    this.#shownBy = view
  }
}

export type Labels = Readonly<Record<string, string>>
