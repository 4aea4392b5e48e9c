import { realTiming } from '@sitrep/controller'
import type { Connection, Discovered } from '@sitrep/controller/connection'
import type { Family } from '@sitrep/status'
import { CommandError, type Context } from '../command.ts'
import type { Selection } from '../source/selection.ts'
import { questionsIn } from './expression.ts'
import { HeldDeletions } from './held.ts'
import { type Outcome, outcomeAtEnd, outcomeOf, type Wish } from './outcome.ts'
import type { Progress } from './progress.ts'
import { WatchedSelections } from './watched.ts'

export interface Waiting {
  readonly connection: Connection
  readonly discovered: Discovered
  readonly selections: readonly Selection[]
  readonly wish: Wish
  /** 0: look once. */
  readonly timeoutMs: number
  readonly progress: Progress
  readonly context: Pick<Context, 'now' | 'interrupted'>
  /** Who knows the kinds. */
  readonly families: readonly Family[]
}

// How long looking once may take.
const lookMs = 30_000
// A longer one would fire at once.
const longestTimer = 2 ** 31 - 1

/** Watches until it holds, has failed, or the time is up. */
export async function awaitOutcome(waiting: Waiting): Promise<Outcome> {
  const { connection, discovered, selections, wish, timeoutMs, progress, context, families } = waiting
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  let due = false
  let over = false
  const look = (): void => {
    due = false
    if (over) return
    const view = watched.view()
    const outcome = outcomeOf(view, wish)
    progress.show(view, held && ((object) => held.words(object)))
    if (outcome.is !== 'waiting') resolve(outcome)
    else if (timeoutMs === 0 && view.unread.every(({ error }) => error !== undefined))
      resolve(outcomeAtEnd(view, wish))
  }
  // Changes that come together are looked at together.
  const onChange = (): void => {
    if (!due) setImmediate(look)
    due = true
  }
  const leaving = questionsIn(wish.wanted).some(({ ask }) => ask === 'deleted')
  const held = leaving
    ? new HeldDeletions({ connection, discovered, families, timing: realTiming, onChange })
    : undefined
  const watched = new WatchedSelections({
    connection,
    selections,
    timing: realTiming,
    judging: () => ({ now: new Date(context.now()).toISOString(), families }),
    onChange,
  })
  const forMs = Math.min(timeoutMs === 0 ? lookMs : timeoutMs, longestTimer)
  const timer = setTimeout(() => resolve(outcomeAtEnd(watched.view(), wish)), forMs)
  const stopped = (): void => reject(new CommandError(3, 'Interrupted'))
  context.interrupted.addEventListener('abort', stopped)
  if (context.interrupted.aborted) stopped()
  try {
    return await promise
  } finally {
    over = true
    clearTimeout(timer)
    context.interrupted.removeEventListener('abort', stopped)
    progress.end()
    await Promise.all([watched.stop(), held?.stop()])
  }
}
