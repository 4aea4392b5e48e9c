import { type Key as InkKey, render, Text, useInput } from 'ink'
import { createElement, type ReactElement } from 'react'
import type { TerminalText } from '../../terminal/terminal-text.ts'
import type { Key } from '../keys.ts'

/** A whole screen that is drawn line by line and hears keys, until it is closed. */
export interface Screen {
  readonly draw: (lines: readonly TerminalText[]) => void
  /** Gives the terminal back as it was. */
  readonly close: () => Promise<void>
}

interface DrawnScreen {
  readonly lines: readonly TerminalText[]
  readonly onKey: (key: Key) => void
}

// biome-ignore format: the table is read as one; its columns stay aligned
const named: readonly (readonly [is: keyof InkKey, name: string])[] = [
  ['upArrow', 'up'], ['downArrow', 'down'], ['leftArrow', 'left'], ['rightArrow', 'right'],
  ['pageUp', 'pageup'], ['pageDown', 'pagedown'], ['home', 'home'], ['end', 'end'],
  ['return', 'enter'], ['escape', 'escape'], ['backspace', 'backspace'], ['delete', 'backspace'], ['tab', 'tab'],
]

/** The keys in what the terminal sent: one with a name, or as many as were typed or pasted at once. */
export function keysIn(input: string, pressed: Partial<InkKey>): readonly Key[] {
  const [, name] = named.find(([is]) => pressed[is] === true) ?? []
  if (name !== undefined) return [{ name }]
  if (pressed.ctrl === true) return [{ name: `ctrl+${input}` }]
  if (pressed.meta === true) return []
  return Array.from(input, (text) =>
    text === '\r' || text === '\n' ? { name: 'enter' } : { name: text, text },
  ).filter(({ text }) => text === undefined || text >= ' ')
}

function DrawnLines({ lines, onKey }: DrawnScreen): ReactElement {
  useInput((input, pressed) => {
    for (const key of keysIn(input, pressed)) onKey(key)
  })
  return createElement(Text, { wrap: 'truncate' }, lines.join('\n'))
}

/** Opens the alternate screen of this terminal. */
export function openScreen(onKey: DrawnScreen['onKey']): Screen {
  const element = (lines: readonly TerminalText[]): ReactElement =>
    createElement(DrawnLines, { lines, onKey })
  const ink = render(element([]), {
    alternateScreen: true,
    // Asked for only where there is a terminal, also in a pipeline that calls itself one.
    interactive: true,
    incrementalRendering: true,
    exitOnCtrlC: false,
    patchConsole: false,
  })
  return {
    draw: (lines) => ink.rerender(element(lines)),
    close: async () => {
      ink.unmount()
      await ink.waitUntilExit()
    },
  }
}
