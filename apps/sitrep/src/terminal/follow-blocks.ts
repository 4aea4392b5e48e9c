import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../command.ts'
import { LiveScreen } from './live-screen.ts'
import { lineText, type Shown } from './terminal-text.ts'

export interface Followed {
  /** The block as of a time, for a terminal of this width or for a pipe. */
  readonly draw: (now: string, width: Context['width']) => readonly Shown[]
  readonly changes: (onChange: () => void) => { readonly stop: () => Promise<void> }
  readonly context: Context
}

// Changes come in flocks; ages go on by themselves.
const calmMs = 100
const agesMs = 5_000
const noTime = '1970-01-01T00:00:00Z'

/** Shows a block until the person has seen enough: on a terminal drawn again in place, in a pipe appended when it differs. */
export async function followBlocks({ draw, changes, context }: Followed): Promise<void> {
  const { interrupted, now } = context
  const screen =
    context.width === undefined
      ? undefined
      : new LiveScreen({ paint: context.paint, size: () => sizeOf(context) })
  let changed = Promise.withResolvers<void>()
  const wake = (): void => changed.resolve()
  const following = changes(wake)
  const forget = context.onResize?.(wake)
  interrupted.addEventListener('abort', wake, { once: true })
  const textsOf = (lines: readonly Shown[]) => lines.map((line) => lineText(line, context))
  let last: string | undefined
  try {
    while (!interrupted.aborted) {
      changed = Promise.withResolvers()
      const present = new Date(now()).toISOString()
      if (screen !== undefined) screen.draw(textsOf(draw(present, context.width)))
      else {
        // Without ages: what only grew older is no change.
        const compared = textsOf(draw(noTime, undefined)).join('\n')
        if (compared !== last)
          for (const line of [...(last === undefined ? [] : ['']), ...draw(present, undefined)])
            context.print(line)
        last = compared
      }
      await atMost(agesMs, changed.promise)
      if (!interrupted.aborted) await atMost(calmMs, aborted(interrupted))
    }
  } finally {
    screen?.close()
    forget?.()
    await following.stop()
  }
}

// No timer is left behind: it would keep the process from ending.
async function atMost(milliseconds: number, event: Promise<void>): Promise<void> {
  const timer = new AbortController()
  const time = delay(milliseconds, undefined, { signal: timer.signal }).catch(() => {})
  await Promise.race([event, time])
  timer.abort()
}

const sizeOf = ({ width = 80, height = 24 }: Context) => ({ width, height })

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
