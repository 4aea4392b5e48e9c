import { fit, type Line, type Span, widthOf } from '@sitrep/present'

/** The part of a picture that fits into a window: one that scrolls or wraps could not be drawn over. */
export const fitWindow = (
  lines: readonly Line[],
  { width, height }: { readonly width: number; readonly height: number },
): readonly Line[] => lines.slice(0, Math.max(1, height - 1)).map((line) => fitLine(line, width - 1))

function fitLine(line: Line, columns: number): Line {
  const kept: Span[] = []
  let left = columns
  for (const { text, meaning } of line) {
    if (left <= 0) break
    const shown = fit(text, left)
    kept.push({ text: shown, meaning })
    left -= widthOf(shown)
  }
  return kept
}
