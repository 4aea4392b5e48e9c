import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WorldChange } from '@sitrep/engine'
import { UnreadKinds } from './unread-kinds.ts'

const node = { group: '', kind: 'Node' }
const read = (read: boolean, rest: object = {}): WorldChange => ({
  cluster: 'prod/blue',
  kind: node,
  read,
  ...(read ? {} : { why: 'forbidden' }),
  ...rest,
})
const byName = { by: { index: 'name', key: 'n1' } }

type Case = [name: string, told: readonly WorldChange[], says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['one that is forbidden',        [read(false)],                                         ['prod/blue Node forbidden 0'], 'nobody may look'],
  ['the same again',               [read(false), read(false)],                            ['prod/blue Node forbidden 0'], 'it is so since the first time'],
  ['another reason',               [read(false), read(false, { why: 'gone' })],           ['prod/blue Node gone 1'],      'that began with it'],
  ['one that can be read again',   [read(false), read(true)],                             [],                             'it is over'],
  ['two keys of one kind',         [read(false, byName), read(false)],                    ['prod/blue Node forbidden 0'], 'people think of kinds'],
  ['a cluster that can be read',   [read(false), read(true, { kind: 'every' })],          [],                             'all of it can'],
]

describe('Kinds that cannot be read', () => {
  for (const [name, told, says, because] of cases) {
    it(`${name}: ${says.join() || 'none'}, because ${because}`, () => {
      const unread = new UnreadKinds()
      for (const [now, change] of told.entries()) unread.take([change], now)
      assert.deepEqual(
        unread.all.map(({ cluster, kind, why, since }) => `${cluster} ${kind} ${why} ${since}`),
        says,
      )
    })
  }

  it('are not missed when nobody asks for them any more; those of edges are theirs to take back', () => {
    const unread = new UnreadKinds()
    unread.take([read(false)], 0)
    unread.tell({ cluster: '', group: '', kind: 'Secret' }, 'forbidden', 0)
    unread.keepAsked([])
    assert.deepEqual(
      unread.all.map(({ kind }) => kind),
      ['Secret'],
    )
    unread.tell({ cluster: '', group: '', kind: 'Secret' }, undefined, 1)
    assert.deepEqual(unread.all, [])
  })
})
