import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCatalog, type Fields, fields, type KubeObject, list, type ObjectRef } from '@sitrep/status'
import { everything, group, line, lineForStop, made, now, ours, stop, theirs } from './addresses.testing.ts'
import { createEngine, type Engine } from './engine.ts'

const catalog = createCatalog({ definitions: [stop] })
const ref: ObjectRef = { group, kind: 'Stop', namespace: 'town', name: 'mill' }
const mill = (
  lines: readonly string[],
  status?: unknown,
  metadata?: Partial<KubeObject['metadata']>,
): KubeObject => made('Stop', 'mill', { spec: { lines }, status, metadata: { name: 'mill', ...metadata } })
const entriesOf = (engine: Engine): readonly Fields[] =>
  list(fields(engine.object(ref)?.status)['lines']).map(fields)
const words = ({ line: name, controller, conditions }: Fields): string =>
  `${String(controller).split('/')[1]} ${String(name)} ${list(conditions)
    .map((each) => `${fields(each)['type']}=${fields(each)['status']}`)
    .join(',')}`
const said = (engine: Engine): readonly string[] => entriesOf(engine).map(words)
const foreign = {
  line: 'town/red',
  controller: theirs,
  conditions: [{ type: 'Odd', status: 'True', extra: 1 }],
  more: [1],
}
const former = { line: 'town/gone', controller: ours, conditions: [] }

describe('An entry of a keyed list', () => {
  it('is said in the list, and those of others stay to the byte where they stand', () => {
    const engine = createEngine(catalog)
    const object = mill(['red', 'blue'], { lines: [foreign, former], words: 'theirs' })
    engine.apply(
      [
        everything,
        { object: line('blue') },
        { object: line('red', { open: true, controller: theirs }) },
        { object },
      ],
      now,
    )
    assert.deepEqual(said(engine), ['theirs town/red Odd=True', 'ours town/blue Served=True'])
    assert.equal(JSON.stringify(entriesOf(engine)[0]), JSON.stringify(foreign))
    assert.equal(fields(engine.object(ref)?.status)['words'], 'theirs')
  })

  it('keeps its place and its time while only others change', () => {
    const engine = createEngine(catalog)
    const own = {
      line: 'town/blue',
      controller: ours,
      conditions: [
        {
          type: 'Served',
          status: 'True',
          reason: 'Served',
          message: '',
          observedGeneration: 1,
          lastTransitionTime: '2025-01-01T00:00:00Z',
        },
      ],
    }
    engine.apply(
      [everything, { object: line('blue') }, { object: mill(['blue'], { lines: [own, foreign] }) }],
      now,
    )
    assert.deepEqual(entriesOf(engine), [own, foreign])
    engine.apply([{ object: mill(['blue'], { lines: [own, { ...foreign, more: [2] }] }) }], now)
    assert.deepEqual(entriesOf(engine), [own, { ...foreign, more: [2] }])
  })

  it('is one entry in whatever spelling: keys are compared with their defaults filled in', () => {
    const engine = createEngine(catalog)
    const short = { line: 'blue', controller: ours, conditions: [] }
    engine.apply([everything, { object: line('blue') }, { object: mill(['blue'], { lines: [short] }) }], now)
    assert.deepEqual(said(engine), ['ours town/blue Served=True'])
  })

  it('goes when its definition has nothing to say about the object any more, and nothing else does', () => {
    const engine = createEngine(catalog)
    const object = mill(['red'], { lines: [former, foreign] })
    engine.apply([everything, { object: line('red', { open: true, controller: theirs }) }, { object }], now)
    assert.deepEqual(said(engine), ['theirs town/red Odd=True'])
    assert.deepEqual(engine.claims(ref), [])
    assert.deepEqual(engine.ownership(ref).fields, [])
  })

  it('of another writer is compared: what it should say is known, what it says stands', () => {
    const engine = createEngine(catalog)
    const object = mill(['red'], { lines: [foreign] })
    engine.apply([everything, { object: line('red', { open: false, controller: theirs }) }, { object }], now)
    const [compared] = engine.compared(ref)
    assert.deepEqual([compared?.at, compared?.conditions[0]?.reason], [`lines[${theirs}|town/red]`, 'Closed'])
    const explained = engine.explain(ref, `lines[${theirs}|town/red]:Served`)
    assert.equal(explained?.condition, undefined)
    assert.equal(explained?.expected?.reason, 'Closed')
    assert.equal(explained?.decision?.row?.words, 'otherwise')
  })

  it('is explained by its address, down to what it rests on', () => {
    const engine = createEngine(catalog)
    engine.apply([everything, { object: mill(['blue']) }], now)
    const explained = engine.explain(ref, `lines[${ours}|town/blue]:Served`)
    assert.equal(explained?.at, `lines[${ours}|town/blue]`)
    assert.equal(explained?.condition?.message, 'There is no Line town/blue')
    assert.equal(explained?.reads[0]?.view, lineForStop.name)
    assert.deepEqual(engine.claims(ref), [`lines[${ours}|town/blue]:Served`])
  })

  it('says that its definition failed, in every entry of our own and in no other', () => {
    const engine = createEngine(catalog)
    const own = { line: 'town/blue', controller: ours, conditions: [] }
    const object = mill(['blue'], { lines: [own, foreign] }, { annotations: { broken: 'true' } })
    const [change] = engine.apply([everything, { object: line('blue') }, { object }], now)
    assert.deepEqual(said(engine), ['ours town/blue Served=Unknown', 'theirs town/red Odd=True'])
    assert.equal(change?.problems[0]?.problem, 'definition-threw')
  })

  const malformed: [name: string, lines: unknown][] = [
    ['a text', 'x'],
    ['null', null],
    ['entries that are none', [null, 3, 'x', {}, []]],
    ['an entry twice', [former, former, foreign, foreign]],
    [
      'conditions that are none',
      [
        { line: 'blue', controller: ours, conditions: 'x' },
        { line: 'blue', controller: ours, conditions: [null, 3] },
      ],
    ],
  ]
  for (const [name, lines] of malformed) {
    it(`is said whatever is reported in its list: ${name}`, () => {
      const engine = createEngine(catalog)
      const [change] = engine.apply(
        [everything, { object: line('blue') }, { object: mill(['blue'], { lines }) }],
        now,
      )
      assert.deepEqual(change?.problems, [])
      assert.equal(said(engine).filter((each) => each === 'ours town/blue Served=True').length, 1)
    })
  }
})
