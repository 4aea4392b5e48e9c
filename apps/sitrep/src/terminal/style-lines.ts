import { styleText } from 'node:util'
import type { Line, Meaning } from '@sitrep/present/lines'

type Style = Parameters<typeof styleText>[0]

const styles: Readonly<Record<Meaning, Style | undefined>> = {
  plain: undefined,
  good: 'green',
  bad: 'red',
  unknown: 'yellow',
  progressing: 'cyan',
  muted: 'gray',
  heading: 'bold',
}

/** A line for the terminal, in colours where they are wanted. Blanks at its end would only break it into two. */
export function styleLine(line: Line, { colour }: { readonly colour: boolean }): string {
  const last = line.findLastIndex(({ text }) => text.trimEnd() !== '')
  const shown = line
    .slice(0, last + 1)
    .map((span, at) => (at === last ? { ...span, text: span.text.trimEnd() } : span))
  const text = shown.map(({ text, meaning }) => {
    const style = styles[meaning]
    return !colour || style === undefined ? text : styleText(style, text, { validateStream: false })
  })
  return text.join('')
}
