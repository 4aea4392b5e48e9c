import { type ReadState, startReflector, type Timing } from '@sitrep/controller'
import type { Connection, ResourceScope, ServedResource } from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'

export interface WatchOptions {
  readonly connection: Connection
  readonly timing: Timing
  /** Aborted when the person wants to stop. */
  readonly signal: AbortSignal
}

export interface WatchedOptions extends Pick<WatchOptions, 'connection' | 'timing'> {
  readonly resource: ServedResource
  readonly scope: ResourceScope
  readonly onChange: () => void
}

/** Objects of one resource as they are now. A watch that breaks is taken up again without anybody noticing. */
export interface WatchedObjects {
  readonly objects: readonly KubeObject[]
  /** Absent: not everything has been read yet. */
  readonly state: ReadState | undefined
  readonly stop: () => Promise<void>
}

export function watchObjects({ onChange, ...options }: WatchedOptions): WatchedObjects {
  const objects = new Map<string, KubeObject>()
  let state: ReadState | undefined
  const reflector = startReflector({
    ...options,
    onChanges: (changes) => {
      for (const change of changes) {
        if ('gone' in change) objects.delete(keyOf(change.gone))
        else objects.set(keyOf(change.object.metadata), change.object)
      }
      onChange()
    },
    onState: (next) => {
      state = next
      onChange()
    },
  })
  return {
    get objects() {
      return [...objects.values()]
    },
    get state() {
      return state
    },
    stop: reflector.stop,
  }
}

const keyOf = ({ namespace = '', name }: KubeObject['metadata']): string => `${namespace}/${name}`
