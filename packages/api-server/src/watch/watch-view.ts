import type { Json, JsonObject } from '../json/json.ts'
import type { VersionView } from '../resources/version-view.ts'
import type { Collection } from '../store/object-key.ts'
import type { Selection } from '../store/selection.ts'
import type { StoredObject } from '../store/stored-object.ts'

/** What one kind of watcher sees: which objects, in which version and form. Watchers that see the same share one. */
export interface WatchView {
  /** The same for watches that show the same. */
  readonly id: string
  readonly collection: Collection
  readonly view: VersionView
  readonly selection: Selection
  /** The bytes of an object in an event. */
  readonly render: (stored: StoredObject) => Buffer
  /** As `render`, for the first event that a watcher gets, where that one differs: a Table names its columns once. */
  readonly renderFirst?: (stored: StoredObject) => Buffer
  /** The object of a bookmark: nothing but kind, version and these metadata. */
  readonly bookmark: (metadata: JsonObject) => Json
}
