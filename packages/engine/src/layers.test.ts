import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Condition, getCondition, setConditions, stated } from '@sitrep/conditions'
import {
  at,
  createCatalog,
  type KubeObject,
  type ObjectRef,
  type StatusDefinition,
  type View,
} from '@sitrep/status'
import type { WorldChange } from './change.ts'
import { createEngine, type Engine } from './engine.ts'
import {
  family,
  groupKind,
  groupObject,
  leafKind,
  leafObject,
  refTo,
  rootObject,
  type Status,
} from './family.testing.ts'

const now = '2026-01-01T00:00:10Z'
const everything: WorldChange = { kind: 'every', read: true }
const foreign = (status: Condition['status']): Condition => ({
  type: 'Foreign',
  status,
  reason: 'Elsewhere',
  message: '',
})

describe('What others report on an object', () => {
  it('comes through untouched, and its change reaches the status at once', () => {
    const engine = createEngine(family)
    const withForeign = (status: Condition['status']): WorldChange => ({
      object: { ...leafObject('a'), status: { conditions: [foreign(status)] } },
    })
    engine.apply([everything, withForeign('True')], now)
    const [change] = engine.apply([withForeign('False')], now)
    assert.equal(getCondition(change?.conditions, 'Foreign')?.status, 'False')
  })

  it('the echo of our own write changes nothing', () => {
    const engine = createEngine(family)
    engine.apply([everything, { object: rootObject() }, { object: leafObject('a') }], now)
    const status = engine.object(refTo(leafKind, 'a'))?.status
    assert.deepEqual(
      engine.apply([{ object: { ...leafObject('a'), status } as KubeObject }], '2026-01-01T00:00:20Z'),
      [],
    )
  })

  // Parsed anew, as it comes from a server, and in the bytes that were computed.
  const written = (engine: Engine, ref: ObjectRef): WorldChange => ({
    object: JSON.parse(JSON.stringify(engine.object(ref))),
  })

  it('the echo of our own write reaches those who look at what is reported, and what comes after it everybody', () => {
    const engine = createEngine(family, { reads: 'reported' })
    const leaf = { object: leafObject('a', { owner: 'g' }) }
    engine.apply([everything, { object: rootObject() }, { object: groupObject('g') }, leaf], now)
    const changes = engine.apply([written(engine, refTo(leafKind, 'a'))], now)
    assert.deepEqual(
      changes.map(({ ref }) => ref.kind),
      ['Group'],
    )
    const ill = { object: leafObject('a', { owner: 'g', healthy: false }) }
    assert.ok(engine.apply([ill], now).some(({ ref }) => ref.kind === 'Leaf'))
  })

  it('the echo of our own write stands as what is reported', () => {
    const engine = createEngine(family)
    engine.apply([everything, { object: rootObject() }, { object: leafObject('a') }], now)
    assert.deepEqual(engine.apply([written(engine, refTo(leafKind, 'a'))], now), [])
    const [seen] = [...engine.objects(leafKind)]
    assert.ok(seen?.object.status)
    assert.deepEqual(seen.reported, seen.object)
  })

  it('a restart continues from what is reported, without moving a time', () => {
    const first = createEngine(family)
    const world = [
      everything,
      { object: rootObject() },
      { object: groupObject('g') },
      { object: leafObject('a', { owner: 'g' }) },
    ]
    first.apply(world, now)
    const published = world.map((change) => {
      if (!('object' in change)) return change
      const { kind, metadata } = change.object
      return {
        object: {
          ...change.object,
          status: first.object(refTo({ group: leafKind.group, kind }, metadata.name))?.status,
        } as KubeObject,
      }
    })
    assert.deepEqual(createEngine(family).apply(published, '2026-01-01T00:00:40Z'), [])
  })

  it('a start in the middle of everything says nothing before all that is read was looked at, and then flips nothing', () => {
    const published = createEngine(family)
    const world = [
      { object: rootObject() },
      { object: groupObject('g') },
      { object: leafObject('a', { owner: 'g' }) },
    ]
    published.apply([everything, ...world], now)
    const reported = world.map(({ object }) => {
      const ref = refTo({ group: leafKind.group, kind: object.kind }, object.metadata.name)
      return { object: { ...object, status: published.object(ref)?.status } as KubeObject }
    })
    const engine = createEngine(family, { unread: 'hold' })
    for (const change of reported) assert.deepEqual(engine.apply([change], '2026-01-01T00:00:40Z'), [])
    assert.deepEqual(engine.wanted.map(({ kind }) => kind).sort(), ['Group', 'Leaf', 'Root'])
    for (const { kind } of engine.wanted) {
      assert.deepEqual(
        engine.apply([{ kind: { group: leafKind.group, kind }, read: true }], '2026-01-01T00:00:40Z'),
        [],
      )
    }
    const [change] = engine.apply(
      [{ object: leafObject('a', { owner: 'g', healthy: false }) }],
      '2026-01-01T00:00:50Z',
    )
    assert.equal(getCondition(change?.conditions, 'Healthy')?.status, 'False')
  })

  it('level by level: a status may be computed from what the level below reports', () => {
    const engine = createEngine(family, { reads: 'reported' })
    const ready = { type: 'Ready', status: 'False', reason: 'SaidByTheWriter', message: 'as reported' }
    engine.apply(
      [
        everything,
        { object: groupObject('g') },
        { object: { ...leafObject('a', { owner: 'g' }), status: { conditions: [ready] } } as KubeObject },
      ],
      now,
    )
    const status = engine.object(refTo(groupKind, 'g'))?.status as Status
    assert.equal(getCondition(status.conditions, 'LeavesReady')?.message, '* Leaf a: as reported')
  })
})

