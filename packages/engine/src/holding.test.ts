import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createCatalog,
  type KindRef,
  type KubeObject,
  type StatusDefinition,
  type View,
  type World,
} from '@sitrep/status'
import type { WorldChange } from './change.ts'
import { createEngine, type Engine } from './engine.ts'

const now = '2026-01-01T00:00:00Z'
const group = 'holding.sitrep.dev'
const askerKind: KindRef = { group, kind: 'Asker' }
const lampKind: KindRef = { group, kind: 'Lamp' }
const deskKind: KindRef = { group, kind: 'Desk' }
const cordKind: KindRef = { group, kind: 'Cord' }
const answered: View<boolean> = {
  name: 'answered',
  of: ({ status }) => (status as { says?: unknown } | undefined)?.says === 'false,false',
}
const there: View<boolean> = { name: 'there', of: () => true }

const made = ({ kind }: KindRef, name: string, status?: object): WorldChange => ({
  object: { apiVersion: `${group}/v1`, kind, metadata: { name }, ...(status && { status }) },
})
const read = (kind: KindRef): WorldChange => ({ kind, read: true })
const nameOf = (index: number): string => `a${String(index).padStart(3, '0')}`
const many = (kind: KindRef, count: number): readonly WorldChange[] =>
  Array.from({ length: count }, (_, index) => made(kind, nameOf(index), { says: 'before' }))

interface Counted {
  readonly engine: Engine
  /** How often each was looked at. */
  readonly looks: Map<string, number>
}

/** Askers say whether they have a lamp and a cord of their own name, a desk says how many askers know that they have neither. */
function counting(kindsCome: 'whole' | 'in-parts'): Counted {
  const looks = new Map<string, number>()
  const asker: StatusDefinition<KubeObject, string, object> = {
    kind: askerKind,
    observe: ({ metadata: { name } }, world) => {
      looks.set(name, (looks.get(name) ?? 0) + 1)
      const answers = [lampKind, cordKind].map((kind) => world.get({ ...kind, name }, there))
      return answers.map((answer) => (answer.read ? 'item' in answer : 'unread')).join()
    },
    compute: (says) => ({ status: { says }, decided: [] }),
    columns: [],
    onFailure: 'Ready',
  }
  const desk: StatusDefinition<KubeObject, number, object> = {
    kind: deskKind,
    observe: (_, world) => {
      const askers = world.list(askerKind, answered)
      return askers.read ? askers.items.filter((each) => each).length : Number.NaN
    },
    compute: (well) => ({ status: { well }, decided: [] }),
    columns: [],
    onFailure: 'Ready',
  }
  return {
    engine: createEngine(createCatalog({ definitions: [asker, desk] }), { unread: 'hold', kindsCome }),
    looks,
  }
}

const saysOf = ({ engine }: Counted, index: number): unknown =>
  (engine.object({ ...askerKind, name: nameOf(index) })?.status as { says?: unknown } | undefined)?.says
const looksIn = ({ looks }: Counted): number => [...looks.values()].reduce((sum, count) => sum + count, 0)

describe('A status that waits for several kinds', () => {
  it('is looked at once more, when all of them have been told', () => {
    const asked = counting('whole')
    asked.engine.apply(many(askerKind, 1), now)
    asked.engine.apply([read(lampKind)], now)
    assert.equal(saysOf(asked, 0), 'before')
    assert.equal(looksIn(asked), 1)
    asked.engine.apply([read(cordKind)], now)
    assert.equal(saysOf(asked, 0), 'false,false')
    assert.equal(looksIn(asked), 2)
  })

  it('is undecided until then', () => {
    const { engine } = counting('whole')
    const undecidedAfter = (...changes: readonly WorldChange[]): number => {
      engine.apply(changes, now)
      return engine.undecided
    }
    assert.equal(undecidedAfter(...many(askerKind, 3)), 3)
    assert.equal(undecidedAfter(read(lampKind)), 3)
    assert.equal(undecidedAfter({ gone: { ...askerKind, name: nameOf(0) } }), 2)
    assert.equal(undecidedAfter(read(cordKind)), 0)
  })
})

