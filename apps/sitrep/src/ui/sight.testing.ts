import type { Reach } from '@sitrep/present'
import { computeWorld } from '../source/computed-world.ts'
import { parseObjects } from '../source/parse-objects.ts'
import { catalogIn, families } from '../testing.ts'
import type { Key } from './keys.ts'
import { lookAt, type Sight } from './sight.ts'
import { initialState, type Size, type State } from './state.ts'
import { update } from './update.ts'
import { view } from './view.ts'

const reach: Reach = { sitrep: ['-f', 'bundle.yaml'] }

/** What is seen of the objects in a text. */
export async function sightOf(text: string, at: string): Promise<Sight> {
  const catalog = await catalogIn('released')
  const { engine, objects } = computeWorld(parseObjects(text, 'test'), { catalog, at })
  return lookAt({ engine, objects, families, unread: [] }, at)
}

/** The state in which this was seen for the first time. */
export const stateOf = (sight: Sight, size: Size): State =>
  update(initialState({ size, now: sight.at, source: 'bundle.yaml', reach, beginning: 'Reading …' }), {
    happened: 'looked',
    sight,
  }).state

/** A key as it is written in tests: a name in brackets, or what it types. */
export const keysOf = (written: string): readonly Key[] =>
  Array.from(written.matchAll(/<([a-z+]+)>|([\s\S])/g), ([, name, text]) =>
    name === undefined ? { name: text ?? '', text: text ?? '' } : { name },
  )

/** The state after these keys. */
export const pressed = (state: State, written: string): State =>
  keysOf(written).reduce((before, key) => update(before, { happened: 'key', key }).state, state)

/** What a person sees, line by line. */
export const screenOf = (state: State): readonly string[] =>
  view(state).map(({ line }) => line.map(({ text }) => text).join(''))
