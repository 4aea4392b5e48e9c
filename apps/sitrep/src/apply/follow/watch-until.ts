import type { ResourceScope, ServedResource } from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'
import { CommandError } from '../../command.ts'
import { type WatchOptions, watchObjects } from './watched-objects.ts'

export interface UntilOptions extends WatchOptions {
  readonly resource: ServedResource
  readonly scope: ResourceScope
  readonly withinMs: number
  /** What to say when it does not come to that in time. */
  readonly otherwise: string
}

/** Comes back once the objects are as wished; what the wish throws ends it too, and so does time. */
export async function until(
  { signal, withinMs, otherwise, ...options }: UntilOptions,
  wished: (objects: readonly KubeObject[]) => boolean,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const interrupted = (): void => reject(new CommandError(3, 'Interrupted'))
  signal.addEventListener('abort', interrupted)
  const watched = watchObjects({
    ...options,
    onChange: () => {
      try {
        if (wished(watched.objects)) resolve()
      } catch (error) {
        reject(error)
      }
    },
  })
  // It also keeps the process alive while the server cannot be reached.
  const timer = setTimeout(() => {
    const why = watched.state?.read === false ? `: ${watched.state.why}` : ''
    reject(new CommandError(3, `${otherwise}${why}`))
  }, withinMs)
  if (signal.aborted) interrupted()
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', interrupted)
    await watched.stop()
  }
}
