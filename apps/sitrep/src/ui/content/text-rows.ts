import { type Line, plainLine, wrapSpans } from '@sitrep/present'
import type { ObjectRef } from '@sitrep/status'
import type { Row } from '../page.ts'

/** A line before it is broken to fit, and where it leads. */
export interface TextLine {
  readonly line: Line
  readonly ref?: ObjectRef
  /** It is there to be copied: what does not fit is cut off, not broken. */
  readonly whole?: true
}

/** Lines of text as rows: what does not fit goes on below. */
export function textRows(lines: readonly TextLine[], width: number, name = 'line'): readonly Row[] {
  const broken = lines.flatMap(({ line, ref, whole }) =>
    (whole ? [line] : wrapSpans(line, width)).map((part) => ({ part, ref })),
  )
  return broken.map(({ part, ref }, at) => ({
    key: `${name} ${at}`,
    ...(ref !== undefined && { ref }),
    search: plainLine(part).toLowerCase(),
    line: () => part,
  }))
}
