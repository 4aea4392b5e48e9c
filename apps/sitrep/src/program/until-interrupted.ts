import type { Context } from '../command.ts'

/** Resolves when the person wants to stop. */
export function untilInterrupted({ interrupted }: Pick<Context, 'interrupted'>): Promise<void> {
  return new Promise((resolve) => {
    if (interrupted.aborted) resolve()
    else interrupted.addEventListener('abort', () => resolve(), { once: true })
  })
}
