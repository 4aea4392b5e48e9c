const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
const plainText = /^[\x20-\x7e]*$/
// What terminals draw two columns wide: East Asian wide and full-width forms, and pictures.
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|^\p{Extended_Pictographic}/u

/** How many columns a text takes on a terminal. */
export function widthOf(text: string): number {
  if (plainText.test(text)) return text.length
  let width = 0
  for (const { segment } of segments.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

/** The beginning of a text that fits, with an ellipsis where something was cut off. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  if (columns <= 0) return ''
  let kept = ''
  let width = 0
  for (const { segment } of segments.segment(text)) {
    const next = widthOf(segment)
    if (width + next > columns - 1) break
    kept += segment
    width += next
  }
  return `${kept}…`
}

/** A text filled up with blanks on the right. */
export const padEnd = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)))
