import type { Line, Span } from '@sitrep/present'
import type { ObjectRef } from '@sitrep/status'

/** What a page shows: the fleet or all objects of a kind, or one object from one side. */
export type Place =
  | { readonly show: 'fleet' }
  | { readonly show: 'kind'; readonly kind: string }
  | { readonly show: 'tree' | 'explanation' | 'history'; readonly ref: ObjectRef }
  | { readonly show: 'help' }

/** One line of a page. */
export interface Row {
  /** Tells it from the others of its page, also after a change. */
  readonly key: string
  /** The object that it speaks of: there one can go. */
  readonly ref?: ObjectRef
  /** It only says more about the row above: whoever goes row by row passes it. */
  readonly passed?: true
  /** What is searched, in lower case. */
  readonly search: string
  /** What it says at full length, for below the rows. */
  readonly detail?: Span
  /** Laid out when it is drawn, and not before: a page may have thousands. */
  readonly line: () => Line
}

/** What stands on a page. */
export interface Content {
  readonly title: string
  /** Lines that stay where they are while the rows move. */
  readonly heads: readonly Line[]
  readonly rows: readonly Row[]
  /** Rows that do not fit the filter are left out; else they are only jumped over by n and N. */
  readonly filtered: boolean
  /** Its rows have more to say than fits into them: the chosen one says it below. */
  readonly detailed?: true
}

/** A page with where its reader is. */
export interface Page {
  readonly place: Place
  /** The row that is chosen; absent: the first. */
  readonly chosen?: string
  /** Where that row was last seen: when it is gone, what stands there now is chosen. */
  readonly at: number
  /** The first row that is drawn. */
  readonly top: number
  readonly filter: string
}

/** A page as it is first opened. */
export const openPage = (place: Place): Page => ({ place, at: 0, top: 0, filter: '' })

/** Whether a row fits: all words of the filter stand in it; `kind:` and `ns:` narrow to a kind or a namespace. */
export function fits({ search, ref }: Row, filter: string): boolean {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => {
      const [, field, value = ''] = /^(kind|ns):(.*)$/.exec(word) ?? []
      if (field === 'kind') return ref?.kind.toLowerCase().startsWith(value.replace(/s$/, '')) === true
      if (field === 'ns') return (ref?.namespace ?? '').startsWith(value) && ref?.namespace !== undefined
      return search.includes(word)
    })
}
