import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { at, createCatalog, type KubeObject, type StatusDefinition } from '@sitrep/status'
import type { WorldChange } from './change.ts'
import { createEngine, type Engine, type EngineOptions } from './engine.ts'

const now = '2026-01-01T00:00:00Z'
const secretKind = { group: '', kind: 'Secret' }
const doorKind = { group: 'test.sitrep.dev', kind: 'Door' }

const door = (read: (world: Parameters<StatusDefinition['observe']>[1]) => unknown): StatusDefinition => ({
  kind: doorKind,
  observe: (_object, world) => read(world),
  compute: (seen) => ({ status: { seen } as never, decided: [] }),
  columns: [],
  onFailure: 'Ready',
})
const keyed = door((world) => {
  const key = world.get(
    { ...secretKind, namespace: 'prod', name: 'key' },
    { name: 'type', of: (secret) => at(secret, 'type') },
  )
  if (!key.read) return key.why
  return key.item === undefined ? 'missing' : key.item
})

const narrow = { kind: secretKind, field: 'type', values: ['tls'] }
const object = { apiVersion: 'test.sitrep.dev/v1', kind: 'Door', metadata: { name: 'd', namespace: 'prod' } }
const followed = { index: 'type', key: 'tls' }
const named = { index: 'namespacedName', key: 'prod/key' }
const secret = (type: string): WorldChange => ({
  object: {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'key', namespace: 'prod' },
    type,
  } as KubeObject,
})
const gone: WorldChange = { gone: { ...secretKind, namespace: 'prod', name: 'key' } }
const read = (by: typeof followed): WorldChange => ({ kind: secretKind, by, read: true })

function open(options?: EngineOptions): Engine {
  const engine = createEngine(createCatalog({ definitions: [keyed], narrow: [narrow] }), options)
  engine.apply([{ object }], now)
  return engine
}
const seenIn = (engine: Engine): unknown =>
  at(engine.object({ ...doorKind, namespace: 'prod', name: 'd' })?.status, 'seen')
const askedOf = (engine: Engine): readonly unknown[] => engine.asked.map(({ by }) => by)

describe('A kind of which some objects are followed', () => {
  it('is asked for by what is followed, and by a name only where that brings nothing', () => {
    const engine = open()
    assert.deepEqual(askedOf(engine), [followed])
    const before = engine.askedRevision
    engine.apply([read(followed)], now)
    assert.deepEqual(askedOf(engine), [followed, named])
    assert.notEqual(engine.askedRevision, before, 'whoever feeds the world has to be told')
    assert.equal(seenIn(engine), 'not read yet')

    engine.apply([read(named)], now)
    assert.equal(seenIn(engine), 'missing')
    assert.deepEqual(engine.wanted, [])
  })

  it('is asked for no name that is among what is followed', () => {
    const engine = open()
    engine.apply([secret('tls'), read(followed)], now)
    assert.equal(seenIn(engine), 'tls')
    assert.deepEqual(askedOf(engine), [followed])

    engine.apply([gone], now)
    assert.deepEqual(askedOf(engine), [followed, named])
  })

  it('goes on asking for a name that leads to anything else', () => {
    const engine = open()
    engine.apply([read(followed), secret('Opaque'), read(named)], now)
    assert.equal(seenIn(engine), 'Opaque')
    assert.deepEqual(askedOf(engine), [followed, named])

    engine.apply([gone], now)
    assert.equal(seenIn(engine), 'missing')
    engine.apply([secret('tls')], now)
    assert.equal(seenIn(engine), 'tls')
    assert.deepEqual(askedOf(engine), [followed])
  })

  it('is asked for nothing once nobody reads it', () => {
    const engine = open()
    engine.apply([read(followed)], now)
    engine.apply([{ gone: { ...doorKind, namespace: 'prod', name: 'd' } }], now)
    assert.deepEqual(engine.asked, [])
  })

  it('holds a status until the name has been looked for', () => {
    const engine = open({ unread: 'hold' })
    engine.apply([read(followed)], now)
    assert.equal(seenIn(engine), undefined)
    engine.apply([secret('Opaque'), read(named)], now)
    assert.equal(seenIn(engine), 'Opaque')
  })

  it('cannot be read where what is followed cannot', () => {
    const engine = open()
    engine.apply([{ kind: secretKind, by: followed, read: false, why: 'forbidden' }, read(named)], now)
    assert.equal(seenIn(engine), 'forbidden')
  })

  it('is known whole where everything counts as read', () => {
    const engine = open()
    engine.apply([{ kind: 'every', read: true }], now)
    assert.equal(seenIn(engine), 'missing')
    assert.deepEqual(engine.wanted, [])
  })

  it('is never listed', () => {
    const lister = door((world) => world.list(secretKind, { name: 'any', of: () => true }))
    const engine = createEngine(createCatalog({ definitions: [lister], narrow: [narrow] }))
    const [change] = engine.apply([{ object }], now)
    assert.equal(change?.problems[0]?.problem, 'definition-threw')
  })
})

describe('What families say of one kind', () => {
  it('is joined', () => {
    const { narrow: all } = createCatalog(
      { definitions: [], narrow: [narrow] },
      { definitions: [], narrow: [{ ...narrow, values: ['tls', 'more'] }] },
    )
    assert.deepEqual(all, [{ ...narrow, values: ['tls', 'more'] }])
  })

  it('stands once where a catalog becomes part of another', () => {
    const once = createCatalog({ definitions: [], narrow: [narrow] })
    assert.deepEqual(
      createCatalog(once).indexes.map(({ name }) => name),
      ['type', 'namespacedName'],
    )
  })

  it('is about one field', () => {
    const other = { ...narrow, field: 'immutable' }
    assert.throws(
      () => createCatalog({ definitions: [], narrow: [narrow, other] }),
      /narrowed by type and by immutable/,
    )
  })
})
