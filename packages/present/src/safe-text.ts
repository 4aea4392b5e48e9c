import type { Meaning, Span } from './meaning.ts'

// C0 and C1 controls, bidi embeddings, overrides and isolates, zero-width and other invisible formatting, line and paragraph separators,
// lone surrogates, tags. Newline and tab are controls too: whoever wants lines splits before.
const hostile =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udc7f]/g

/** Text from an object, made harmless: whatever could move a cursor, hide or turn round text is shown as its code. */
export const safeText = (text: string): string => text.replace(hostile, visible)

function visible(character: string): string {
  if (character === '\n') return '⏎'
  if (character === '\t') return '⇥'
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** A span of text from an object. */
export const span = (text: string, meaning: Meaning = 'plain'): Span => ({ text: safeText(text), meaning })
