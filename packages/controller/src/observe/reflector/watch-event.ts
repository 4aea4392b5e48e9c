import { isFields, type KubeObject } from '@sitrep/status'
import { ControllerError } from '../../errors.ts'
import type { ServedResource } from './resource.ts'
import { shownObject, unreadable } from './shown-object.ts'

/** One document of a watch. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'
  readonly object: KubeObject
}

const types: ReadonlySet<unknown> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'])

/** Takes what was sent for an event. What the server ends a watch with, and what is no event, is thrown. */
export function watchEventOf(sent: unknown, resource: ServedResource): WatchEvent {
  const { type, object } = (isFields(sent) ? sent : {}) as {
    readonly type?: unknown
    readonly object?: unknown
  }
  if (type === 'ERROR') throw endedWith(isFields(object) ? object : {})
  if (!types.has(type)) throw unreadable(resource, 'what a watch sent is no event')
  // A bookmark is about no object: of its metadata only a version and annotations are there.
  const shown = type === 'BOOKMARK' ? bookmarkOf(object) : shownObject(object, resource)
  if (shown === undefined) throw unreadable(resource, 'a bookmark has no metadata')
  return { type, object: shown } as WatchEvent
}

function bookmarkOf(object: unknown): KubeObject | undefined {
  const metadata = isFields(object) ? object['metadata'] : undefined
  if (!isFields(metadata)) return undefined
  const { resourceVersion, annotations } = metadata
  const kept = {
    name: '',
    ...(typeof resourceVersion === 'string' && { resourceVersion }),
    ...(isFields(annotations) && { annotations: annotations as Record<string, string> }),
  }
  return { apiVersion: '', kind: '', metadata: kept }
}

interface StatusObject {
  readonly code?: unknown
  readonly message?: unknown
}

/** Whether the present state is complete with this bookmark. */
export function endsPresentState({ type, object }: WatchEvent): boolean {
  return type === 'BOOKMARK' && object.metadata.annotations?.['k8s.io/initial-events-end'] === 'true'
}

function endedWith({ code, message: words }: StatusObject): ControllerError {
  const message = `The watch ended: ${typeof words === 'string' ? words.slice(0, 2_000) : 'no reason given'}`
  // 410: what happened since is forgotten, and only a whole reading tells it. Anything else may pass.
  return code === 410
    ? new ControllerError('watch-expired', message, { retry: 'now', httpStatus: 410 })
    : new ControllerError('server-failed', message, {
        retry: 'with-backoff',
        ...(typeof code === 'number' && { httpStatus: code }),
      })
}
