import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { widthOf } from '@sitrep/present'
import { recordedWorld } from '../testing.ts'
import { pressed, screenOf, sightOf, stateOf } from './sight.testing.ts'
import type { Sight } from './sight.ts'
import { update } from './update.ts'

const snapshots = join(import.meta.dirname, '..', '..', 'terminal-tests')
const { text, at } = recordedWorld('remediation')

// biome-ignore format: the table is read as one; its columns stay aligned
const screens: readonly (readonly [name: string, keys: string])[] = [
  ['fleet',       ''],
  ['kind',        ':machines<enter>j'],
  ['filter',      ':machines<enter>/md-a'],
  ['tree',        '<enter>jj'],
  ['explanation', '<enter><enter>'],
  ['help',        '?'],
]

describe('The screens of sitrep ui', () => {
  let sight: Sight
  before(async () => {
    sight = await sightOf(text, at)
  })

  for (const [name, keys] of screens) {
    for (const [columns, rows] of [
      [80, 24],
      [120, 40],
    ] as const) {
      it(`${name} at ${columns}×${rows} looks as in terminal-tests/ui-${name}-${columns}.txt`, () => {
        const seen = `${screenOf(pressed(stateOf(sight, { columns, rows }), keys)).join('\n')}\n`
        const file = join(snapshots, `ui-${name}-${columns}.txt`)
        if (process.env['SITREP_UPDATE_SNAPSHOTS'] === 'yes') writeFileSync(file, seen)
        assert.equal(seen, readFileSync(file, 'utf8'))
      })
    }
  }

  it('the fleet of several families looks as in terminal-tests/ui-families.txt', async () => {
    const worlds = ['orders', 'managed', 'gateway'].map((name) =>
      readFileSync(join(import.meta.dirname, '../../../../docs/guides/worlds', `${name}.yaml`), 'utf8'),
    )
    const several = await sightOf([text, ...worlds].join('\n---\n'), at)
    const seen = `${screenOf(stateOf(several, { columns: 100, rows: 16 })).join('\n')}\n`
    const file = join(snapshots, 'ui-families.txt')
    if (process.env['SITREP_UPDATE_SNAPSHOTS'] === 'yes') writeFileSync(file, seen)
    assert.equal(seen, readFileSync(file, 'utf8'))
  })

  it('fit every terminal, however small', () => {
    for (const columns of [1, 2, 7, 20, 33, 79])
      for (const rows of [1, 2, 3, 5, 7, 24]) {
        const first = stateOf(sight, { columns, rows })
        for (const [name, keys] of screens) {
          const lines = screenOf(pressed(first, keys))
          assert.equal(lines.length, rows, `${name} at ${columns}×${rows}`)
          for (const line of lines)
            assert.ok(widthOf(line) <= columns, `${name} at ${columns}×${rows}: ${line}`)
        }
      }
  })

  it('show the chosen row, wherever the reader goes and whatever the size becomes', () => {
    let state = pressed(stateOf(sight, { columns: 60, rows: 9 }), '<enter>')
    for (const keys of ['G', '<pageup>', 'jjj', '<pagedown><pagedown>', 'g', '<ctrl+d>']) {
      state = pressed(state, keys)
      assert.equal(screenOf(state).filter((line) => line.startsWith('› ')).length, 1, keys)
      const { state: smaller } = update(state, { happened: 'resized', size: { columns: 40, rows: 5 } })
      assert.equal(screenOf(smaller).filter((line) => line.startsWith('› ')).length, 1, `${keys}, smaller`)
    }
  })
})

const widget = (name: string, message: string): string =>
  JSON.stringify({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name, namespace: 'prod', creationTimestamp: '2026-01-01T00:00:00Z' },
    status: {
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          reason: 'Down',
          message,
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
      ],
    },
  })

describe('What objects say', () => {
  it('is made harmless', async () => {
    const sight = await sightOf(widget('a', '\u001b[2J\u202egnp'), '2026-01-01T01:00:00Z')
    for (const keys of ['', 'e', '<enter>']) {
      const screen = screenOf(pressed(stateOf(sight, { columns: 100, rows: 12 }), keys)).join('')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
      assert.doesNotMatch(screen, /[\u0000-\u001f\u202e]/)
      assert.match(screen, /\\u\{1b\}\[2J/)
    }
  })

  it('takes as many columns as a terminal draws', async () => {
    const sight = await sightOf(widget('a', '容量が不足しています'.repeat(9)), '2026-01-01T01:00:00Z')
    for (const columns of [50, 51]) {
      const lines = screenOf(stateOf(sight, { columns, rows: 12 }))
      const [row = ''] = lines.filter((line) => line.includes('容量'))
      assert.ok(widthOf(row) >= columns - 1 && widthOf(row) <= columns, row)
    }
  })

  it('is laid out only where it is seen, of thousands', async () => {
    const text = Array.from({ length: 3_000 }, (_, n) => widget(`w-${n}`, 'down')).join('\n---\n')
    const state = pressed(
      stateOf(await sightOf(text, '2026-01-01T01:00:00Z'), { columns: 100, rows: 24 }),
      ':widgets<enter>',
    )
    let laid = 0
    const rows = state.content.rows.map((row) => ({
      ...row,
      line: () => {
        laid++
        return row.line()
      },
    }))
    const counted = pressed({ ...state, content: { ...state.content, rows } }, '<pagedown>')
    assert.equal(rows.length, 3_000)
    screenOf(counted)
    assert.equal(laid, 18)
  })
})
