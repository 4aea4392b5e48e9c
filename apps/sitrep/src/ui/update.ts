import { type ObjectRef, refKey } from '@sitrep/status'
import type { Answer } from './answer.ts'
import { commandFor } from './content/explanation.ts'
import { type Action, actionOf, type Key } from './keys.ts'
import { moved, opened, replaced, settled } from './moves.ts'
import { openPage, type Place, type Row } from './page.ts'
import { type Sight, seenIn } from './sight.ts'
import { type HeardHistory, type Lost, pageOf, type Size, type State } from './state.ts'
import { typed } from './typing.ts'

/** Something that the view has to answer to. */
export type Happening =
  | { readonly happened: 'key'; readonly key: Key }
  | { readonly happened: 'looked'; readonly sight: Sight }
  | { readonly happened: 'beginning'; readonly words: string }
  | { readonly happened: 'resized'; readonly size: Size }
  | { readonly happened: 'time'; readonly now: string }
  | { readonly happened: 'link'; readonly lost: Lost | undefined }
  | { readonly happened: 'told'; readonly ref: ObjectRef; readonly told: HeardHistory['told'] }

/** The state after something happened, and what follows for the world outside. */
export function update(state: State, happening: Happening): Answer {
  switch (happening.happened) {
    case 'key':
      return wanting(keyed(state, happening.key))
    case 'looked':
      return wanting({ state: settled({ ...state, sight: happening.sight, now: happening.sight.at }) })
    case 'beginning':
      return { state: { ...state, beginning: happening.words } }
    case 'resized':
      return { state: settled({ ...state, size: happening.size }) }
    case 'time':
      return { state: settled({ ...state, now: happening.now }) }
    case 'link':
      return { state: linked(state, happening.lost) }
    case 'told':
      return { state: heard(state, happening.ref, happening.told) }
  }
}

// The first time that nothing was heard counts, whoever says it again.
function linked({ lost: before, ...state }: State, lost: Lost | undefined): State {
  return lost === undefined ? state : { ...state, lost: before ?? lost }
}

function heard(state: State, ref: ObjectRef, told: HeardHistory['told']): State {
  const of = state.sight && seenIn(state.sight, ref)
  return settled({ ...state, histories: new Map(state.histories).set(refKey(ref), { of, told }) })
}

/** Whoever looks at a history wants it as new as the object is. */
function wanting(answer: Answer): Answer {
  const { state, wish } = answer
  const { place } = pageOf(state)
  if (wish !== undefined || place.show !== 'history' || state.sight === undefined) return answer
  const of = seenIn(state.sight, place.ref)
  const known = state.histories.get(refKey(place.ref))
  if (known !== undefined && (known.told === 'asked' || known.of === of)) return answer
  const histories = new Map(state.histories).set(refKey(place.ref), { of, told: known?.told ?? 'asked' })
  return { state: { ...state, histories }, wish: { history: place.ref } }
}

function keyed({ note: _said, ...state }: State, key: Key): Answer {
  if (state.typing !== undefined && key.name !== 'ctrl+c') return typed(state, state.typing, key)
  const action = actionOf(key)
  return action === undefined ? { state } : acted(state, action)
}

function acted(state: State, action: Action): Answer {
  if ('move' in action) return { state: moved(state, action.move) }
  if ('open' in action) return { state: openedAt(state, action.open) }
  if ('type' in action) {
    const text = action.type === 'filter' ? pageOf(state).filter : ''
    return { state: { ...state, typing: { what: action.type, text } } }
  }
  if ('say' in action) return { state: said(state) }
  switch (action.leave) {
    case 'page':
      return { state: backFrom(state) }
    case 'program':
      return { state, wish: { leave: 'quit' } }
    case 'at once':
      return { state, wish: { leave: 'interrupt' } }
    case 'for a while':
      return { state, wish: { leave: 'suspend' } }
  }
}

function backFrom(state: State): State {
  const { filter } = pageOf(state)
  if (filter !== '') return settled(replaced(state, { filter: '' }))
  if (state.pages.length === 1) return { ...state, note: 'This is the first page; q quits' }
  return settled({ ...state, pages: state.pages.slice(0, -1) })
}

/** The object that is meant: that of the chosen row, else that of the page. */
function meant(state: State): ObjectRef | undefined {
  const { place } = pageOf(state)
  return rowOf(state)?.ref ?? ('ref' in place ? place.ref : undefined)
}

const rowOf = (state: State): Row | undefined => {
  const { chosen } = pageOf(state)
  return state.content.rows.find(({ key }) => key === chosen)
}

function said(state: State): State {
  const ref = meant(state)
  return { ...state, note: ref === undefined ? nothingHere : commandFor(ref, state.reach) }
}

const nothingHere = 'There is no object in this row'

type Opened = Extract<Action, { open: unknown }>['open']

function openedAt(state: State, what: Opened): State {
  if (what === 'help')
    return pageOf(state).place.show === 'help' ? state : opened(state, openPage({ show: 'help' }))
  const ref = what === 'below' ? rowOf(state)?.ref : meant(state)
  const place = ref && placeFor(what, ref, pageOf(state).place)
  if (place === undefined) return { ...state, note: nothingHere }
  return isSame(place, pageOf(state).place) ? state : opened(state, openPage(place))
}

function placeFor(what: Exclude<Opened, 'help'>, ref: ObjectRef, from: Place): Place {
  if (what !== 'below') return { show: what, ref }
  return { show: from.show === 'fleet' || from.show === 'kind' ? 'tree' : 'explanation', ref }
}

const isSame = (a: Place, b: Place): boolean =>
  a.show === b.show && 'ref' in a && 'ref' in b && refKey(a.ref) === refKey(b.ref)
