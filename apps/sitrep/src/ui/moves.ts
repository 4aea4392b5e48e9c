import { contentOf } from './content/content.ts'
import type { Action } from './keys.ts'
import { fits, type Page } from './page.ts'
import { pageOf, roomOf, type State } from './state.ts'

/** The state with the page that is shown changed. */
export const replaced = (state: State, change: Partial<Page>): State => ({
  ...state,
  pages: [...state.pages.slice(0, -1), { ...pageOf(state), ...change }],
})

/** The state with another page on top. */
export const opened = (state: State, page: Page): State =>
  settled({ ...state, pages: [...state.pages, page] })

/** The state with its content as it is now; the same row stays chosen, or what stands in its place when it is gone. */
export function settled(state: State): State {
  const fresh = { ...state, content: contentOf(state) }
  if (fresh.content.rows.length === 0) return replaced(fresh, { top: 0 })
  return chosenAt(fresh, chosenIn(fresh))
}

/** Which row is chosen. */
export function chosenIn(state: State): number {
  const { chosen, at } = pageOf(state)
  const { rows } = state.content
  // Nearly always it is where it was.
  if (rows[at]?.key === chosen) return at
  const found = rows.findIndex(({ key }) => key === chosen)
  return found === -1 ? Math.min(at, Math.max(0, rows.length - 1)) : found
}

/** The state with another row chosen, scrolled no more than is needed to see it. */
function chosenAt(state: State, wanted: number): State {
  const { rows } = state.content
  const room = roomOf(state)
  const at = Math.max(0, Math.min(wanted, rows.length - 1))
  const { top: before } = pageOf(state)
  const lowest = Math.max(0, rows.length - room)
  const top = Math.min(lowest, Math.max(at - room + 1, Math.min(before, at)))
  const key = rows[at]?.key
  return replaced(state, { at, top, ...(key !== undefined && { chosen: key }) })
}

// Below the last row that counts there may be more about it to read.
function stepped(state: State, step: number): number {
  const { rows } = state.content
  let at = chosenIn(state) + step
  while (rows[at]?.passed === true) at += step
  return at
}

/** The state after the reader moved. */
export function moved(state: State, move: Extract<Action, { move: unknown }>['move']): State {
  const at = chosenIn(state)
  const room = roomOf(state)
  switch (move) {
    case 'page':
      return chosenAt(state, at + room)
    case '-page':
      return chosenAt(state, at - room)
    case 'half':
      return chosenAt(state, at + Math.ceil(room / 2))
    case '-half':
      return chosenAt(state, at - Math.ceil(room / 2))
    case 'first':
      return chosenAt(state, 0)
    case 'last':
      return chosenAt(state, state.content.rows.length - 1)
    case 'next':
      return found(state, 1)
    case 'previous':
      return found(state, -1)
    default:
      return chosenAt(state, stepped(state, move))
  }
}

/** The state at the next row that fits what was searched for, in one direction and round the end. */
export function found(state: State, step: 1 | -1): State {
  const { filter } = pageOf(state)
  if (filter === '') return { ...state, note: 'Nothing is searched for; / begins' }
  const { rows } = state.content
  const at = chosenIn(state)
  for (let way = 1; way <= rows.length; way++) {
    const next = (at + step * way + rows.length * 2) % rows.length
    const row = rows[next]
    if (row !== undefined && fits(row, filter)) return chosenAt(state, next)
  }
  return { ...state, note: `Nothing fits ${filter}` }
}
