import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clockAt, createCatalog, type KubeObject, type StatusDefinition, type View } from '@sitrep/status'
import type { WorldChange } from './change.ts'
import { createEngine } from './engine.ts'

const group = 'waking.sitrep.dev'
const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString()

interface Sign {
  readonly seen: string
  readonly broken?: boolean
}

// When it was seen last does nothing but put off the moment at which it counts as silent.
const sign: View<Sign> = {
  name: 'sign',
  of: ({ status }) => status as Sign,
  wakes: ({ status }) => (status as Sign).broken,
}

/** A kind that counts its looks at one sign of life: silent when that is a minute old. */
function watching() {
  let looks = 0
  const watcher: StatusDefinition<KubeObject, { now: string; sign: Sign | undefined }, object> = {
    kind: { group, kind: 'Watcher' },
    observe: (_, world) => {
      looks++
      const reading = world.get({ group, kind: 'Sign', name: 'a' }, sign)
      return { now: world.now, sign: reading.read ? reading.item : undefined }
    },
    compute: ({ now, sign: found }) => {
      const clock = clockAt(now)
      const silent = clock.passed(found?.seen, 60_000)
      const says = found === undefined ? 'none' : silent ? 'silent' : found.broken ? 'broken' : 'alive'
      const { recheckAt } = clock
      return { status: { says }, decided: [], ...(recheckAt !== undefined && { recheckAt }) }
    },
    columns: [],
    onFailure: 'Ready',
  }
  const engine = createEngine(createCatalog({ definitions: [watcher] }))
  const apply = (seconds: number, ...changes: readonly WorldChange[]): string => {
    engine.apply(changes, at(seconds))
    const status = engine.object({ group, kind: 'Watcher', name: 'a' })?.status
    return (status as { says: string }).says
  }
  const begun = apply(0, { kind: 'every', read: true }, object('Watcher'))
  return { apply, begun, looks: () => looks, nextCheckAt: () => engine.nextCheckAt }
}

const object = (kind: string, status?: Sign): WorldChange => ({
  object: { apiVersion: `${group}/v1`, kind, metadata: { name: 'a' }, ...(status && { status }) },
})
const seen = (seconds: number, broken = false): WorldChange =>
  object('Sign', { seen: at(seconds), ...(broken && { broken }) })

describe('A view that says what of an object wakes', () => {
  it('wakes nobody for the rest, and the deadline is found put off when it is due', () => {
    const { apply, looks, nextCheckAt } = watching()
    assert.equal(apply(1, seen(0)), 'alive')
    const before = looks()
    assert.equal(apply(30, seen(30)), 'alive')
    assert.deepEqual([looks() - before, nextCheckAt()], [0, at(60)])
    assert.equal(apply(60), 'alive')
    assert.deepEqual([looks() - before, nextCheckAt()], [1, at(90)])
    assert.equal(apply(90), 'silent')
  })

  it('wakes for what it names', () => {
    const { apply } = watching()
    apply(1, seen(0))
    assert.equal(apply(30, seen(0, true)), 'broken')
  })

  it('wakes when the object comes and when it goes', () => {
    const { apply, begun } = watching()
    assert.equal(begun, 'none')
    assert.equal(apply(1, seen(0)), 'alive')
    assert.equal(apply(2, { gone: { group, kind: 'Sign', name: 'a' } }), 'none')
  })
})
