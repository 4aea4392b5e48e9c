import type { JsonObject } from '../json/json.ts'
import type { StoredObject } from '../store/stored-object.ts'

/** Some of the objects of a collection, as a list shows them. */
export interface Page {
  readonly objects: readonly StoredObject[]
  readonly metadata: JsonObject
}
