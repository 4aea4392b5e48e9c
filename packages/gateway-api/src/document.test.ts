/** What the document asks of every condition, in every world that the vectors have. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import { createEngine, fileChanges } from '@sitrep/engine'
import { createCatalog, type Fields, fields, list, type Profile, profiles } from '@sitrep/status'
import { gatewayApi } from './gateway-api.ts'
import { gatewayGroup } from './kinds.ts'
import { atEdge, endpoints, gateway, gatewayClass, route, service, worldOf } from './testing.ts'
import { type RecordedWorld, readWorlds } from './worlds.testing.ts'

/** A list of conditions that we keep, and what we were given of it. */
interface Kept {
  readonly of: string
  readonly place: string
  readonly generation: number | undefined
  readonly conditions: readonly Condition[]
  readonly given: readonly Condition[]
}

const folder = join(import.meta.dirname, '..', 'vectors')
const worlds = globSync('**/*.yaml', { cwd: folder })
  .sort()
  .flatMap((file) => readWorlds(join(folder, file)))
const usual = { controllerNames: ['gateway.envoyproxy.io/gatewayclass-controller'] }

const conditionsOf = (holder: unknown): readonly Condition[] =>
  list(fields(holder)['conditions']) as readonly Condition[]

const keyOf = ({ name, controllerName, parentRef, ancestorRef }: Fields): string =>
  JSON.stringify([name, controllerName, parentRef ?? ancestorRef])

function keptIn({ objects, at, name, settings }: RecordedWorld, profile: Profile): readonly Kept[] {
  const chosen = settings?.['gateway-api'] ?? usual
  const ours = list(chosen['controllerNames'])
  const catalog = createCatalog(gatewayApi({ profile, settings: chosen }))
  const changes = createEngine(catalog).apply(fileChanges(objects, catalog.reach), at)
  return changes.flatMap(({ ref, status, before: given }) => {
    if (ref.group !== gatewayGroup) return []
    const object = objects.find(
      ({ kind, metadata }) =>
        kind === ref.kind && metadata.name === ref.name && metadata.namespace === ref.namespace,
    )
    const kept = (of: string, holder: unknown, was: unknown): Kept => ({
      of,
      place: `${name}, ${profile}: ${ref.kind} ${ref.name}`,
      generation: object?.metadata.generation,
      conditions: conditionsOf(holder),
      given: conditionsOf(was),
    })
    const entries = (field: string): readonly Kept[] => {
      const before = new Map(list(given?.[field]).map((entry) => [keyOf(fields(entry)), entry]))
      return list(status?.[field])
        .map(fields)
        .filter(({ controllerName }) => controllerName === undefined || ours.includes(controllerName))
        .map((entry) => kept(field, entry, before.get(keyOf(entry))))
    }
    return [
      ...(status?.['conditions'] === undefined ? [] : [kept(ref.kind, status, given)]),
      ...entries('listeners'),
      ...entries('parents'),
      ...entries('ancestors'),
    ]
  })
}

/** Of types that are ours: what somebody else has put beside them is theirs to keep. */
const own = ({ conditions }: Kept): readonly Condition[] =>
  conditions.filter(({ type }) => !type.includes('/'))

/** What is fine when it is True, and always said where it applies. */
const summaries: Readonly<Record<string, readonly string[]>> = {
  GatewayClass: ['Accepted'],
  Gateway: ['Accepted', 'ResolvedRefs', 'Programmed'],
  ListenerSet: ['Accepted', 'Programmed'],
  ReferenceGrant: ['Accepted'],
  listeners: ['Accepted', 'ResolvedRefs', 'Programmed'],
  parents: ['Accepted', 'ResolvedRefs', 'Programmed'],
  ancestors: ['Accepted', 'ResolvedRefs'],
}
/** What is wrong when it is True, and said only then. */
const errors = ['Conflicted', 'OverlappingTLSConfig', 'PartiallyInvalid', 'InsecureFrontendValidationMode']
/** What else is said only when asked for, or only in the language of the release. */
const more: Readonly<Record<Profile, readonly string[]>> = {
  proposal: ['Ready', 'Scheduled', 'Detached'],
  released: ['Ready', 'Scheduled', 'Detached', 'AddressesAssigned', 'SupportedVersion'],
}

