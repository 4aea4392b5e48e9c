import { get, type Json, post } from '../exchange.ts'
import { listAt, textAt } from '../json-answer.ts'
import { configMap } from '../stories/objects.ts'
import type { Story } from '../story.ts'
import { createRandom, type Random } from './random.ts'

function requirement(random: Random): string {
  const key = random.pick(['a', 'b', 'example.com/c', 'n'])
  const value = random.pick(['1', '2', '3', ''])
  return random.pick([
    `${key}=${value}`,
    `${key}!=${value}`,
    `${key} in (1,2)`,
    `${key} notin (1, 3)`,
    key,
    `!${key}`,
    `n>${random.below(4)}`,
    `n<${random.below(4)}`,
  ])
}

function query(random: Random): string {
  const labels = Array.from({ length: random.below(3) }, () => requirement(random)).join(',')
  const fields = random.once(3)
    ? random.pick(['metadata.name=m3', 'metadata.name!=m3', 'metadata.name!=m1,metadata.name!=m2'])
    : ''
  const limit = random.once(2) ? `limit=${1 + random.below(6)}` : ''
  const version = random.once(4) ? 'resourceVersion=0' : ''
  return [
    labels && `labelSelector=${encodeURIComponent(labels)}`,
    fields && `fieldSelector=${encodeURIComponent(fields)}`,
    limit,
    version,
  ]
    .filter((part) => part !== '')
    .join('&')
}

const shape = (body: Json): Json => ({
  names: listAt(body, 'items').map((item) => textAt(item, 'metadata.name')),
  metadata: (body as { readonly metadata: Json }).metadata,
})

function story(seed: number): Story {
  return {
    name: `generated/lists-${seed}`,
    run: async (api) => {
      const random = createRandom(seed)
      const all = api.path('configmaps')
      for (let count = 0; count < 25; count++) {
        const labels = Object.fromEntries(
          random.some(['a', 'b', 'example.com/c', 'n']).map((key) => [key, random.pick(['1', '2', '3', ''])]),
        )
        await api.quietly(post(all, configMap(`m${count}`, {}, labels)))
      }
      for (let count = 1; count <= 80; count++) {
        const asked = query(random)
        const first = await api.step(`query ${count}: ${asked}`, get(all, { query: asked }), shape)
        const token = textAt(first.body, 'metadata.continue')
        if (token !== '')
          await api.step(
            `query ${count}, the next page`,
            get(all, {
              query: `${asked}&continue=${encodeURIComponent(token)}`.replace('resourceVersion=0', ''),
            }),
            shape,
          )
      }
    },
  }
}

/** `seed` chooses which; the same seed always the same. */
export function randomLists(seed: number): readonly Story[] {
  return [41, 42].map((each) => story(seed + each))
}
