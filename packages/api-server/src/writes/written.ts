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
