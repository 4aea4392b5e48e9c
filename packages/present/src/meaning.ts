/** What a piece of text means to the reader; how that looks is up to the terminal or the page. */
export const meanings = ['plain', 'good', 'bad', 'unknown', 'progressing', 'muted', 'heading'] as const

export type Meaning = (typeof meanings)[number]

/** Text with a meaning. The text is safe to show: control, escape and bidi characters have been made visible. */
export interface Span {
  readonly text: string
  readonly meaning: Meaning
}

/** One line of output. */
export type Line = readonly Span[]
