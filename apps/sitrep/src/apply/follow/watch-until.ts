import type { ResourceScope, ServedResource } from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'
import { CommandError } from '../../command.ts'
import { type WatchOptions, watchObjects } from './watched-objects.ts'

export interface UntilOptions extends WatchOptions {
  readonly resource: ServedResource
  readonly scope: ResourceScope
}

/** Comes back once the objects are as wished; what the wish throws ends it too. */
export async function until(
  { signal, ...options }: UntilOptions,
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
  if (signal.aborted) interrupted()
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', interrupted)
    await watched.stop()
  }
}
