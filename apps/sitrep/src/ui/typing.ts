import { isObjectNamed } from '../source/kind-names.ts'
import { suggestion } from '../suggestion.ts'
import type { Answer } from './answer.ts'
import type { Key } from './keys.ts'
import { found, opened, replaced, settled } from './moves.ts'
import { openPage } from './page.ts'
import { pageOf, type State, type Typing } from './state.ts'

/** What a key does while something is being typed at the bottom. */
export function typed(state: State, typing: Typing, { name, text }: Key): Answer {
  const { typing: _over, ...rest } = state
  if (name === 'escape')
    return { state: typing.what === 'filter' ? settled(replaced(rest, { filter: '' })) : rest }
  if (name === 'enter')
    return typing.what === 'filter' ? { state: searched(rest) } : commanded(rest, typing.text)
  if (name === 'backspace' && typing.text === '') return { state: rest }
  if (name === 'ctrl+u') return { state: written(state, { ...typing, text: '' }) }
  if (name === 'backspace')
    return { state: written(state, { ...typing, text: Array.from(typing.text).slice(0, -1).join('') }) }
  return text === undefined ? { state } : { state: written(state, { ...typing, text: typing.text + text }) }
}

// A filter shows what it does while it is typed.
function written(state: State, typing: Typing): State {
  const next = { ...state, typing }
  return typing.what === 'filter' ? settled(replaced(next, { filter: typing.text })) : next
}

// Where nothing is left out, the first row that fits is what was looked for.
const searched = (state: State): State =>
  state.content.filtered || pageOf(state).filter === '' ? state : found(state, 1)

function commanded(state: State, text: string): Answer {
  const [word = '', namespace] = text.trim().split(/\s+/)
  if (['q', 'q!', 'quit', 'exit'].includes(word)) return { state, wish: { leave: 'quit' } }
  if (word === '') return { state }
  if (word === 'fleet') return { state: settled({ ...state, pages: state.pages.slice(0, 1) }) }
  if (word === 'help') return { state: opened(state, openPage({ show: 'help' })) }
  const { objects = [], families = [] } = state.sight ?? {}
  if (objects.some((each) => isObjectNamed(word, each, families))) {
    const page = openPage({ show: 'kind', kind: word.toLowerCase() })
    return { state: opened(state, namespace === undefined ? page : { ...page, filter: `ns:${namespace}` }) }
  }
  const kinds = [...new Set(objects.map(({ ref }) => `${ref.kind.toLowerCase()}s`))]
  const near = suggestion(word, kinds)
  const hint = near === undefined ? '' : `; did you mean :${near}?`
  return { state: { ...state, note: `There is nothing called ${word} here${hint}` } }
}
