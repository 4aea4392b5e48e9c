import type { StoredObject } from './stored-object.ts'

/** Which objects of a collection a request is about. */
export interface Selection {
  /** Absent: all namespaces, where there are any. */
  readonly namespace: string | undefined
  /** Set where only one object can match. */
  readonly name: string | undefined
  readonly everything: boolean
  /** Matching reads the object in the version asked for. */
  readonly readsFields: boolean
  readonly matches: (stored: StoredObject) => boolean
  /** The same for selections that select the same. */
  readonly id: string
}
