import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isStretched, joinStretches, Stretch, stretchesOf } from '@sitrep/conditions'
import {
  createCatalog,
  defineStatus,
  type KubeObject,
  type Layer,
  type ObjectQuery,
  type Reading,
  refOf,
  type View,
  type World,
} from '@sitrep/status'
import fc from 'fast-check'
import type { WorldChange } from './change.ts'
import { createEngine, type Engine } from './engine.ts'

const group = 'test.sitrep.dev'
const now = '2026-01-01T00:00:00Z'

const object = (kind: string, name: string, parts: Partial<KubeObject> = {}): KubeObject => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name, namespace: 'ns', labels: { flock: 'f' } },
  ...parts,
})

interface SheepSeen {
  readonly name: string
  readonly pen: string | undefined
}

// One that hides is not seen at all.
const sheepSeen: View<SheepSeen | undefined> = {
  name: 'sheepSeen',
  of: ({ metadata, spec }) => {
    const { pen, hides } = (spec ?? {}) as { readonly pen?: string; readonly hides?: boolean }
    return hides === true ? undefined : { name: metadata.name, pen }
  },
}

const penSeen: View<string> = { name: 'penSeen', of: ({ spec }) => String(spec) }

interface FlockObserved {
  /** Of any flock: they stand in another list, and are seen through the same view. */
  readonly all: readonly SheepSeen[]
  readonly sheep: readonly SheepSeen[]
  readonly pens: readonly Reading<string>[]
}

const penQueries = ({ items }: Stretch<SheepSeen>): Stretch<ObjectQuery> =>
  new Stretch(
    items.flatMap(({ pen }) =>
      pen === undefined ? [] : [{ group, kind: 'Pen', namespace: 'ns', name: pen }],
    ),
  )

/** Every list that passes were given, oldest first. */
type Lists = (readonly SheepSeen[])[]

const flocks = (lists: Lists, layer: Layer) =>
  createCatalog({
    definitions: [
      defineStatus({
        kind: { group, kind: 'Flock' },
        observe: ({ spec }, world: World): FlockObserved => {
          const by = { label: 'flock', value: 'f' }
          const listing = world.list({ group, kind: 'Sheep', namespace: 'ns', by, layer }, sheepSeen)
          const sheep = listing.read ? listing.items : []
          const others = world.list({ group, kind: 'Sheep', namespace: 'ns', layer }, sheepSeen)
          const all = others.read ? others.items : []
          lists.push(sheep)
          if (spec === 'blind') return { all, sheep, pens: [] }
          const pens = stretchesOf(sheep).map((stretch) =>
            world.getEach(stretch.remembered(penQueries, penQueries), penSeen),
          )
          return { all, sheep, pens: joinStretches(pens) }
        },
        compute: (observed) => ({ status: { ...observed }, decided: [] }),
        columns: [],
        onFailure: 'Ready',
      }),
    ],
    indexes: [],
  })

const flock = (spec: string): WorldChange => ({ object: object('Flock', 'f', { spec }) })
const flockRef = { group, kind: 'Flock', namespace: 'ns', name: 'f' }
const statusIn = (engine: Engine): unknown => engine.object(flockRef)?.status

const everything: WorldChange = { kind: 'every', read: true }
const named = (at: number): string => `s${String(at).padStart(3, '0')}`
const sheep = (at: number, spec: object = { pen: `p${at}` }): KubeObject =>
  object('Sheep', named(at), { spec })
const many = Array.from({ length: 300 }, (_, at): WorldChange => ({ object: sheep(at) }))
const pens = Array.from(
  { length: 300 },
  (_, at): WorldChange => ({ object: object('Pen', `p${at}`, { spec: 1 }) }),
)

const started = (layer: Layer = 'computed'): { engine: Engine; lists: Lists } => {
  const lists: Lists = []
  const engine = createEngine(flocks(lists, layer))
  engine.apply([everything, flock('sees'), ...many, ...pens], now)
  return { engine, lists }
}

