import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import type { StatusChange } from '@sitrep/engine'
import { transitionsOf } from '../transitions.ts'
import { openHistory } from './history.ts'

const ref = { group: 'g', kind: 'K', namespace: 'x', name: "o'brien" }
const other = { ...ref, name: 'other' }

describe('History', () => {
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sitrep-history-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('is there again after a restart, oldest first, and of one object only', () => {
    const file = join(folder, 'history.db')
    const first = openHistory({ file })
    first.record(
      [
        { ref, type: 'Ready', to: 'False', reason: 'A', message: 'm' },
        { ref: other, type: 'Ready', to: 'True', reason: 'B', message: '' },
      ],
      1_000,
    )
    first.record([{ ref, type: 'Ready', from: 'False', to: 'True', reason: 'C', message: '' }], 2_000)
    first.close()
    const second = openHistory({ file })
    assert.deepEqual(
      second.timeline(ref).map(({ at, from, to, reason }) => [at, from, to, reason]),
      [
        [1_000, undefined, 'False', 'A'],
        [2_000, 'False', 'True', 'C'],
      ],
    )
    assert.equal(second.timeline(ref, { since: 1_500 }).length, 1)
    second.close()
  })

  it('forgets what is too old', () => {
    const history = openHistory({ keepMs: 1_000 })
    const transition = { ref, type: 'Ready', to: 'True', reason: 'R', message: '' }
    history.record([transition], 0)
    history.record(
      Array.from({ length: 6_000 }, () => transition),
      10_000,
    )
    assert.equal(history.timeline(ref).filter(({ at }) => at === 0).length, 0)
    history.close()
  })

  it('forgets at the first word after a start, however little was written before', () => {
    const file = join(folder, 'old.db')
    const transition = { ref, type: 'Ready', to: 'True', reason: 'R', message: '' }
    const first = openHistory({ file, keepMs: 1_000 })
    first.record([transition], 0)
    first.close()
    const second = openHistory({ file, keepMs: 1_000 })
    second.record([transition], 10_000)
    assert.deepEqual(
      second.timeline(ref).map(({ at }) => at),
      [10_000],
    )
    second.close()
  })

  it('forgets the oldest when there is too much', () => {
    const history = openHistory({ keepRows: 3 })
    for (let at = 1; at <= 6; at++)
      history.record(
        Array.from({ length: 5_000 }, () => ({
          ref,
          type: 'Ready',
          to: 'True',
          reason: `R${at}`,
          message: '',
        })),
        at,
      )
    assert.deepEqual(
      history.timeline(ref).map(({ reason }) => reason),
      ['R6', 'R6', 'R6'],
    )
    history.close()
  })

  it('says in one line when its file is no history', () => {
    const file = join(folder, 'broken.db')
    writeFileSync(file, 'this is no database, and it is long enough to look like something')
    assert.throws(() => openHistory({ file }), { code: 'server-failed' })
  })
})

describe('Transitions', () => {
  const change = (before: readonly object[], after: readonly object[]): StatusChange =>
    ({
      ref,
      before: { conditions: before },
      status: { conditions: after },
      conditions: after,
      because: [],
      decided: [],
      problems: [],
    }) as unknown as StatusChange
  const ready = (status: string, reason: string, message = ''): object => ({
    type: 'Ready',
    status,
    reason,
    message,
  })

  type Case = [name: string, before: readonly object[], after: readonly object[], says: readonly string[]]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a new status',    [ready('False', 'A')], [ready('True', 'B')],           ['Ready False→True']],
    ['a new reason',    [ready('False', 'A')], [ready('False', 'B')],          ['Ready False→False']],
    ['a new message',   [ready('False', 'A')], [ready('False', 'A', 'other')], []],
    ['a bare one',      [],                    [{ type: 'Ready', status: 'True' }],    ['Ready undefined→True']],
    ['a new condition', [],                    [ready('True', 'A')],           ['Ready undefined→True']],
    ['a lost condition', [ready('True', 'A')], [],                             ['Ready True→undefined']],
  ]
  for (const [name, before, after, says] of cases) {
    it(`${name}: ${says.join() || 'none'}`, () => {
      assert.deepEqual(
        transitionsOf(change(before, after)).map(({ type, from, to }) => `${type} ${from}→${to}`),
        says,
      )
    })
  }
})

