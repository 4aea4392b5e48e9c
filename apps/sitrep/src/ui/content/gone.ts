import { span } from '@sitrep/present'
import { formatRef, type ObjectRef } from '@sitrep/status'
import type { Content } from '../page.ts'
import { textRows } from './text-rows.ts'

/** Said where the object of a page is not there any more, or could never be seen from here. */
export function goneContent(what: string, ref: ObjectRef): Content {
  const said = `${formatRef(ref)} is not there, or cannot be seen from here.`
  return {
    title: `${what} of ${formatRef(ref)}`,
    heads: [],
    filtered: false,
    rows: textRows([{ line: [span(said, 'unknown')] }], Number.POSITIVE_INFINITY),
  }
}