describe('Objects of a kind that is still being read', () => {
  const count = 400
  // Some are looked at as they come, so that it is known what to read for them.
  const few = count / 4

  it('are looked at once, all but some of them', () => {
    const asked = counting('in-parts')
    asked.engine.apply(many(askerKind, count), now)
    assert.ok(looksIn(asked) < few)
    assert.deepEqual(
      asked.engine.wanted.map(({ kind }) => kind),
      ['Lamp', 'Cord'],
    )
    asked.engine.apply([read(lampKind), read(cordKind)], now)
    asked.engine.apply([made(lampKind, nameOf(300))], now)
    assert.equal(saysOf(asked, 300), 'before')
    asked.engine.apply([read(askerKind)], now)
    assert.equal(saysOf(asked, 300), 'true,false')
    assert.equal(asked.looks.get(nameOf(300)), 1)
    assert.ok(looksIn(asked) < count + few)
  })

  it('wait for what others of their kind wait for, also when all came at once', () => {
    const asked = counting('in-parts')
    asked.engine.apply([...many(askerKind, count), read(askerKind)], now)
    assert.ok(looksIn(asked) < few)
    asked.engine.apply([read(lampKind)], now)
    assert.ok(looksIn(asked) < few)
    asked.engine.apply([read(cordKind)], now)
    assert.ok(looksIn(asked) < count + few)
    for (let index = 0; index < count; index++) assert.equal(saysOf(asked, index), 'false,false')
  })

  it('are waited for by those who read them, and are of a kind that rests on theirs', () => {
    const asked = counting('in-parts')
    const told = [read(lampKind), read(askerKind), read(deskKind)]
    asked.engine.apply([...many(askerKind, count), made(deskKind, 'all', { well: 'before' }), ...told], now)
    const desk = (): unknown => asked.engine.object({ ...deskKind, name: 'all' })?.status
    assert.deepEqual(desk(), { well: 'before' })
    asked.engine.apply([read(cordKind)], now)
    assert.deepEqual(desk(), { well: count })
  })

  it('are waited for no longer when all of them have gone', () => {
    const asked = counting('in-parts')
    const told = [read(lampKind), read(cordKind), read(deskKind)]
    asked.engine.apply([...many(askerKind, count), made(deskKind, 'all'), ...told], now)
    const gone = Array.from({ length: count }, (_, index) => ({
      gone: { ...askerKind, name: nameOf(index) },
    }))
    asked.engine.apply([...gone, read(askerKind)], now)
    assert.deepEqual(asked.engine.object({ ...deskKind, name: 'all' })?.status, { well: 0 })
  })

  it('are told as not judged yet', () => {
    const { engine } = counting('in-parts')
    engine.apply(many(askerKind, count), now)
    assert.deepEqual(engine.unseen({ ...askerKind, name: nameOf(301) }), [
      { cluster: '', kind: askerKind, why: 'not read yet', untold: true },
    ])
  })

  it('are judged when it cannot be read any further', () => {
    const asked = counting('in-parts')
    asked.engine.apply([...many(askerKind, count), read(lampKind), read(cordKind)], now)
    asked.engine.apply([{ kind: askerKind, read: false, why: 'forbidden' }], now)
    assert.equal(saysOf(asked, 301), 'false,false')
  })

  it('may go before they are looked at', () => {
    const asked = counting('in-parts')
    asked.engine.apply(many(askerKind, count), now)
    asked.engine.apply([{ gone: { ...askerKind, name: nameOf(301) } }], now)
    asked.engine.apply([read(lampKind), read(cordKind), read(askerKind)], now)
    assert.equal(asked.looks.get(nameOf(301)), undefined)
  })

  it('are not put off where nobody says that a kind is read', () => {
    const asked = counting('whole')
    asked.engine.apply([...many(askerKind, count), read(lampKind), read(cordKind)], now)
    assert.equal(saysOf(asked, 301), 'false,false')
  })
})

