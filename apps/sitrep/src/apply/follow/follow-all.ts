import type { Timing } from '@sitrep/controller'
import type { Event } from '../show/event.ts'
import { fitWindow } from '../show/progress-block.ts'
import type { Reporter } from '../show/reporter.ts'
import type { Followed, Outcome } from './followed.ts'
import type { TimeLimit } from './time-limit.ts'
import type { Wake } from './wake.ts'

export interface FollowOptions {
  readonly all: readonly Followed[]
  readonly timing: Timing
  readonly wake: Wake
  readonly reporter: Reporter
  readonly limit: TimeLimit
  readonly interrupted: AbortSignal
}

/** How the wait for all of them ended. */
export interface Ended {
  readonly outcomes: ReadonlyMap<Followed, Outcome>
  /** Those that were still on their way. */
  readonly open: readonly Followed[]
  readonly by: 'all-decided' | 'timeout' | 'interrupt'
}

const redrawMs = 1000

/** Follows everything until each is decided, the time is over, or the person stops it. Sleeps while nothing happens. */
export async function followAll(options: FollowOptions): Promise<Ended> {
  const { all, timing, wake, reporter, limit, interrupted } = options
  const outcomes = new Map<Followed, Outcome>()
  const started = timing.now()
  interrupted.addEventListener('abort', wake.call)
  // While the server cannot be reached nothing else keeps the process alive.
  const alive = setInterval(() => {}, 60_000)
  try {
    while (true) {
      const now = timing.now()
      const events = all.filter((each) => !outcomes.has(each)).flatMap((each) => decide(each, outcomes, now))
      const open = all.filter((each) => !outcomes.has(each))
      draw(options, now, now - started)
      if (open.length === 0) reporter.settle()
      for (const event of events) reporter.tell(event)
      if (open.length === 0) return { outcomes, open, by: 'all-decided' }
      if (interrupted.aborted) return { outcomes, open, by: 'interrupt' }
      if (isOver(limit, open, now)) return { outcomes, open, by: 'timeout' }
      await wake.sleep(sleepFor(options, open, now))
    }
  } finally {
    clearInterval(alive)
    interrupted.removeEventListener('abort', wake.call)
    await Promise.all(all.map((each) => each.stop()))
  }
}

function decide(followed: Followed, outcomes: Map<Followed, Outcome>, now: number): readonly Event[] {
  const outcome = followed.look(now)
  if (outcome === undefined) return []
  outcomes.set(followed, outcome)
  return [eventOf(followed, outcome)]
}

function draw({ all, reporter }: FollowOptions, now: number, elapsedMs: number): void {
  reporter.draw((size) => {
    const height = Math.floor((size.height - 1) / Math.max(1, all.length))
    return fitWindow(
      all.flatMap((each) => each.picture({ ...size, height, now, elapsedMs })),
      size,
    )
  })
}

function eventOf({ subject: object }: Followed, outcome: Outcome): Event {
  return outcome.is === 'failed'
    ? { event: 'failed', object, why: outcome.why }
    : { event: outcome.is, object }
}

const isOver = ({ deadline, once }: TimeLimit, open: readonly Followed[], now: number): boolean =>
  now >= deadline || (once && open.every(({ settled }) => settled))

function sleepFor({ limit, reporter }: FollowOptions, open: readonly Followed[], now: number): number {
  const instants = [limit.deadline, ...open.flatMap(({ nextAt }) => nextAt ?? [])]
  const until = Math.min(...instants) - now
  return Math.max(1, reporter.moving ? Math.min(redrawMs, until) : until)
}
