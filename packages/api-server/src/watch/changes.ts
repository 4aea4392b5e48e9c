import { decodeObject, encodeObject } from '../resources/encoding.ts'
import { withMetadata } from '../resources/metadata.ts'
import type { StoreEvent } from '../store/store.ts'
import { StoredObject } from '../store/stored-object.ts'
import type { WatchView } from './watch-view.ts'

/** An event as a watcher sees it. */
export interface WatchChange {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly stored: StoredObject
  readonly revision: number
}

/** What durable changes mean to a watcher, in order. */
export function changesFor(shown: WatchView, events: readonly StoreEvent[]): readonly WatchChange[] {
  return events.flatMap((event) => changeFor(shown, event) ?? [])
}

/** As `changesFor`, for kinds whose objects somebody outside converts: selectors may have to read converted objects. */
export async function preparedChanges(
  shown: WatchView,
  events: readonly StoreEvent[],
): Promise<readonly WatchChange[]> {
  await shown.view.prepare(events.flatMap(({ before, after }) => [before ?? [], after ?? []].flat()))
  const changes = changesFor(shown, events)
  await shown.view.prepare(changes.map(({ stored }) => stored))
  return changes
}

/** What a durable change means to a watcher: an object may come and go by no longer matching. */
function changeFor({ selection, view }: WatchView, event: StoreEvent): WatchChange | undefined {
  const { before, after, key, revision } = event
  if (selection.namespace !== undefined && key.namespace !== selection.namespace) return undefined
  const was = before !== undefined && (selection.everything || selection.matches(before))
  const is = after !== undefined && (selection.everything || selection.matches(after))
  if (is) return { type: was ? 'MODIFIED' : 'ADDED', stored: after, revision }
  if (!was) return undefined
  return { type: 'DELETED', stored: atRevision(before, revision, view.resource.origin), revision }
}

/**
 * The last state of an object, with the revision of its end. Watchers take their position from it: with the old revision
 * they would see the end again after a reconnect.
 */
function atRevision(stored: StoredObject, revision: number, origin: 'builtin' | 'custom'): StoredObject {
  const object = withMetadata(decodeObject(stored.bytes), { resourceVersion: `${revision}` })
  return new StoredObject(stored.key, revision, encodeObject(object, origin))
}
