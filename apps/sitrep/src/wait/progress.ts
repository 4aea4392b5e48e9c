import { fit, formatAge, type Line, type Meaning, plainLine, span, widthOf, wrap } from '@sitrep/present'
import type { KubeObject } from '@sitrep/status'
import type { Context } from '../command.ts'
import { LiveScreen } from '../terminal/live-screen.ts'
import { lineText } from '../terminal/terminal-text.ts'
import type { Answer } from './answer.ts'
import { answerFor } from './evaluate.ts'
import type { Wish } from './outcome.ts'
import type { View } from './watched.ts'

/** Shows how it goes: drawn in place on a terminal, one line for every change in a pipe. */
export interface Progress {
  /** With why an object that is to go is still there, where that is waited for. */
  readonly show: (view: View, held?: HeldWords) => void
  /** Called before anything else is printed. */
  readonly end: () => void
}

/** Why an object that is to go is still there. */
export type HeldWords = (object: KubeObject) => string

type Shown = Pick<Wish, 'wanted' | 'ask'>
type Output = Pick<Context, 'print' | 'paint' | 'width' | 'height' | 'colour' | 'now'>

export interface ProgressOptions {
  readonly wish: Shown
  /** How long is waited at most; 0: looked once. */
  readonly timeoutMs: number
}

export function startProgress({ wish, timeoutMs }: ProgressOptions, output: Output): Progress {
  return output.width === undefined
    ? pipeProgress(wish, output)
    : terminalProgress(wish, { ...output, timeoutMs })
}

const meanings: Readonly<Record<Answer['is'], Meaning>> = {
  yes: 'good',
  no: 'progressing',
  unknown: 'unknown',
}
const signs: Readonly<Record<Answer['is'], string>> = { yes: '✓', no: '…', unknown: '?' }

function linesOf(
  { wanted, ask }: Shown,
  { awaited, unread }: View,
  held: HeldWords | undefined,
): ReadonlyMap<string, Line> {
  const lost = unread.flatMap(({ selection, error }): [string, Line][] =>
    error === undefined
      ? []
      : [[`lost ${selection.resource.plural}`, [span(`? ${error.message}; trying again`, 'unknown')]]],
  )
  // While something cannot be read, what is known of it may be old.
  if (unread.length > 0) return new Map(lost)
  if (awaited.length === 0) return new Map([['', [span('? there is no object yet', 'unknown')]]])
  return new Map(
    awaited.map((each) => {
      const { is, says } = answerFor(wanted, each, ask)
      const why =
        held !== undefined && is === 'no' && each.object !== undefined ? held(each.object) : undefined
      const words = why === undefined ? `: ${says}` : ` ${why}`
      return [each.title, [span(signs[is], meanings[is]), span(` ${each.title}${words}`)]]
    }),
  )
}

function pipeProgress(wish: Shown, output: Output): Progress {
  const last = new Map<string, string>()
  return {
    show: (view, held) => {
      const lines = linesOf(wish, view, held)
      for (const [key, line] of lines) {
        const text = plainLine(line)
        if (last.get(key) === text) continue
        last.set(key, text)
        output.print(line)
      }
      // What was lost and found again is said again when it is lost once more.
      for (const key of last.keys()) if (!lines.has(key)) last.delete(key)
    },
    end: () => {},
  }
}

// Time goes on by itself.
const redrawMs = 1_000

function terminalProgress(wish: Shown, output: Output & Pick<ProgressOptions, 'timeoutMs'>): Progress {
  const size = () => ({ width: output.width ?? 80, height: output.height ?? 24 })
  const screen = new LiveScreen({ paint: output.paint, size })
  const began = output.now()
  let seen: View | undefined
  let why: HeldWords | undefined
  const draw = (): void => {
    if (seen === undefined) return
    const { width, height } = size()
    const all = [...linesOf(wish, seen, why).values()]
    const room = Math.max(1, height - 4)
    // Those that hold are left out first where not all have room.
    const shown = all.length <= room ? all : all.filter(([sign]) => sign?.text !== signs.yes).slice(0, room)
    const rest = all.length - shown.length
    const lines = [
      timeLine(output.now() - began, output.timeoutMs),
      ...shown,
      ...(rest === 0 ? [] : [[span(`  and ${rest} more`, 'muted')]]),
    ]
    // What holds a deletion is worth more than one line.
    const fitted = why === undefined ? cutLine : wrappedLine
    screen.draw(lines.flatMap((line) => fitted(line, width)).map((line) => lineText(line, output)))
  }
  const ticking = setInterval(draw, redrawMs)
  ticking.unref()
  return {
    show: (view, held) => {
      seen = view
      why = held
      draw()
    },
    end: () => {
      clearInterval(ticking)
      screen.close()
    },
  }
}

function timeLine(elapsedMs: number, timeoutMs: number): Line {
  const left = timeoutMs === 0 ? '' : `, ${formatAge(Math.max(0, timeoutMs - elapsedMs))} left`
  return [span('Waiting', 'heading'), span(` for ${formatAge(elapsedMs)}${left}`)]
}

const mostWrapped = 5

function wrappedLine([sign, ...rest]: Line, width: number): readonly Line[] {
  const text = rest.map((each) => each.text).join('')
  const lines = wrap(text.trimStart(), width - 3)
  return lines.slice(0, mostWrapped).map((line, at) => {
    const cut = at === mostWrapped - 1 && lines.length > mostWrapped ? `${fit(line, width - 4)}…` : line
    return at === 0 && sign !== undefined ? [sign, span(` ${cut}`)] : [span(`  ${cut}`)]
  })
}

function cutLine([sign, ...rest]: Line, width: number): readonly Line[] {
  const text = rest.map((each) => each.text).join('')
  const room = width - 1 - widthOf(sign?.text ?? '')
  return [[...(sign === undefined ? [] : [sign]), { text: fit(text, room), meaning: 'plain' }]]
}
