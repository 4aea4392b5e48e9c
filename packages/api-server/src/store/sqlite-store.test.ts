import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { openSqliteStore } from './sqlite-store.ts'
import type { HistoryLimits } from './store.ts'
import { describeStore, podKey, pods, put, remove, shownEvents, textsOf } from './store-contract.testing.ts'
import { StoreError } from './store-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'sitrep-store-'))
after(() => rmSync(folder, { recursive: true }))

let files = 0
const newFile = (): string => join(folder, `${++files}.db`)
const now = (): number => 1_000_000

describeStore('SQLite store', (history) => {
  let clock = now()
  const store = openSqliteStore({ file: newFile(), now: () => clock, ...(history && { history }) })
  return { store, advance: (ms) => (clock += ms) }
})

function refusal(file: string): StoreError {
  try {
    openSqliteStore({ file, now })
  } catch (error) {
    assert.ok(error instanceof StoreError)
    assert.ok(!error.message.includes('\n'))
    return error
  }
  return assert.fail('the file was accepted')
}

describe('SQLite store: over a restart', () => {
  it('comes back with objects, history and the same counter', async () => {
    const file = newFile()
    const first = openSqliteStore({ file, now })
    const start = first.revision
    await put(first, podKey('a'), 'v1')
    await put(first, podKey('b'), 'v1')
    await put(first, podKey('a'), 'v2')
    await remove(first, podKey('b'))
    const { revision } = first
    const [objects, events] = [textsOf(first.list(pods)), shownEvents(first.eventsAfter(pods, start))]
    await first.close()

    const second = openSqliteStore({ file, now })
    assert.equal(second.revision, revision)
    assert.deepEqual(textsOf(second.list(pods)), objects)
    assert.deepEqual(shownEvents(second.eventsAfter(pods, start)), events)
    assert.equal((await put(second, podKey('c'))).revision, revision + 1)
    await second.close()
  })

  it('does not go back in revisions when the newest write was a deletion that history has forgotten', async () => {
    const file = newFile()
    const history: HistoryLimits = { maxAgeMs: 1e9, maxEvents: 0, maxBytes: 1e9 }
    const first = openSqliteStore({ file, now, history })
    await put(first, podKey('a'))
    await remove(first, podKey('a'))
    const { revision, compacted } = first
    await first.close()
    const second = openSqliteStore({ file, now, history })
    assert.deepEqual([second.revision, second.compacted], [revision, compacted])
    await second.close()
  })

  it('keeps only reachable rows after compaction', async () => {
    const file = newFile()
    const store = openSqliteStore({ file, now, history: { maxAgeMs: 1e9, maxEvents: 1, maxBytes: 1e9 } })
    for (let round = 0; round < 5; round++) await put(store, podKey('a'), `v${round}`)
    await store.close()
    const database = new DatabaseSync(file)
    const { count } = database.prepare('SELECT count(*) AS count FROM revisions').get() as { count: number }
    database.close()
    assert.equal(count, 2)
  })

  it('lets go of a long history little by little when all of it has grown old at once', async () => {
    const file = newFile()
    let clock = 0
    const store = openSqliteStore({
      file,
      now: () => clock,
      history: { maxAgeMs: 1_000, maxEvents: 1e6, maxBytes: 1e9 },
    })
    const keys = Array.from({ length: 70_000 }, (_, at) => podKey(`p${at}`))
    await Promise.all(keys.map((key) => put(store, key, '')))
    await Promise.all(keys.map((key) => store.write({ key, expected: store.head(key) })))
    clock = 10_000
    const told: number[] = []
    store.subscribe(podKey('a'), (events) => void told.push(...events.map(({ revision }) => revision)))
    await put(store, podKey('a'), 'v')
    await put(store, podKey('a'), 'w')
    assert.deepEqual(told, [store.revision - 1, store.revision])
    const forgotten = store.compacted
    assert.ok(forgotten > 0 && forgotten < 10_000, `${forgotten} at once`)
    await store.close()
  })

  it('comes back with all of a long log that was given room ahead of its end', async () => {
    const file = newFile()
    const first = openSqliteStore({ file, now })
    for (let index = 0; index < 12; index++) await put(first, podKey(`p-${index}`), 'x'.repeat(200_000))
    const [{ revision }, objects] = [first, textsOf(first.list(pods))]
    // The bytes at this instant are what a killed process leaves.
    const killed = newFile()
    for (const part of ['', '-wal', '-seal']) copyFileSync(`${file}${part}`, `${killed}${part}`)
    await first.close()
    const log = readFileSync(`${killed}-wal`)
    assert.ok(log.subarray(-10_000).every((byte) => byte === 0))

    const second = openSqliteStore({ file: killed, now })
    assert.equal(second.revision, revision)
    assert.deepEqual(textsOf(second.list(pods)), objects)
    assert.equal((await put(second, podKey('next'))).revision, revision + 1)
    await second.close()
  })

  it('falls back to what is durable when the disk refuses, and goes on afterwards', async () => {
    const file = newFile()
    const store = openSqliteStore({ file, now })
    const before = await put(store, podKey('a'), 'v1')
    const refused = [
      put(store, podKey('a'), 'v2'),
      store.write({ key: podKey('bad'), expected: undefined, encode: () => 'no bytes' as never }),
    ]
    const outcomes = await Promise.allSettled(refused)
    const codes = outcomes.map(
      (outcome) => outcome.status === 'rejected' && (outcome.reason as StoreError).code,
    )
    assert.deepEqual(codes, ['write-failed', 'write-failed'])
    assert.equal(store.head(podKey('a')), before)
    assert.equal((await put(store, podKey('a'), 'v3')).revision, before.revision + 1)
    await store.close()
  })
})

describe('SQLite store: a file that cannot be trusted is refused and left as it is', () => {
  it('text that is no database', () => {
    const file = newFile()
    writeFileSync(file, 'these are notes about a pizza, '.repeat(200))
    assert.equal(refusal(file).code, 'damaged')
    assert.match(readFileSync(file, 'utf8'), /^these are notes/)
  })

  it("somebody else's database", () => {
    const file = newFile()
    const other = new DatabaseSync(file)
    other.exec('CREATE TABLE music (title TEXT)')
    other.close()
    assert.equal(refusal(file).code, 'foreign-file')
  })

  it('one flipped byte in an object', async () => {
    const file = newFile()
    const store = openSqliteStore({ file, now })
    await put(store, podKey('a'), 'marker-marker-marker')
    await store.close()
    const bytes = readFileSync(file)
    const at = bytes.indexOf('marker-marker')
    assert.ok(at > 0)
    bytes[at] = 0x58
    writeFileSync(file, bytes)
    assert.equal(refusal(file).code, 'damaged')
    assert.deepEqual(readFileSync(file), bytes)
  })

  it('a file that lost its end', async () => {
    const file = newFile()
    const store = openSqliteStore({ file, now })
    for (let index = 0; index < 50; index++) await put(store, podKey(`p-${index}`), 'x'.repeat(1000))
    await store.close()
    const cut = newFile()
    copyFileSync(file, cut)
    writeFileSync(cut, readFileSync(cut).subarray(0, statSync(cut).size / 2))
    assert.equal(refusal(cut).code, 'damaged')
  })

  it('a file that another server has open', async () => {
    const file = newFile()
    const store = openSqliteStore({ file, now })
    await put(store, podKey('a'))
    assert.equal(refusal(file).code, 'in-use')
    await store.close()
  })

  it('is readable by its owner only', async () => {
    const file = newFile()
    await openSqliteStore({ file, now }).close()
    assert.equal(statSync(file).mode & 0o777, 0o600)
  })
})