const kindOf = (kind: string) => ({ group: 'layers.sitrep.dev', kind })
const object = (kind: string, name: string, rest: Partial<KubeObject> = {}): KubeObject => ({
  apiVersion: 'layers.sitrep.dev/v1',
  kind,
  metadata: { name, ...rest.metadata },
  ...rest,
})
const hasMark: View<boolean> = {
  name: 'hasMark',
  of: ({ status }) => getCondition((status as Status | undefined)?.conditions, 'Mark') !== undefined,
}
const target: ObjectRef = { ...kindOf('Target'), name: 't' }

describe('A definition that creates a condition once and then leaves it alone', () => {
  // It must see what is stored: its own words laid over the object would tell it that its work is done, and take them back.
  const marker: StatusDefinition<
    KubeObject,
    { marked: boolean; before: readonly Condition[]; now: string },
    object
  > = {
    kind: kindOf('Marker'),
    observe: (_, world) => {
      const reading = world.get({ ...target, layer: 'reported' }, hasMark)
      return {
        marked: reading.read && reading.item === true,
        before: world.previousOn(target),
        now: world.now,
      }
    },
    compute: ({ marked, before, now }) => {
      if (marked) return { status: {}, decided: [] }
      const conditions = setConditions(
        before,
        [stated({ type: 'Mark', status: 'False', reason: 'Waiting', message: '' })],
        { now },
      )
      return { status: {}, decided: [], others: [{ ref: target, conditions }] }
    },
    columns: [],
    onFailure: 'Ready',
  }
  const engineWith = (...changes: WorldChange[]) => {
    const engine = createEngine(createCatalog({ definitions: [marker] }))
    engine.apply([everything, { object: object('Marker', 'm') }, ...changes], now)
    return engine
  }
  const markOf = (engine: ReturnType<typeof engineWith>): Condition | undefined =>
    getCondition((engine.object(target)?.status as Status | undefined)?.conditions, 'Mark')

  it('says it until it is stored, with the time of the first time', () => {
    const engine = engineWith({ object: object('Target', 't') })
    assert.equal(markOf(engine)?.lastTransitionTime, now)
    engine.apply(
      [{ object: object('Target', 't', { metadata: { name: 't', labels: { a: 'b' } } }) }],
      '2026-01-01T00:05:00Z',
    )
    assert.equal(markOf(engine)?.lastTransitionTime, now)
  })

  it('and takes it as somebody else goes on with it', () => {
    const engine = engineWith({ object: object('Target', 't') })
    const taken = { type: 'Mark', status: 'True', reason: 'TakenOver', message: '' }
    engine.apply([{ object: object('Target', 't', { status: { conditions: [taken] } }) }], now)
    assert.equal(markOf(engine)?.reason, 'TakenOver')
  })
})

