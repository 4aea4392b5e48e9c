import type { KubeObject } from '../json/json.ts'
import type { StoredObject } from '../store/stored-object.ts'

/** What came of a write. */
export interface Written {
  /** In the version that was asked for. */
  readonly object: KubeObject
  /** The durable state, where there is one: not after a dry run, nor when the object was removed. */
  readonly stored: StoredObject | undefined
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'removed'
}

/** A write that was stored. Its object is made when somebody asks for it: mostly what was stored is sent as it is. */
export class StoredWrite implements Written {
  readonly stored: StoredObject
  readonly outcome: 'created' | 'updated'
  readonly #make: () => KubeObject

  constructor(stored: StoredObject, outcome: 'created' | 'updated', make: () => KubeObject) {
    this.stored = stored
    this.outcome = outcome
    this.#make = make
  }

  get object(): KubeObject {
    return this.#make()
  }
}
