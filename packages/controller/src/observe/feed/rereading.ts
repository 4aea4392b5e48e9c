import type { Background } from '../../faults.ts'
import { Backoff, type Timing } from '../../timing.ts'
import type { Reflector } from '../reflector/reflector.ts'

export interface RereadingOptions {
  readonly timing: Timing
  readonly background: Background
  readonly signal: AbortSignal
  /** Whether it has been said that nothing can be read there: then nobody waits for it. */
  readonly isUnreadable: (key: string) => boolean
}

/** Lets open watches read anew, each until it has. Resolves when nobody has to wait for any of them any longer. */
export async function rereadAll(
  open: ReadonlyMap<string, Reflector>,
  options: RereadingOptions,
): Promise<void> {
  await Promise.all([...open].map(([key, reflector]) => reread(key, reflector, options)))
}

function reread(
  key: string,
  reflector: Reflector,
  { timing, background, signal, isUnreadable }: RereadingOptions,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const task = { what: 'reading a kind anew', about: 'kind', name: key } as const
  const backoff = new Backoff(timing)
  const read = async (): Promise<void> => {
    for (let done = false; !done && !signal.aborted; )
      try {
        await reflector.readAnew(signal)
        done = true
      } catch (error) {
        background.errorOf(task, error)
        if (isUnreadable(key)) resolve()
        await backoff.wait(signal)
      }
  }
  background.run(task, () => read().finally(resolve))
  return promise
}