describe('What others say on an object', () => {
  const said = (name: string): Condition => ({ type: 'Mark', status: 'True', reason: 'Said', message: name })
  const speaker: StatusDefinition<KubeObject, readonly string[], object> = {
    kind: kindOf('Speaker'),
    observe: ({ spec }) => (spec as { on: readonly string[] }).on,
    compute: (names) => ({
      status: {},
      decided: [],
      others: names.map((name) => ({ ref: { ...kindOf('Target'), name }, conditions: [said(name)] })),
    }),
    columns: [],
    onFailure: 'Ready',
  }
  const speaking = (...on: string[]): WorldChange => ({ object: object('Speaker', 's', { spec: { on } }) })
  const engineOf = () => {
    const heard: string[] = []
    const listener: StatusDefinition<KubeObject, readonly Condition[], object> = {
      kind: kindOf('Target'),
      observe: ({ metadata }, { spoken }) => {
        heard.push(`${metadata.name} ${spoken.length}`)
        return spoken
      },
      compute: (spoken) => ({ status: { heard: spoken.map(({ message }) => message) }, decided: [] }),
      columns: [],
      onFailure: 'Ready',
    }
    const engine = createEngine(createCatalog({ definitions: [listener, speaker] }))
    engine.apply([everything], now)
    const turn = (...changes: WorldChange[]): readonly string[] => {
      heard.length = 0
      engine.apply(changes, now)
      return [...heard].sort()
    }
    return { engine, turn }
  }
  const written = (name: string): WorldChange => ({
    object: object('Target', name, { status: { conditions: [said(name)] } }),
  })

  it('is heard by its own definition, even where it stands there already', () => {
    const { engine, turn } = engineOf()
    assert.deepEqual(turn(written('t')), ['t 0'])
    assert.deepEqual(turn(speaking('t')), ['t 1'])
    assert.deepEqual(at(engine.object(target), 'status', 'heard'), ['t'])
    assert.deepEqual(turn(speaking()), ['t 0'])
  })

  it('wakes only those of whom something else is said', () => {
    const { turn } = engineOf()
    turn(written('t'), written('u'), speaking('t'))
    assert.deepEqual(turn(speaking('t', 'u')), ['u 1'])
  })
})

describe('Narrow indexes', () => {
  const nodeName: View<string> = { name: 'name', of: ({ metadata }) => metadata.name }
  const drainer: StatusDefinition<KubeObject, { why: string; count: number }, object> = {
    kind: kindOf('Drainer'),
    observe: ({ spec }, world) => {
      const pods = world.list(
        {
          cluster: 'prod/c',
          group: '',
          kind: 'Pod',
          by: { index: 'node', key: (spec as { node: string }).node },
        },
        nodeName,
      )
      return pods.read ? { why: '', count: pods.items.length } : { why: pods.why, count: -1 }
    },
    compute: (observed) => ({ status: observed, decided: [] }),
    columns: [],
    onFailure: 'Ready',
  }
  const pods = {
    kind: { group: '', kind: 'Pod' },
    name: 'node',
    narrow: { fieldSelector: 'spec.nodeName' },
    keys: ({ spec }: KubeObject) => [(spec as { node: string }).node],
  } as const
  const pod = (name: string, node: string): WorldChange => ({
    cluster: 'prod/c',
    object: { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'x' }, spec: { node } },
  })
  const by = { index: 'node', key: 'n1' }

  it('are wanted key by key and can be fed key by key', () => {
    const engine = createEngine(createCatalog({ definitions: [drainer], indexes: [pods] }))
    engine.apply([{ object: object('Drainer', 'd', { spec: { node: 'n1' } }) }], now)
    assert.deepEqual(engine.wanted, [{ cluster: 'prod/c', group: '', kind: 'Pod', by }])
    const [change] = engine.apply(
      [
        pod('a', 'n1'),
        pod('b', 'n2'),
        { cluster: 'prod/c', kind: { group: '', kind: 'Pod' }, by, read: true },
      ],
      now,
    )
    assert.deepEqual(change?.status, { why: '', count: 1 })
    assert.deepEqual(engine.wanted, [])
  })

  it('a key that nobody asks for any more is not wanted', () => {
    const engine = createEngine(createCatalog({ definitions: [drainer], indexes: [pods] }))
    engine.apply([{ object: object('Drainer', 'd', { spec: { node: 'n1' } }) }], now)
    engine.apply([{ gone: { ...kindOf('Drainer'), name: 'd' } }], now)
    assert.deepEqual(engine.asked, [])
  })
})
