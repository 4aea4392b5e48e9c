import { apply, applyForced, get, type Json, patch, post, put, type Request, withQuery } from '../exchange.ts'
import { isObject, textAt } from '../json-answer.ts'
import { configMap, definition, install, type JsonObject } from '../stories/objects.ts'
import type { Api, Story } from '../story.ts'
import { type Fixed, hollow, hollowMembers, hollowMetadata, putBack, withFullItems } from './hollow.ts'
import { createRandom, type Random } from './random.ts'
import { randomSpec, schema } from './random-applies.ts'
import { builtInBodies } from './random-bodies.ts'

/** A kind to write, and how its objects may look. */
interface Written {
  readonly apiVersion: string
  readonly kind: string
  readonly resource: string
  readonly patches: readonly ['merge', ...('merge' | 'strategic')[]]
  readonly body: (random: Random) => JsonObject
  readonly status?: true
  readonly fixed?: Fixed
  /** The uid of an object that exists: what has no owner any more is soon deleted. */
  readonly owner: string
}

const sequences = 10
const requests = 8

function randomWrite(random: Random, written: Written, one: string): Request {
  const { apiVersion, kind, body, fixed, status, patches, owner } = written
  const manager = random.pick(['alice', 'bob', 'carol'])
  const name = one.slice(one.lastIndexOf('/') + 1)
  const metadata = hollowMetadata(random, name, owner)
  const emptied = hollowMembers(random, body(random))
  const content = fixed === undefined ? emptied : putBack(emptied, fixed)
  const whole = { apiVersion, kind, metadata, ...(isObject(content) && content) }
  // Whether Kubernetes takes an empty list inside what is owned as a whole for a change depends on how it came to be in
  // a Go value; that is shown once, in a story of its own.
  const full = patches.length === 1 ? whole : withFullItems(whole)
  const managed = withQuery(one, `fieldManager=${manager}`)
  const way = random.below(12)
  if (way < 4) return apply(manager, one, whole)
  if (way < 7) return applyForced(manager, one, whole)
  if (way < 8 && status)
    return applyForced(manager, `${one}/status`, { ...whole, status: hollowStatus(random, patches) })
  if (way > 9) return put(managed, full)
  // Of several items without a key Kubernetes names one by chance: strategic patches have whole items.
  const wholeItems = withFullItems({ apiVersion, kind, metadata, ...body(random) })
  const means = random.pick([...patches])
  return patch(means, managed, means === 'merge' ? full : wholeItems)
}

function hollowStatus(random: Random, patches: Written['patches']): Json {
  // Of two fields that nobody knows, Kubernetes names the one that a Go map brings first.
  if (patches.length > 1) return random.once(2) ? {} : null
  return hollow(random, { phase: random.pick(['x', 'y']), seen: random.below(2) }, 4)
}

/** Some objects of one kind, each written a few times with parts that are empty or null. */
async function write(api: Api, random: Random, written: Written): Promise<void> {
  const all = api.path(written.resource)
  for (let object = 1; object <= sequences; object++) {
    const one = `${all}/w${object}`
    // What was never tracked belongs to somebody too.
    if (random.once(3)) {
      const { apiVersion, kind, body } = written
      const first = { apiVersion, kind, metadata: { name: `w${object}` }, ...body(random) }
      await api.step(`object ${object}, created: ${JSON.stringify(first)}`, post(all, first))
    }
    for (let count = 1; count <= requests; count++) {
      const request = randomWrite(random, written, one)
      const what = `${textAt(request.headers, 'content-type')} ${String(request.body)}`
      await api.step(`object ${object}, request ${count}: ${what}`, request)
    }
    await api.step(`object ${object}, at last`, get(one))
  }
}

function story(seed: number): Story {
  return {
    name: `generated/empties-${seed}`,
    run: async (api) => {
      const random = createRandom(seed)
      const created = await api.quietly(post(api.path('configmaps'), configMap('owner')))
      const owner = textAt(created.body, 'metadata.uid')
      const builtIn = builtInBodies[seed % (builtInBodies.length * 2)]
      if (builtIn !== undefined)
        return write(api, random, { ...builtIn, patches: ['merge', 'strategic'], owner })
      const group = `empties${seed}.generated.example.com`
      await install(api, definition({ group, schema, version: { subresources: { status: {} } } }))
      const kind = { apiVersion: `${group}/v1`, kind: 'Widget', resource: `${group}/v1 widgets` }
      return write(api, random, {
        ...kind,
        owner,
        status: true,
        patches: ['merge'],
        body: () => ({ spec: randomSpec(random) }),
      })
    },
  }
}

/** `seed` chooses which; the same seed always the same. */
export function randomEmpties(seed: number, count = 6): readonly Story[] {
  return Array.from({ length: count }, (_, index) => story(seed + index))
}