const place = fc.nat({ max: 340 })
const change: fc.Arbitrary<WorldChange> = fc.oneof(
  place.map((at) => ({ object: sheep(at) })),
  place.map((at) => ({ object: sheep(at, { hides: true }) })),
  fc.tuple(place, place).map(([at, pen]) => ({ object: sheep(at, { pen: `p${pen}` }) })),
  place.map((at) => ({ object: { ...sheep(at), metadata: { name: named(at), namespace: 'ns' } } })),
  place.map((at) => ({ gone: refOf(sheep(at)) })),
  fc.tuple(place, fc.nat({ max: 2 })).map(([at, spec]) => ({ object: object('Pen', `p${at}`, { spec }) })),
  place.map((at) => ({ gone: refOf(object('Pen', `p${at}`)) })),
  fc.boolean().map((read) => ({ kind: { group, kind: 'Pen' }, read })),
  fc.constantFrom('blind', 'sees', 'sees well').map(flock),
)

describe('A status that reads a long list', () => {
  for (const layer of ['computed', 'reported'] as const)
    it(`says after any history of the ${layer} world what it would say of that world at first sight`, () => {
      fc.assert(
        fc.property(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 10 }), (steps) => {
          const { engine } = started(layer)
          const history: WorldChange[] = [everything, flock('sees'), ...many, ...pens]
          for (const changes of steps) {
            engine.apply(changes, now)
            history.push(...changes)
            const fresh = createEngine(flocks([], layer))
            fresh.apply(history, now)
            assert.deepEqual(statusIn(engine), statusIn(fresh))
          }
        }),
        { seed: 23, numRuns: 40 },
      )
    })

  it('is given the same stretches again, all but the one in which something changed', () => {
    const { engine, lists } = started()
    engine.apply([{ object: sheep(100, { pen: 'p1' }) }], now)
    const [before = [], after = []] = lists.slice(-2)
    const known = new Set(stretchesOf(before))
    assert.equal(isStretched(after), true)
    assert.equal(stretchesOf(after).filter((stretch) => !known.has(stretch)).length, 1)
  })

  it('is given the same stretches again though all of them have changed in what it does not look at', () => {
    const { engine, lists } = started()
    engine.apply(
      Array.from({ length: 300 }, (_, at) => ({ object: { ...sheep(at), status: { shorn: true } } })),
      now,
    )
    engine.apply([{ object: { ...sheep(100, { pen: 'p1' }), status: { shorn: true } } }], now)
    const [before = [], after = []] = lists.slice(-2)
    const known = new Set(stretchesOf(before))
    assert.equal(stretchesOf(after).filter((stretch) => !known.has(stretch)).length, 1)
  })

  it('is given few others when somebody comes or goes', () => {
    const { engine, lists } = started()
    for (const step of [{ object: sheep(333) }, { gone: refOf(sheep(100)) }, { object: sheep(100) }]) {
      engine.apply([step], now)
      const [before = [], after = []] = lists.slice(-2)
      const known = new Set(stretchesOf(before))
      assert.ok(stretchesOf(after).filter((stretch) => !known.has(stretch)).length <= 2)
      assert.ok(stretchesOf(after).every(({ items }) => items.length <= 192))
    }
  })

  const penIn = (engine: Engine, at: number): unknown => {
    const { pens: readings } = statusIn(engine) as { readonly pens: readonly Reading<string>[] }
    return readings[at]
  }

  it('sees what came to be while it did not look', () => {
    const { engine } = started()
    for (const step of [{ gone: refOf(object('Pen', 'p5')) }, flock('sees well'), flock('blind')])
      engine.apply([step], now)
    engine.apply([{ object: object('Pen', 'p5', { spec: 7 }) }], now)
    engine.apply([flock('sees')], now)
    assert.deepEqual(penIn(engine, 5), { read: true, item: '7' })
  })

  it('goes on seeing for one of its members what another one has left', () => {
    const { engine } = started()
    const moves = [{ object: sheep(299, { pen: 'p5' }) }, { object: sheep(299, { pen: 'p6' }) }]
    for (const step of [flock('sees well'), flock('sees'), ...moves]) engine.apply([step], now)
    engine.apply([{ object: object('Pen', 'p5', { spec: 7 }) }], now)
    assert.deepEqual(penIn(engine, 5), { read: true, item: '7' })
  })
})