describe('A history on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-history-file-'))
  after(() => rmSync(folder, { recursive: true }))

  type Damage = [name: string, damage: (bytes: Buffer) => Buffer]
  const damages: Damage[] = [
    ['holds something else', () => Buffer.from('no history '.repeat(50))],
    ['lost its end', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['has a changed byte where its tables begin', (bytes) => bytes.fill(0xff, 100, 120)],
  ]
  for (const [name, damage] of damages)
    it(`is put aside and begun anew where it ${name}, if somebody is told; otherwise it stays`, () => {
      const file = join(mkdtempSync(join(folder, 'damaged-')), 'history.db')
      const first = openHistory({ file })
      const transition = { ref, type: 'Ready', to: 'False', reason: 'A', message: 'm'.repeat(5_000) }
      first.record(Array(20).fill(transition), 1_000)
      first.close()
      const spoilt = damage(readFileSync(file))
      writeFileSync(file, spoilt)
      assert.throws(() => openHistory({ file }), { code: 'server-failed' })

      const told: string[] = []
      const second = openHistory({ file, onSetAside: (aside) => told.push(aside) })
      second.record([transition], 2_000)
      assert.equal(second.timeline(ref).length, 1)
      second.close()
      assert.deepEqual(told, [`${file}.damaged`])
      assert.deepEqual(readFileSync(`${file}.damaged`), spoilt)
    })

  it('can be read by its owner only, with what SQLite keeps beside it', () => {
    const own = mkdtempSync(join(folder, 'private-'))
    const history = openHistory({ file: join(own, 'history.db') })
    history.record([{ ref, type: 'Ready', to: 'False', reason: 'A', message: 'm' }], 1_000)
    const names = readdirSync(own)
    assert.deepEqual(names.sort(), ['history.db', 'history.db-shm', 'history.db-wal'])
    for (const name of names) assert.equal(statSync(join(own, name)).mode & 0o777, 0o600, name)
    history.close()
  })

  it('tells what changed anywhere, the newest first, and goes on where it ended', () => {
    const history = openHistory()
    const to = (name: string) => ({
      ref: { ...ref, name },
      type: 'Ready',
      to: 'True',
      reason: name,
      message: '',
    })
    const recorded = history.record([to('a'), to('b'), to('c')], 1_000)
    assert.deepEqual(
      recorded.map(({ id, at, reason }) => [id, at, reason]),
      [
        [1, 1_000, 'a'],
        [2, 1_000, 'b'],
        [3, 1_000, 'c'],
      ],
    )
    const names = (all: readonly { readonly ref: { readonly name: string } }[]) =>
      all.map((each) => each.ref.name)
    assert.deepEqual(names(history.recent({ limit: 2 })), ['c', 'b'])
    assert.deepEqual(names(history.recent({ limit: 2, before: 2 })), ['a'])
    assert.deepEqual(history.recent({ limit: 1 })[0]?.ref, { ...ref, name: 'c' })
    const among = history.among([to('a').ref, to('c').ref], { since: 0, limit: 9 })
    assert.deepEqual(names(among), ['c', 'a'])
    assert.deepEqual(history.among([to('a').ref], { since: 1_001, limit: 9 }), [])
    history.close()
  })

  it('remembers counters, and what they were when a time began', () => {
    const history = openHistory()
    history.recordCounters(
      ref,
      [
        { name: 'ready', have: 0, want: 3 },
        { name: 'routes', have: 1 },
      ],
      1_000,
    )
    history.recordCounters(ref, [{ name: 'ready', have: 1, want: 3 }], 2_000)
    history.recordCounters(ref, [{ name: 'ready', have: 2, want: 3 }], 3_000)
    history.recordCounters(other, [{ name: 'ready', have: 9 }], 3_000)
    assert.deepEqual(history.counters(ref, 2_500), [
      { at: 2_000, name: 'ready', have: 1, want: 3 },
      { at: 1_000, name: 'routes', have: 1 },
      { at: 3_000, name: 'ready', have: 2, want: 3 },
    ])
    history.close()
  })

  it('forgets counters as it forgets transitions', () => {
    const history = openHistory({ keepMs: 1_000 })
    history.recordCounters(ref, [{ name: 'ready', have: 0 }], 0)
    history.recordCounters(
      ref,
      Array.from({ length: 6_000 }, () => ({ name: 'ready', have: 1 })),
      10_000,
    )
    assert.ok(history.counters(ref, 0).every(({ have }) => have === 1))
    history.close()
  })

  it('brings a file of the first version up to date, and keeps what is in it', () => {
    const file = join(folder, 'first-version.db')
    const old = new DatabaseSync(file)
    old.exec(`CREATE TABLE transitions (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, object TEXT NOT NULL, type TEXT NOT NULL,
      came_from TEXT, went_to TEXT, reason TEXT NOT NULL, message TEXT NOT NULL) STRICT;
      INSERT INTO transitions (at, object, type, went_to, reason, message) VALUES (1, '["","g","K","x","o''brien"]', 'Ready', 'True', 'R', '');`)
    old.close()
    const history = openHistory({ file })
    assert.equal(history.timeline(ref).length, 1)
    history.recordCounters(ref, [{ name: 'ready', have: 1 }], 2)
    history.close()
    const again = openHistory({ file })
    assert.equal(again.counters(ref, 0).length, 1)
    again.close()
  })

  it('refuses a file of a version that it does not know, and leaves it as it is', () => {
    const file = join(folder, 'newer.db')
    const newer = new DatabaseSync(file)
    newer.exec('PRAGMA user_version = 99')
    newer.close()
    const open = () => openHistory({ file, onSetAside: () => assert.fail('it is not damaged') })
    assert.throws(open, { code: 'server-failed' })
  })
})