/** Askers that come in parts and say whether they could look at all that they look at; other kinds may do the same. */
function asking(
  looksAt: (name: string, world: World<unknown>) => boolean,
  ...others: readonly KindRef[]
): Engine {
  const definitions = [askerKind, ...others].map(
    (kind): StatusDefinition<KubeObject, boolean, object> => ({
      kind,
      observe: ({ metadata: { name } }, world) => looksAt(name, world),
      compute: (says) => ({ status: { says }, decided: [] }),
      columns: [],
      onFailure: 'Ready',
    }),
  )
  return createEngine(createCatalog({ definitions }), { unread: 'hold', kindsCome: 'in-parts' })
}

const statusIn = (engine: Engine, index: number): unknown =>
  engine.object({ ...askerKind, name: nameOf(index) })?.status

// Askers look for a cord only where they know what lamp they have, and wait for a desk all the while.
describe('What one answer leads to', () => {
  const looks: string[] = []
  const engine = asking((name, world) => {
    looks.push(name)
    world.get({ ...deskKind, name: 'all' }, there)
    return world.get({ ...lampKind, name }, there).read && world.get({ ...cordKind, name }, there).read
  })
  const wanted = (): readonly string[] => engine.wanted.map(({ kind }) => kind).sort()
  engine.apply([...many(askerKind, 400), read(askerKind)], now)

  it('is asked for while everybody waits for something else', () => {
    assert.deepEqual(wanted(), ['Desk', 'Lamp'])
    engine.apply([read(lampKind)], now)
    assert.deepEqual(wanted(), ['Cord', 'Desk'])
  })

  it('is waited for by all others, so that each of them is looked at once', () => {
    engine.apply([read(deskKind)], now)
    assert.ok(looks.length < 200)
    engine.apply([read(cordKind)], now)
    assert.equal(looks.filter((name) => name === nameOf(301)).length, 1)
    assert.deepEqual(statusIn(engine, 301), { says: true })
  })
})

describe('What the first of a kind wait for', () => {
  it('is waited for by those who come later, also where another kind had asked for it before', () => {
    const looks: string[] = []
    const engine = asking((name, world) => {
      looks.push(name)
      return world.get({ ...cordKind, name }, there).read
    }, deskKind)
    engine.apply([made(deskKind, 'desk'), read(deskKind), read(askerKind)], now)
    engine.apply([made(askerKind, 'first')], now)
    engine.apply(many(askerKind, 400), now)
    assert.ok(looks.length < 200, `${looks.length} looks`)
    engine.apply([read(cordKind)], now)
    assert.deepEqual(statusIn(engine, 301), { says: true })
  })
})

describe('What nobody asks for any more', () => {
  it('is not waited for, also when nothing else is told', () => {
    const engine = asking(
      (name, world) => world.get({ ...(name === 'odd' ? lampKind : cordKind), name }, there).read,
    )
    engine.apply([made(askerKind, 'odd'), ...many(askerKind, 400), read(askerKind)], now)
    engine.apply([read(cordKind)], now)
    assert.deepEqual(statusIn(engine, 301), { says: 'before' })
    engine.apply([{ gone: { ...askerKind, name: 'odd' } }], now)
    assert.deepEqual(statusIn(engine, 301), { says: true })
  })

  it('is not waited for', () => {
    const engine = asking(
      (name, world) => world.get({ ...(name === 'odd' ? lampKind : cordKind), name }, there).read,
    )
    engine.apply([made(askerKind, 'odd'), ...many(askerKind, 400), read(askerKind)], now)
    engine.apply([{ gone: { ...askerKind, name: 'odd' } }, read(cordKind)], now)
    assert.deepEqual(statusIn(engine, 301), { says: true })
  })
})
