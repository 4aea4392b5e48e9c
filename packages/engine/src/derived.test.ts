import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stated } from '@sitrep/conditions'
import {
  createCatalog,
  defineStatus,
  fields,
  type KubeObject,
  list,
  refOf,
  type StatusDefinition,
  type View,
} from '@sitrep/status'
import { everything, group, made, now } from './addresses.testing.ts'
import { createEngine } from './engine.ts'

const planKind = { group: 'sitrep.dev', kind: 'Timetable' }
const timetable = (name: string, stops: unknown): KubeObject => ({
  apiVersion: 'sitrep.dev/v1alpha1',
  kind: planKind.kind,
  metadata: { name, namespace: 'town' },
  status: { stops },
})
const stopsOf: View<unknown> = { name: 'stopsOf', of: ({ status }) => fields(status)['stops'] }
const ready = stated({ type: 'Ready', status: 'True', reason: 'Ready', message: '' })

// A Line yields a timetable, in memory; a Board shows what stands in it.
const lineStatus = (name = 'Line'): StatusDefinition =>
  defineStatus({
    kind: { group, kind: name },
    derives: [planKind],
    observe: (object: KubeObject) => object,
    compute: ({ spec, metadata }) => ({
      status: {},
      decided: [ready],
      derived: fields(spec)['stops'] === undefined ? [] : [timetable(metadata.name, fields(spec)['stops'])],
    }),
    columns: [],
    onFailure: 'Ready',
  })
const board: StatusDefinition = defineStatus({
  kind: { group, kind: 'Board' },
  observe: ({ metadata }: KubeObject, world) =>
    world.get({ ...planKind, namespace: 'town', name: metadata.name }, stopsOf),
  compute: (reading) => ({
    status: { shows: reading.read ? (reading.item ?? 'nothing') : reading.why },
    decided: [ready],
  }),
  columns: [],
  onFailure: 'Ready',
})
const catalog = createCatalog({ definitions: [lineStatus(), board] })
const boardRef = { group, kind: 'Board', namespace: 'town', name: 'blue' }
const shown = (engine: ReturnType<typeof createEngine>): unknown =>
  fields(engine.object(boardRef)?.status)['shows']

describe('An object that a pass yields', () => {
  it('is read like any other in the same call, is told to whoever listens, and goes with its maker', () => {
    const engine = createEngine(catalog)
    const line = made('Line', 'blue', { spec: { stops: ['a'] } })
    const changes = engine.apply([everything, { object: made('Board', 'blue') }, { object: line }], now)
    assert.deepEqual(shown(engine), ['a'])
    const told = changes.find(({ ref }) => ref.kind === planKind.kind)
    assert.deepEqual([told?.before, told?.status, told?.maker], [undefined, { stops: ['a'] }, refOf(line)])
    const [again] = engine
      .apply([{ object: made('Line', 'blue', { spec: { stops: ['a', 'b'] } }) }], now)
      .filter(({ maker }) => maker !== undefined)
    assert.deepEqual([again?.before, again?.status], [{ stops: ['a'] }, { stops: ['a', 'b'] }])
    const ended = engine.apply([{ gone: refOf(line) }], now)
    assert.equal(shown(engine), 'nothing')
    assert.equal(
      ended.some(({ ref, status }) => ref.kind === planKind.kind && status === undefined),
      true,
    )
  })

  it('goes when its maker no longer yields it, and is not told again while it stays the same', () => {
    const engine = createEngine(catalog)
    engine.apply([everything, { object: made('Line', 'blue', { spec: { stops: ['a'] } }) }], now)
    const same = engine.apply(
      [{ object: made('Line', 'blue', { spec: { stops: ['a'], colour: 'blue' } }) }],
      now,
    )
    assert.deepEqual(same, [])
    engine.apply([{ object: made('Line', 'blue', { spec: {} }) }], now)
    assert.equal(engine.object({ ...planKind, namespace: 'town', name: 'blue' }), undefined)
  })

  it('can always be read: nobody has to feed its kind, and nobody is asked to', () => {
    const engine = createEngine(catalog, { unread: 'hold' })
    engine.apply([{ object: made('Board', 'blue') }], now)
    assert.equal(shown(engine), 'nothing')
    assert.deepEqual(list(engine.asked), [])
  })

  it('has one maker: a second one is named as a mistake, and the first stays', () => {
    const engine = createEngine(createCatalog({ definitions: [lineStatus(), lineStatus('Tram'), board] }))
    const changes = engine.apply(
      [
        everything,
        { object: made('Line', 'blue', { spec: { stops: ['a'] } }) },
        { object: made('Tram', 'blue', { spec: { stops: ['b'] } }) },
        { object: made('Board', 'blue') },
      ],
      now,
    )
    assert.deepEqual(
      changes.flatMap(({ problems }) => problems.map(({ problem }) => problem)),
      ['two-makers'],
    )
    assert.deepEqual(shown(engine), ['a'])
  })

  it('of a kind that its definition does not name is a mistake', () => {
    const { derives: _none, ...silent } = lineStatus()
    const engine = createEngine(createCatalog({ definitions: [silent] }))
    const [change] = engine.apply(
      [everything, { object: made('Line', 'blue', { spec: { stops: ['a'] } }) }],
      now,
    )
    assert.equal(change?.problems[0]?.problem, 'definition-threw')
  })
})

