// One column each: ASCII, Latin, punctuation such as … and “, and the branches of trees. Nearly all text is that.
const plainText = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2193\u2500-\u257f]*$/
// What terminals draw two columns wide: East Asian wide and full-width forms, and pictures.
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|^\p{Extended_Pictographic}/u

/** How many columns a text takes on a terminal. */
export function widthOf(text: string): number {
  if (plainText.test(text)) return text.length
  let width = 0
  for (const segment of segmentsOf(text)) width += wide.test(segment) ? 2 : 1
  return width
}

// A constant that is made when it is first needed: the tables behind it take longer to load than most commands take.
const segmenter: () => Intl.Segmenter = (() => {
  let made: Intl.Segmenter | undefined
  return () => {
    made ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
    return made
  }
})()

const segmentsOf = (text: string): readonly string[] =>
  Array.from(segmenter().segment(text), ({ segment }) => segment)

/** The beginning of a text that fits, with an ellipsis where something was cut off. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  if (columns <= 0) return ''
  let kept = ''
  let width = 0
  for (const segment of plainText.test(text) ? text : segmentsOf(text)) {
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
