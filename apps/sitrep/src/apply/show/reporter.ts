import { formatAge, type Line, plainLine } from '@sitrep/present'
import { kubeconfigPhase } from '@sitrep/status/following'
import type { Context } from '../../command.ts'
import { formatJson } from '../../output/format-json.ts'
import { LiveScreen } from '../../terminal/live-screen.ts'
import { lineText, type Shown, type TerminalText } from '../../terminal/terminal-text.ts'
import type { Event } from './event.ts'
import { eventLine } from './event-line.ts'

/** Where events and pictures go. */
export interface Reporter {
  readonly tell: (event: Event) => void
  /** Lines for people that are ready to print: an explanation. */
  readonly add: (lines: readonly Shown[]) => void
  /** Draws a picture in place of the last one; in a pipe there are none. */
  readonly draw: (
    picture: (size: { readonly width: number; readonly height: number }) => readonly Line[],
  ) => void
  /** Leaves the picture as it is; what comes stands below it. */
  readonly settle: () => void
  /** Whether anybody sees pictures, so that time passing is worth drawing. */
  readonly moving: boolean
}

/** One JSON object a line, a line an event, or a picture with lines above it: by what was asked for and what is there. */
export function openReporter(context: Context, output: 'json' | undefined): Reporter {
  const start = context.now()
  if (output === 'json') return jsonReporter(context)
  return context.width === undefined ? lineReporter(context, start) : movingReporter(context)
}

function jsonReporter({ print, now }: Context): Reporter {
  return {
    tell: (event) => print(formatJson({ at: new Date(now()).toISOString(), ...event }, 'line')),
    add: () => {},
    draw: () => {},
    settle: () => {},
    moving: false,
  }
}

function lineReporter(context: Context, start: number): Reporter {
  const last = new Map<string, string>()
  return {
    tell: (event) => {
      if (event.event === 'phase' && !isLine(event, last)) return
      const elapsed = formatAge(context.now() - start).padStart(6)
      context.print([{ text: `${elapsed}  `, meaning: 'muted' }, ...eventLine(event)])
    },
    add: (lines) => {
      for (const line of lines) context.print(line)
    },
    draw: () => {},
    settle: () => {},
    moving: false,
  }
}

// A phase that has not begun is no news, nor one that reads as before; the kubeconfig has a line of its own.
function isLine(event: Extract<Event, { event: 'phase' }>, last: Map<string, string>): boolean {
  const { object, phase } = event
  if (phase.state === 'waiting' || (phase.name === kubeconfigPhase.name && phase.state === 'done'))
    return false
  const key = JSON.stringify([object, phase.name])
  const text = plainLine(eventLine(event))
  if (last.get(key) === text) return false
  last.set(key, text)
  return true
}

// What moves in the picture needs no line of its own.
const drawn: readonly Event['event'][] = ['phase', 'trouble', 'recovered', 'left', 'blocked']

function movingReporter(context: Context): Reporter {
  const size = () => ({ width: context.width ?? 80, height: context.height ?? 24 })
  let screen: LiveScreen | undefined
  let shown: readonly TerminalText[] = []
  const show = (lines: readonly TerminalText[]): void => {
    shown = lines
    screen ??= new LiveScreen({ paint: context.paint, size })
    screen.draw(lines)
  }
  const above = (lines: readonly Shown[]): void => {
    const picture = shown
    if (picture.length > 0) show([])
    for (const line of lines) context.print(line)
    if (picture.length > 0) show(picture)
  }
  return {
    tell: (event) => {
      if (!drawn.includes(event.event)) above([eventLine(event)])
    },
    add: above,
    draw: (picture) => {
      const next = picture(size()).map((line) => lineText(line, context))
      if (next.length !== shown.length || next.some((line, at) => line !== shown[at])) show(next)
    },
    settle: () => {
      screen?.close()
      screen = undefined
      shown = []
    },
    moving: true,
  }
}
