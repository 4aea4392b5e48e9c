/** A long list of equal lines, of which a part can be seen. */
export interface ListShape {
  readonly items: number
  /** How many items stand beside each other in one line. */
  readonly columns: number
  readonly lineHeight: number
}

/** What of a list is drawn, and how much room stands for the rest. */
export interface ListWindow {
  readonly first: number
  /** The item after the last one. */
  readonly end: number
  readonly above: number
  readonly below: number
}

/** Drawn above and below what is seen, so that a little scrolling shows no gap. */
const spareLines = 8
/** The window moves by whole steps, so that most of the scrolling draws nothing. */
const stepLines = 4

/** The part of a list that is drawn when this much of it lies above the upper edge and this much is seen. */
export function windowOf(shape: ListShape, scrolled: number, seen: number): ListWindow {
  const { items, columns, lineHeight } = shape
  const lines = Math.ceil(items / columns)
  const top = Math.floor(Math.max(0, scrolled) / lineHeight / stepLines) * stepLines
  const shown = Math.ceil(seen / lineHeight) + stepLines
  const firstLine = clamp(top - spareLines, 0, Math.max(0, lines - shown))
  const endLine = clamp(top + shown + spareLines, 0, lines)
  return {
    first: firstLine * columns,
    end: Math.min(items, endLine * columns),
    above: firstLine * lineHeight,
    below: (lines - endLine) * lineHeight,
  }
}

/** Where to scroll so that an item is seen whole, or nothing when it is. */
export function scrollToSee(
  shape: ListShape,
  item: number,
  { scrolled, seen }: { readonly scrolled: number; readonly seen: number },
): number | undefined {
  const top = Math.floor(item / shape.columns) * shape.lineHeight
  if (top < scrolled) return top
  return top + shape.lineHeight > scrolled + seen ? top + shape.lineHeight - seen : undefined
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)
