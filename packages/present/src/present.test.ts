import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatAge } from './age.ts'
import { safeText, span } from './safe-text.ts'
import { layTable, plainLine } from './table.ts'
import { layTree, type TreeNode } from './tree.ts'
import { fit, widthOf } from './width.ts'
import { wrap } from './wrap.ts'

describe('Text from objects', () => {
  type Case = [name: string, given: string, shown: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['plain text',        'Ready',             'Ready',                   'nothing in it is hostile'],
    ['an escape',         '\u001b[31mred',     '\\u{1b}[31mred',          'colours are ours to give'],
    ['a C1 control',      '\u009b31m',         '\\u{9b}31m',              'some terminals take it for an escape'],
    ['a bidi override',   'a\u202eb',          'a\\u{202e}b',             'it would show the rest backwards'],
    ['an isolate',        '\u2066x',           '\\u{2066}x',              'that is one as well'],
    ['a line break',      'a\nb',              'a⏎b',                     'it would start a row of its own'],
    ['a carriage return', 'good\rbad',         'good\\u{d}bad',           'it would write over what stands there'],
    ['invisible',         'a\u200bb',          'a\\u{200b}b',             'two names that look the same are not'],
    ['a lone surrogate',  'a\ud800b',          'a\\u{d800}b',             'it is no character'],
    ['umlauts, Chinese',  'Größe 集群 🚀',      'Größe 集群 🚀',            'writing is not hostile'],
  ]
  for (const [name, given, shown, because] of cases) {
    it(`${name}: ${because}`, () => assert.equal(safeText(given), shown))
  }
})

describe('Ages', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: [ms: number, says: string][] = [
    [0, '0s'], [119_999, '119s'], [120_000, '2m'], [185_000, '3m5s'], [599_999, '9m59s'], [600_000, '10m'], [3 * 3_600_000, '3h'], [3.5 * 3_600_000, '3h30m'],
    [8 * 3_600_000, '8h'], [48 * 3_600_000, '2d'], [50 * 3_600_000, '2d2h'], [9 * 86_400_000, '9d'], [3 * 365 * 86_400_000, '3y'], [-500, '0s'], [-5_000, '<invalid>'], [Number.NaN, '<unknown>'],
  ]
  for (const [ms, says] of cases) it(`${ms} ms is ${says}`, () => assert.equal(formatAge(ms), says))
})

describe('Width', () => {
  it('counts what a terminal draws, not code units', () => {
    assert.deepEqual(['abc', 'é', '集群', '🚀', 'e\u0301'].map(widthOf), [3, 1, 4, 2, 1])
  })

  it('cuts with an ellipsis and never through a character', () => {
    assert.equal(fit('集群状态', 5), '集群…')
    assert.equal(fit('abc', 3), 'abc')
  })
})

describe('Wrapping', () => {
  it('keeps bullets and their indentation', () => {
    assert.deepEqual(wrap('* NodeHealthy: waiting for a Node\n  * inner bullet that is long', 20), [
      '* NodeHealthy:',
      '  waiting for a Node',
      '  * inner bullet',
      '    that is long',
    ])
  })

  it('breaks a word that no line can hold', () => {
    assert.deepEqual(wrap('x'.repeat(20), 8), ['xxxxxxxx', 'xxxxxxxx', 'xxxx'])
  })
})

describe('Tables and trees', () => {
  it('columns are as wide as their widest cell, and the line ends where the terminal does', () => {
    const table = {
      columns: ['name', 'message'],
      rows: [
        [span('a'), span('fine')],
        [span('longer'), span('a long message')],
      ],
    }
    assert.deepEqual(layTable(table).map(plainLine), [
      'NAME     MESSAGE',
      'a        fine',
      'longer   a long message',
    ])
    assert.deepEqual(layTable(table, { width: 16 }).map(plainLine), [
      'NAME     MESSAGE',
      'a        fine',
      'longer   a long…',
    ])
  })

  it('where the terminal is narrow, empty columns are left out, wide ones give way, and names stay whole', () => {
    const table = {
      columns: ['name', 'zone', 'node', 'ready'],
      rows: [[span('a-name-that-stays-whole'), span(''), span('a-node-with-a-long-name'), span('True')]],
    }
    assert.deepEqual(layTable(table, { width: 50, firm: 1 }).map(plainLine), [
      'NAME                      NODE               READY',
      'a-name-that-stays-whole   a-node-with-a-l…   True',
    ])
  })

  it('branches are drawn down to the last child', () => {
    const leaf = (name: string, ...children: TreeNode[]): TreeNode => ({ cells: [span(name)], children })
    const rows = layTree(leaf('cluster', leaf('a', leaf('a1')), { ...leaf('b'), notes: [[span('a note')]] }))
    assert.deepEqual(
      rows.map(({ cells }) => cells[0]?.text),
      ['cluster', '├─a', '│ └─a1', '└─b', '      a note'],
    )
  })
})
