import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TreeEntry } from '../../src/answers.ts'
import { closedAtFirst, moveInTree, refsOf, treeRows } from './tree-rows.ts'

const entry = (name: string, ...children: readonly TreeEntry[]): TreeEntry => ({
  ref: { group: '', kind: 'Thing', name },
  name,
  word: 'Ready',
  meaning: 'good',
  children,
})

const tree = entry('cluster', entry('plane', entry('m-0')), entry('pool', entry('m-1'), entry('m-2')))
const keys = new Map(treeRows(tree, new Set()).map(({ key, entry }) => [entry.name, key]))
const keyOf = (name: string): string => keys.get(name) ?? ''
const nameOf = (key: string): string => [...keys].find(([, each]) => each === key)?.[0] ?? ''
const closed = new Set([keyOf('plane')])

type Case = [at: string, key: string, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['cluster', 'ArrowDown',  'to plane',   'down is the next that is seen'],
  ['plane',   'ArrowDown',  'to pool',    'what is closed is stepped over'],
  ['cluster', 'ArrowUp',    '',           'nothing is above the top'],
  ['m-2',     'ArrowDown',  '',           'nothing is below the end'],
  ['plane',   'ArrowRight', 'open plane', 'right opens'],
  ['pool',    'ArrowRight', 'to m-1',     'right goes into what is open'],
  ['m-1',     'ArrowRight', '',           'there is nothing in it'],
  ['pool',    'ArrowLeft',  'close pool', 'left closes'],
  ['m-1',     'ArrowLeft',  'to pool',    'left goes out'],
  ['plane',   'ArrowLeft',  'to cluster', 'what is closed is gone out of'],
  ['m-1',     'Home',       'to cluster', 'to the top'],
  ['cluster', 'End',        'to m-2',     'to the end'],
  ['cluster', 'x',          '',           'other keys are not ours'],
]

describe('keys in a tree', () => {
  for (const [at, key, says, because] of cases) {
    it(`${key} at ${at}: ${says || 'nothing'}, because ${because}`, () => {
      const move = moveInTree(treeRows(tree, closed), keyOf(at), key)
      assert.equal(
        move === undefined
          ? ''
          : Object.entries(move)
              .map(([verb, to]) => `${verb} ${nameOf(to)}`)
              .join(),
        says,
      )
    })
  }
})

describe('a tree', () => {
  it('tells levels and places', () => {
    const rows = treeRows(tree, closed).map(({ entry, level, place, siblings, open }) => [
      entry.name,
      level,
      `${place}/${siblings}`,
      open,
    ])
    assert.deepEqual(rows, [
      ['cluster', 1, '1/1', true],
      ['plane', 2, '1/2', false],
      ['pool', 2, '2/2', true],
      ['m-1', 3, '1/2', false],
      ['m-2', 3, '2/2', false],
    ])
  })

  it('that is large is opened where something is wrong', () => {
    const many = Array.from({ length: 100 }, (_, at) => entry(`w-${at}`))
    const bad: TreeEntry = { ...entry('bad'), meaning: 'bad' }
    const large = entry('cluster', entry('well', ...many), entry('ill', ...many.slice(0, 3), bad))
    const seen = treeRows(large, closedAtFirst(large)).map(({ entry }) => entry.name)
    assert.deepEqual(seen, ['cluster', 'well', 'ill', 'w-0', 'w-1', 'w-2', 'bad'])
    assert.equal(closedAtFirst(tree).size, 0)
  })

  it('names all its objects', () => {
    assert.deepEqual(
      refsOf(tree).map(({ name }) => name),
      ['cluster', 'plane', 'm-0', 'pool', 'm-1', 'm-2'],
    )
  })
})
