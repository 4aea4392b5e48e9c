import type { Reach } from '@sitrep/present'
import type { ToldHistory } from '../history/told-history.ts'
import type { ComputedObject } from '../source/computed-world.ts'
import { type Content, openPage, type Page } from './page.ts'
import type { Sight } from './sight.ts'

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** Since when nothing is heard from the server, and why. */
export interface Lost {
  readonly since: string
  readonly why: string
}

/** What somebody told about the past of an object, as the object then was. */
export interface HeardHistory {
  readonly of: ComputedObject | undefined
  readonly told: ToldHistory | { readonly failed: string } | 'asked'
}

/** What is being typed at the bottom: words to filter by, or a command. */
export interface Typing {
  readonly what: 'filter' | 'command'
  readonly text: string
}

/** All that the view is made from. */
export interface State {
  readonly size: Size
  readonly now: string
  /** What is looked at, in words: a server, or files. */
  readonly source: string
  /** How command lines reach the same world. */
  readonly reach: Reach
  /** Only objects of this namespace are listed; absent: of all. */
  readonly namespace?: string
  /** Absent: nothing has been seen yet. */
  readonly sight?: Sight
  /** What is said until then. */
  readonly beginning: string
  readonly lost?: Lost
  readonly histories: ReadonlyMap<string, HeardHistory>
  /** The pages that were opened, each from the one before; the last is shown. */
  readonly pages: readonly Page[]
  /** What stands on the page that is shown. */
  readonly content: Content
  readonly typing?: Typing
  /** One line for the person, until the next key. */
  readonly note?: string
}

const nothing: Content = { title: 'Fleet', heads: [], rows: [], filtered: true }

/** The state before anything was seen. */
export const initialState = (
  given: Pick<State, 'size' | 'now' | 'source' | 'reach' | 'namespace' | 'beginning'>,
): State => ({ ...given, histories: new Map(), pages: [openPage({ show: 'fleet' })], content: nothing })

/** The page that is shown. */
export const pageOf = ({ pages }: State): Page => pages.at(-1) ?? openPage({ show: 'fleet' })

/** Which of the lines around the rows there is room for. */
export interface Frames {
  readonly counts: boolean
  readonly heads: boolean
  /** How many lines the chosen row has to say all it has to say. */
  readonly details: number
}

/** What of the frame fits around the rows of a page. */
export const framesOf = ({ size, content }: Pick<State, 'size' | 'content'>): Frames => ({
  counts: size.rows >= 8,
  heads: size.rows >= 6,
  details: content.detailed && size.rows >= 16 ? 2 : 0,
})

/** How many rows fit between what stands above and below them. */
export function roomOf(state: State): number {
  const { counts, heads, details } = framesOf(state)
  const above = 1 + (counts ? 1 : 0) + (heads ? state.content.heads.length : 0)
  return Math.max(1, state.size.rows - above - details - 1)
}
