import { get, type Json, post, put, withQuery } from '../exchange.ts'
import { isObject } from '../json-answer.ts'
import { custom, definition, install, type JsonObject } from '../stories/objects.ts'
import type { Story } from '../story.ts'
import { createRandom, type Random } from './random.ts'

/** A structural schema of some depth, with a keyword here and there. */
function randomSchema(random: Random, depth = 0): JsonObject {
  const kinds =
    depth > 2
      ? (['string', 'integer', 'number', 'boolean'] as const)
      : (['object', 'object', 'array', 'map', 'string', 'integer', 'either', 'open'] as const)
  const kind = random.pick<string>(kinds as readonly [string, ...string[]])
  const nullable = random.once(6) ? { nullable: true } : {}
  switch (kind) {
    case 'object': {
      const keys = ['a', 'b', 'c'].slice(0, 1 + random.below(3))
      const properties = Object.fromEntries(keys.map((key) => [key, randomSchema(random, depth + 1)]))
      return {
        type: 'object',
        properties,
        ...(random.once(3) ? { required: [keys[0] ?? 'a'] } : {}),
        ...nullable,
      }
    }
    case 'array':
      return {
        type: 'array',
        items: randomSchema(random, depth + 1),
        ...(random.once(2) ? { maxItems: 2 } : {}),
        ...(random.once(3) ? { minItems: 1 } : {}),
        ...nullable,
      }
    case 'map':
      return {
        type: 'object',
        additionalProperties: randomSchema(random, depth + 1),
        ...(random.once(3) ? { maxProperties: 1 } : {}),
      }
    case 'string':
      return {
        type: 'string',
        ...(random.once(3)
          ? { enum: ['x', 'y'] }
          : random.once(3)
            ? { minLength: 2 }
            : random.once(3)
              ? { pattern: '^x' }
              : {}),
        ...nullable,
      }
    case 'either':
      return { 'x-kubernetes-int-or-string': true }
    case 'open':
      return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    default:
      return {
        type: kind,
        ...(kind === 'integer' && random.once(2) ? { minimum: 0, maximum: 5 } : {}),
        ...(kind === 'boolean' && random.once(2) ? { default: true } : {}),
        ...nullable,
      }
  }
}

/** A value that mostly follows the schema and now and then does not. */
function randomValue(random: Random, schema: JsonObject): Json {
  if (random.once(9)) return random.pick<Json>([null, 'x', 7, true, [], {}, 1.5, ['x'], { a: 1 }])
  if (schema['x-kubernetes-int-or-string'] === true) return random.pick<Json>([1, '50%'])
  const { properties, items, additionalProperties } = schema
  switch (schema['type']) {
    case 'object': {
      if (isObject(additionalProperties))
        return Object.fromEntries(
          random.some(['k', 'l']).map((key) => [key, randomValue(random, additionalProperties)]),
        )
      if (!isObject(properties)) return { any: random.pick<Json>([1, ['x'], { deep: null }]) }
      const known = random
        .some(Object.entries(properties))
        .map(([key, member]): [string, Json] => [key, isObject(member) ? randomValue(random, member) : null])
      return Object.fromEntries([...known, ...(random.once(5) ? [['unknown', 1] as [string, Json]] : [])])
    }
    case 'array':
      return isObject(items) ? Array.from({ length: random.below(4) }, () => randomValue(random, items)) : []
    case 'integer':
      return random.pick([0, 3, 5, 6, -1])
    case 'number':
      return random.pick([0, 1.5, 3])
    case 'boolean':
      return random.once(2)
    default:
      return random.pick(['x', 'xy', 'z', ''])
  }
}

function story(seed: number): Story {
  return {
    name: `generated/objects-${seed}`,
    run: async (api) => {
      const group = `objects${seed}.generated.example.com`
      const random = createRandom(seed)
      const spec: JsonObject = {
        type: 'object',
        properties: { a: randomSchema(random), b: randomSchema(random), c: randomSchema(random) },
      }
      await install(api, definition({ group, schema: { type: 'object', properties: { spec } } }))
      const all = api.path(`${group}/v1 widgets`)
      for (let count = 1; count <= 40; count++) {
        const body = custom(group, `w${count}`, { spec: randomValue(random, spec) })
        const level = random.pick(['Strict', 'Warn', 'Ignore'])
        await api.step(
          `object ${count}: ${JSON.stringify(body['spec']).slice(0, 120)}`,
          post(withQuery(all, `fieldValidation=${level}`), body),
        )
      }
      const { body } = await api.step('all', get(all))
      const first = isObject(body) && Array.isArray(body['items']) ? body['items'][0] : undefined
      if (first !== undefined && isObject(first))
        await api.step('put back', put(`${all}/${String((first['metadata'] as JsonObject)['name'])}`, first))
    },
  }
}

/** `seed` chooses which; the same seed always the same. */
export function randomObjects(seed: number): readonly Story[] {
  return [31, 32, 33, 34, 35, 36, 37, 38].map((each) => story(seed + each))
}