for (const profile of profiles) {
  describe(`every list of conditions that we keep, ${profile}`, () => {
    let all: readonly Kept[] = []
    before(() => {
      all = worlds.flatMap((world) => keptIn(world, profile))
    })
    const each = (check: (kept: Kept) => void) => () => {
      assert.ok(all.length > 1_000, `${all.length} lists are too few to show anything`)
      for (const kept of all) check(kept)
    }

    it(
      'has one entry of a type',
      each(({ conditions, place }) =>
        assert.equal(new Set(conditions.map(({ type }) => type)).size, conditions.length, place),
      ),
    )
    it(
      'says True, False or Unknown, and never nothing',
      each((kept) => {
        for (const { status } of own(kept))
          assert.ok(['True', 'False', 'Unknown'].includes(status), `${kept.place}: ${status}`)
      }),
    )
    it(
      'gives a reason in CamelCase',
      each((kept) => {
        for (const { reason } of own(kept))
          assert.match(reason ?? '', /^([A-Z][a-z]*)+$/, `${kept.place}: ${reason}`)
      }),
    )
    it(
      'carries the generation of its object, or the newer one that was there',
      each((kept) => {
        for (const { type, observedGeneration } of own(kept)) {
          const was = kept.given.find((condition) => condition.type === type)?.observedGeneration ?? 0
          assert.equal(
            observedGeneration,
            was > (kept.generation ?? 0) ? was : kept.generation,
            `${kept.place}: ${type}`,
          )
        }
      }),
    )
    it(
      'has every summary that applies, whatever the state',
      each(({ of, conditions, place }) => {
        const types = conditions.map(({ type }) => type)
        const missing = (summaries[of] ?? []).filter((type) => !types.includes(type))
        assert.deepEqual(missing, [], `${place}: ${of}`)
      }),
    )
    it(
      'has an error only while it is True',
      each((kept) => {
        for (const { type, status } of own(kept))
          if (errors.includes(type)) assert.equal(status, 'True', `${kept.place}: ${type}`)
      }),
    )
    it(
      'has no types without a domain but these, all of them adjectives and past participles',
      each((kept) => {
        const known = [...(summaries[kept.of] ?? []), ...errors, ...more[profile]]
        for (const { type } of own(kept)) assert.ok(known.includes(type), `${kept.place}: ${type}`)
      }),
    )
  })
}

describe('Ready, where it is asked for', () => {
  it('is there before anything is programmed', () => {
    const cart = route()
    const world = worldOf([gatewayClass(), gateway(), cart, service(), endpoints()], {
      profile: 'proposal',
      settings: { ready: true },
    })
    assert.deepEqual(
      [
        world.says(gateway(), 'Ready'),
        world.says(gateway(), 'listeners[web]:Ready'),
        world.says(cart, atEdge('Programmed')),
      ],
      ['Unknown Pending', 'Unknown Pending', 'Unknown Pending'],
    )
  })
})

describe('what matching requests are answered with, where a backend cannot be used', () => {
  type Case = readonly [name: string, backendRef: Fields, answer: number | undefined, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['a Service',         { name: 'cart', port: 8080 },                                     undefined, 'it is there'],
    ['no Service',        { name: 'gone', port: 8080 },                                     500,       'nobody is there to answer'],
    ['not granted',       { name: 'cart', namespace: 'apps', port: 8080 },                  500,       'it might as well not be there'],
    ['an unknown kind',   { group: 'example.com', kind: 'Bucket', name: 'cart' },           500,       'nobody knows how to ask it'],
  ]
  for (const [name, backendRef, answer, because] of cases) {
    it(`${name}: ${answer ?? 'asked'}, because ${because}`, () => {
      const world = worldOf(
        [
          gatewayClass(),
          gateway(),
          route({ rules: [{ backendRefs: [backendRef] }] }),
          service(),
          endpoints(),
          service('cart', 'apps'),
        ],
        { profile: 'proposal' },
      )
      const [rule] = Object.values(world.routing().rules)
      assert.deepEqual(
        rule?.backends.map((backend) => ('answer' in backend ? backend.answer : undefined)),
        [answer],
      )
    })
  }
})
