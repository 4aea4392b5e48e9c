import { apply, applyForced, get, patch, type Request, withQuery } from '../exchange.ts'
import { custom, definition, install, type JsonObject } from '../stories/objects.ts'
import { anything, asSet, byKeys, list, props, text, textMap, texts, whole } from '../stories/schema-parts.ts'
import type { Story } from '../story.ts'
import { createRandom, type Random } from './random.ts'

export const schema: JsonObject = props({
  spec: props({
    scalar: text(),
    number: whole({ default: 1 }),
    set: texts(asSet),
    atomic: texts(),
    granular: textMap(),
    whole: textMap({ 'x-kubernetes-map-type': 'atomic' }),
    struct: props({ a: text(), b: props({ c: text() }) }),
    map: list(
      props({ key: text(), value: text(), more: texts(asSet) }, { required: ['key'] }),
      byKeys('key'),
    ),
    pairs: list(
      props({ port: whole(), protocol: text({ default: 'TCP' }), name: text() }, { required: ['port'] }),
      byKeys('port', 'protocol'),
    ),
    free: anything,
  }),
  status: props({ phase: text(), seen: whole() }),
})

const letters = ['a', 'b', 'c'] as const

function word(random: Random): string {
  return random.pick(['x', 'y', 'z'])
}

function members(random: Random): JsonObject {
  return Object.fromEntries(random.some(letters).map((key) => [key, word(random)]))
}

/** A part of a spec: each field is there or not. */
export function randomSpec(random: Random): JsonObject {
  const fields: JsonObject = {
    scalar: word(random),
    number: random.below(3),
    set: random.some(letters),
    atomic: random.some(letters),
    granular: members(random),
    whole: members(random),
    struct: random.once(2)
      ? { a: word(random) }
      : { a: word(random), b: random.once(3) ? {} : { c: word(random) } },
    map: random.some(letters).map((key) => ({
      key,
      ...(random.once(2) ? { value: word(random) } : {}),
      ...(random.once(2) ? { more: random.some(letters) } : {}),
    })),
    pairs: random.some([80, 81]).map((port) => ({
      port,
      ...(random.once(2) ? { protocol: random.pick(['TCP', 'UDP']) } : {}),
      ...(random.once(2) ? { name: word(random) } : {}),
    })),
    free: random.once(2)
      ? { deep: members(random), list: [word(random)] }
      : { list: [{ a: 1 }], text: word(random) },
  }
  return Object.fromEntries(random.some(Object.keys(fields)).map((key) => [key, fields[key] ?? null]))
}

function randomRequest(random: Random, one: string, group: string): Request {
  const manager = random.pick(['alice', 'bob', 'carol'])
  const body = custom(group, 'w', { spec: randomSpec(random) })
  const way = random.below(10)
  if (way < 4) return apply(manager, one, body)
  if (way < 7) return applyForced(manager, one, body)
  if (way < 8)
    return apply(
      manager,
      `${one}/status`,
      custom(group, 'w', { status: { phase: word(random), seen: random.below(2) } }),
    )
  return patch('merge', withQuery(one, `fieldManager=${manager}`), { spec: randomSpec(random) })
}

function story(seed: number): Story {
  return {
    name: `generated/apply-${seed}`,
    run: async (api) => {
      const group = `apply${seed}.generated.example.com`
      const random = createRandom(seed)
      await install(api, definition({ group, schema, version: { subresources: { status: {} } } }))
      const one = api.path(`${group}/v1 widgets/w`)
      await api.step('first', apply('alice', one, custom(group, 'w', { spec: randomSpec(random) })))
      for (let count = 1; count <= 60; count++)
        await api.step(`request ${count}`, randomRequest(random, one, group))
      await api.step('last', get(one))
    },
  }
}

/** `seed` chooses which; the same seed always the same. */
export function randomApplies(seed: number): readonly Story[] {
  return [1, 2, 3, 4, 5, 6].map((each) => story(seed + each))
}
