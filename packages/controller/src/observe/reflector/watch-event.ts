import type { KubeObject } from '@sitrep/status'
import { ControllerError } from '../../errors.ts'
import type { LeanText } from './lean-text.ts'

/** One line of a watch. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'
  readonly object: KubeObject
}

const types: ReadonlySet<unknown> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'])

/** Reads one line. What the server ends a watch with, and what is no event, is thrown. */
export function parseWatchEvent(line: Buffer, lean: LeanText): WatchEvent {
  const { type, object } = parsed(line, lean)
  if (type === 'ERROR') throw endedWith(object as StatusObject | undefined)
  if (!types.has(type) || typeof object?.metadata !== 'object' || object.metadata === null)
    throw unreadable('A line of a watch is no event')
  if (type !== 'BOOKMARK' && typeof object.metadata.name !== 'string')
    throw unreadable('A watch event has no name')
  return { type, object } as WatchEvent
}

interface StatusObject {
  readonly code?: number
  readonly message?: string
}

function parsed(line: Buffer, lean: LeanText): { type?: string; object?: KubeObject } {
  try {
    const event: unknown = JSON.parse(lean.of(line, 'one'))
    if (typeof event === 'object' && event !== null) return event
  } catch (cause) {
    throw unreadable('A watch event is no JSON', cause)
  }
  throw unreadable('A line of a watch is no event')
}

/** Whether the present state is complete with this bookmark. */
export function endsPresentState({ type, object }: WatchEvent): boolean {
  return type === 'BOOKMARK' && object.metadata.annotations?.['k8s.io/initial-events-end'] === 'true'
}

function endedWith(status: StatusObject | undefined): ControllerError {
  const message = `The watch ended: ${status?.message ?? 'no reason given'}`
  // 410: what happened since is forgotten, and only a whole reading tells it. Anything else may pass.
  return status?.code === 410
    ? new ControllerError('watch-expired', message, { retry: 'now', httpStatus: 410 })
    : new ControllerError('server-failed', message, {
        retry: 'with-backoff',
        ...(status?.code !== undefined && { httpStatus: status.code }),
      })
}

const unreadable = (message: string, cause?: unknown): ControllerError =>
  new ControllerError('unreadable-answer', message, { retry: 'with-backoff', cause })