describe('Fields of a status', () => {
  const owner: StatusDefinition = defineStatus({
    kind: { group, kind: 'Line' },
    owns: ['length'],
    observe: ({ spec, status }: KubeObject) => ({
      stops: list(fields(spec)['stops']).length,
      seen: fields(status)['foreign'],
    }),
    compute: ({ stops, seen }) => ({
      status: { length: stops, foreign: 'guessed', said: seen },
      decided: [ready],
    }),
    columns: [],
    onFailure: 'Ready',
  })
  const lineRef = { group, kind: 'Line', namespace: 'town', name: 'blue' }

  it('that a definition does not own are as they are reported, now and after every change', () => {
    const engine = createEngine(createCatalog({ definitions: [owner] }))
    const line = (foreign: unknown): KubeObject =>
      made('Line', 'blue', { spec: { stops: ['a'] }, status: { foreign, length: 7 } })
    engine.apply([everything, { object: line(1) }], now)
    assert.deepEqual(engine.object(lineRef)?.status, { length: 1, foreign: 1 })
    engine.apply([{ object: line(2) }], now)
    assert.deepEqual(engine.object(lineRef)?.status, { length: 1, foreign: 2 })
    assert.deepEqual(engine.ownership(lineRef).fields, ['length'])
  })
})

describe('An object that a pass may yet yield', () => {
  const roadKind = { group, kind: 'Road' }
  // A Line looks at roads before it yields a timetable.
  const careful: StatusDefinition = {
    ...lineStatus(),
    observe: (object: KubeObject, world) => {
      world.list(roadKind, { name: 'road', of: () => true })
      return object
    },
  }
  const twoKinds = createCatalog({ definitions: [careful, board] })
  const line = made('Line', 'blue', { spec: { stops: ['a'] } })

  it('is waited for, where statuses wait for what is not read yet: none would be too few', () => {
    const engine = createEngine(twoKinds, { unread: 'hold' })
    engine.apply([{ object: made('Board', 'blue') }, { object: line }], now)
    assert.equal(shown(engine), undefined)
    engine.apply([{ kind: roadKind, read: true }], now)
    assert.deepEqual(shown(engine), ['a'])
  })

  it('is no longer waited for when its maker goes', () => {
    const engine = createEngine(twoKinds, { unread: 'hold' })
    engine.apply([{ object: made('Board', 'blue') }, { object: line }], now)
    engine.apply([{ gone: refOf(line) }], now)
    assert.equal(shown(engine), 'nothing')
  })

  it('is not waited for by those who wait for each other', () => {
    const paperKind = { group: 'sitrep.dev', kind: 'Paper' }
    // The printer yields what the line reads, and reads what the line yields.
    const printer: StatusDefinition = defineStatus({
      kind: { group, kind: 'Printer' },
      derives: [paperKind],
      observe: ({ metadata }: KubeObject, world) => {
        world.list(roadKind, { name: 'road', of: () => true })
        return world.get({ ...planKind, namespace: 'town', name: metadata.name }, stopsOf)
      },
      compute: () => ({ status: {}, decided: [ready] }),
      columns: [],
      onFailure: 'Ready',
    })
    const reading: StatusDefinition = {
      ...careful,
      observe: (object: KubeObject, world) => {
        world.list(paperKind, { name: 'paper', of: () => true })
        world.list(roadKind, { name: 'road', of: () => true })
        return object
      },
    }
    const engine = createEngine(createCatalog({ definitions: [reading, printer, board] }), { unread: 'hold' })
    engine.apply(
      [{ object: made('Board', 'blue') }, { object: line }, { object: made('Printer', 'blue') }],
      now,
    )
    assert.equal(shown(engine), undefined)
    engine.apply([{ kind: roadKind, read: true }], now)
    assert.deepEqual(shown(engine), ['a'])
  })
})
