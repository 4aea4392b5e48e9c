import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StatusChange, WorldChange } from '@sitrep/engine'
import type { KubeObject } from '@sitrep/status'
import { Background, type Fault } from '../faults.ts'
import { Taking } from './taking.ts'

const at = '2026-01-01T00:00:00Z'
const thing = (name: string, spec: unknown = {}): WorldChange => ({
  object: { apiVersion: 'g/v1', kind: 'Thing', metadata: { name }, spec } as KubeObject,
})

/** An engine that fails on some objects, and what it has taken in. */
function setUp() {
  const taken: string[] = []
  const faults: Fault[] = []
  function* applyInSteps(changes: readonly WorldChange[]): Generator<void, readonly StatusChange[], void> {
    for (const change of changes)
      if ('object' in change && change.object.spec === 'poison') throw new RangeError('too deep')
    yield
    taken.push(...changes.map(inWords))
    return []
  }
  const taking = new Taking({ applyInSteps }, new Background((fault) => faults.push(fault)))
  return { taken, faults, take: (changes: readonly WorldChange[]) => [...taking.applyInSteps(changes, at)] }
}

function inWords(change: WorldChange): string {
  if ('object' in change) return `+${change.object.metadata.name}`
  if ('gone' in change) return `-${change.gone.name}`
  if ('read' in change) return change.read ? 'read' : `unread: ${change.why}`
  return 'awaited'
}

const unread = 'unread: Thing bad cannot be taken in: too deep'

describe('Changes that are taken in', () => {
  it('lose nothing but the object that cannot be, whose kind counts as unread', () => {
    const { taken, faults, take } = setUp()
    take([thing('a'), thing('b'), thing('bad', 'poison'), thing('c')])
    assert.deepEqual(taken.sort(), ['+a', '+b', '+c', unread])
    assert.deepEqual(
      faults.map(({ about, name }) => [about, name]),
      [['object', 'Thing bad']],
    )
  })

  it('keep a kind unread while something of it is set aside, whoever says that it was read', () => {
    const { taken, take } = setUp()
    take([thing('bad', 'poison')])
    taken.length = 0
    take([{ kind: { group: 'g', kind: 'Thing' }, read: true }, thing('a')])
    assert.deepEqual(taken, [unread, '+a'])
  })

  for (const [name, change, words] of [
    ['has changed', thing('bad'), '+bad'],
    [
      'has gone',
      { gone: { cluster: '', group: 'g', kind: 'Thing', name: 'bad' } } satisfies WorldChange,
      '-bad',
    ],
  ] as const)
    it(`make a kind readable again once what was set aside ${name}`, () => {
      const { taken, take } = setUp()
      take([thing('bad', 'poison')])
      taken.length = 0
      take([change])
      assert.deepEqual(taken, [words, 'read'])
    })
})
