import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import {
  bytesIn,
  type Ending,
  flip,
  type KilledStore,
  logLayout,
  openFolders,
  writes,
} from './damage.testing.ts'
import { applicationId, checksumOf, firstProgress, layOut } from './sqlite-layout.ts'
import { openSqliteStore } from './sqlite-store.ts'
import { podKey, pods, put, textsOf } from './store-contract.testing.ts'
import { StoreError } from './store-error.ts'
import { openSeal } from './store-seal.ts'

const now = (): number => 1_000_000
const { headerBytes, frameHeaderBytes, pageBytes } = logLayout
const frame = frameHeaderBytes + pageBytes
const frames = (log: string): number => Math.floor((statSync(log).size - headerBytes) / frame)

const folders = openFolders()
after(() => folders.remove())

function refusal(file: string): StoreError {
  try {
    openSqliteStore({ file, now })
  } catch (error) {
    if (error instanceof StoreError) return error
    throw error
  }
  return assert.fail('the store was accepted')
}

type Case = [
  name: string,
  ending: Ending,
  damage: (store: KilledStore) => void,
  says: RegExp,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a byte in the middle of the log',      'killed', ({ log }) => flip(log, headerBytes + frame * Math.floor(frames(log) / 2) + 4000), /what can be read ends at/, 'SQLite leaves out all that follows it'],
  ['a byte of the last transaction',       'killed', ({ log }) => flip(log, headerBytes + frame * (frames(log) - 1) + 8000), /revision 41 was acknowledged, and what can be read ends at 40/, 'it looks like a write that was never ended'],
  ['a byte in the header of a frame',      'killed', ({ log }) => flip(log, headerBytes + frame * 3 + 2), /what can be read ends at/, 'the frame is none any more'],
  ['a byte in the header of the log',      'killed', ({ log }) => flip(log, 17), /what can be read ends at 1\)/, 'SQLite takes no notice of the whole log'],
  ['the end of the log is gone',           'killed', ({ log }) => truncateSync(log, headerBytes + frame * 5), /what can be read ends at/, 'a shorter log is in order by itself'],
  ['the log is empty',                     'killed', ({ log }) => truncateSync(log, 0), /what can be read ends at 1\)/, 'so is an empty one'],
  ['the log is gone',                      'killed', ({ log }) => rmSync(log), /what can be read ends at 1\)/, 'so is none'],
  ['the file is gone, its log is not',     'killed', ({ file, seal }) => { rmSync(file); rmSync(seal) }, /missing beside a log of writes/, 'an empty store would be begun'],
  ['the file and its log are gone',        'killed', ({ file, log }) => { rmSync(file); rmSync(log) }, /missing beside a seal that says revision 41/, 'an empty store would be begun'],
  ['the file is empty',                    'closed', ({ file }) => truncateSync(file, 0), /empty beside a seal/, 'an empty store would be begun'],
  ['an older copy of the file',            'killed', ({ file, log }) => older(file, log), /revision 41 was acknowledged, and what can be read ends at 22/, 'it is in order by itself'],
  ['an older log beside a newer file',     'closed', ({ file, log }) => copyFileSync(`${older(`${file}-x`, `${file}-x-wal`)}-wal`, log), /./, 'its pages would cover newer ones'],
  ['a byte of an object',                  'closed', ({ file }) => flip(file, readFileSync(file).indexOf('pod 7 ') + 3), /revision 9 has a wrong checksum/, 'a row has a checksum'],
  ['a byte that says how it is written',   'killed', ({ file }) => flip(file, 18), /./, 'SQLite would throw the log away'],
  ['a byte in the tree of pages',          'closed', ({ file }) => flip(file, rootPage(file) + 8), /./, 'rows would be left out'],
  ['a byte in the list of free pages',     'closed', ({ file }) => flip(file, 39), /./, 'pages in use would be written over'],
  ['half of the file is gone',             'closed', ({ file }) => truncateSync(file, statSync(file).size / 2), /./, 'rows are missing'],
  ['the seal is gone',                     'closed', ({ seal }) => rmSync(seal), /its seal is missing/, 'nothing tells whether the rest is whole'],
  ['the seal is empty',                    'closed', ({ seal }) => truncateSync(seal, 0), /its seal is missing/, 'likewise'],
  ['the seal holds something else',        'closed', ({ seal }) => writeFileSync(seal, 'x'.repeat(1024)), /tells of no revision/, 'likewise'],
  ['the seal of another store',            'closed', ({ seal }) => copyFileSync(`${folders.older?.seal}`, seal), /that of another store/, 'it tells nothing about this one'],
]

/** Puts the store of an earlier moment in a place; returns its file. */
function older(file: string, log: string): string {
  const from = folders.older
  assert.ok(from !== undefined, 'a killed store was made before')
  copyFileSync(from.file, file)
  if (existsSync(from.log)) copyFileSync(from.log, log)
  return file
}

/** Where the table of revisions begins: the first page after that of the schema whose type is an inner one. */
function rootPage(file: string): number {
  const bytes = readFileSync(file)
  for (let page = pageBytes; page < bytes.length; page += pageBytes) if (bytes[page] === 0x05) return page
  return assert.fail('the table has one page only')
}

describe('A store that is not whole is refused in one line, and every byte stays as it was', () => {
  for (const [name, ending, damage, says, because] of cases)
    it(`${name}, because ${because}`, async () => {
      await folders.left('killed')
      const store = await folders.left(ending)
      damage(store)
      const before = bytesIn(store.folder)
      const error = refusal(store.file)
      assert.equal(error.code, 'damaged', error.message)
      assert.match(error.message, says)
      assert.ok(!error.message.includes('\n'))
      assert.deepEqual(bytesIn(store.folder), before)
    })
})

describe('One changed byte anywhere', () => {
  for (const ending of ['killed', 'closed'] as const)
    it(`is refused without a trace or does not matter, in a store that was ${ending}`, async () => {
      const { folder, file, revision } = await folders.left(ending)
      const whole = bytesIn(folder)
      const first = openSqliteStore({ file, now })
      const written = textsOf(first.list(pods))
      await first.close()
      const refused: string[] = []
      for (const name of Object.keys(whole)) {
        const bytes = Buffer.from(whole[name] ?? '', 'latin1')
        // A prime, so that all places within pages and their headers come up.
        const stride = Math.max(67, Math.floor(bytes.length / 40)) | 1
        for (let place = 5; place < bytes.length; place += stride) {
          for (const left of Object.keys(bytesIn(folder))) rmSync(join(folder, left))
          for (const [each, text] of Object.entries(whole)) writeFileSync(join(folder, each), text, 'latin1')
          flip(join(folder, name), place)
          const before = bytesIn(folder)
          try {
            const store = openSqliteStore({ file, now })
            assert.deepEqual(textsOf(store.list(pods)), written, `${name} at ${place}`)
            assert.equal(store.revision, revision)
            await store.close()
          } catch (error) {
            if (!(error instanceof StoreError)) throw error
            refused.push(`${name} at ${place}`)
            assert.deepEqual(bytesIn(folder), before)
          }
        }
      }
      assert.ok(refused.length > 20, `${refused.length} were refused`)
    })
})

describe('A store that was only interrupted goes on', () => {
  const goesOn = async (
    store: Pick<KilledStore, 'file' | 'revision'>,
    count: number = writes,
  ): Promise<void> => {
    const opened = openSqliteStore({ file: store.file, now })
    assert.equal(opened.list(pods).length, count)
    assert.equal(opened.revision, store.revision)
    assert.equal((await put(opened, podKey('next'))).revision, store.revision + 1)
    await opened.close()
  }

  it('killed, with all of it in the log', async () => goesOn(await folders.left('killed')))

  it('killed before the seal was written for what is durable already', async () => {
    const store = await folders.left('killed')
    const other = folders.older
    assert.ok(other !== undefined)
    copyFileSync(other.seal, store.seal)
    await goesOn(store)
  })

  it('killed while one place of the seal was written: the other one counts', async () => {
    const store = await folders.left('killed')
    flip(store.seal, 40)
    await goesOn(store)
  })

  it('killed in the middle of a transaction that nobody was told of', async () => {
    const store = await folders.left('killed')
    const log = readFileSync(store.log)
    const salts = log.subarray(16, 24)
    const half = Buffer.alloc(frame, 7)
    salts.copy(half, 8)
    writeFileSync(store.log, Buffer.concat([log, half]))
    await goesOn(store)
  })

  type Point = [name: string, begin: (file: string) => void]
  const points: Point[] = [
    ['the file was made', (file) => writeFileSync(file, '')],
    ['its tables were being made', halfLaidOut],
    ['its tables were made', laidOut],
    ['its seal was made, with nothing in it yet', (file) => laidOut(file, '')],
    ['its seal was written', (file) => laidOut(file, `${file}-seal`)],
  ]
  for (const [name, begin] of points)
    it(`killed at its first start, when ${name}`, async () => {
      const { file } = await folders.left('nothing')
      begin(file)
      await goesOn({ file, revision: 1 }, 0)
    })

  it('of the layout before this one: it is taken over with all it has', async () => {
    const { file } = await folders.left('nothing')
    layOutFirst(file)
    await goesOn({ file, revision: 7 }, 1)
    const opened = openSqliteStore({ file, now })
    assert.equal(opened.revision, 8)
    await opened.close()
  })
})

/** What lies there when a first start is killed before it tells SQLite to keep a log. */
function laidOut(file: string, seal?: string): void {
  const database = new DatabaseSync(file)
  layOut(database, { ...firstProgress, store: '0123456789abcdef' })
  database.close()
  if (seal === '') writeFileSync(`${file}-seal`, '')
  else if (seal !== undefined) openSeal(seal, { store: '0123456789abcdef', revision: 1 }).close()
}

/** As SQLite leaves it in the middle of a first transaction: nothing in the file, and a journal. */
function halfLaidOut(file: string): void {
  const made = `${file}-made`
  const database = new DatabaseSync(made)
  database.exec(
    'PRAGMA page_size = 8192; BEGIN EXCLUSIVE; CREATE TABLE revisions (revision INTEGER PRIMARY KEY)',
  )
  copyFileSync(`${made}-journal`, `${file}-journal`)
  database.exec('ROLLBACK')
  database.close()
  rmSync(made)
  writeFileSync(file, '')
}

function layOutFirst(file: string): void {
  const database = new DatabaseSync(file)
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE revisions (
      revision INTEGER PRIMARY KEY, cluster TEXT NOT NULL, resource TEXT NOT NULL, namespace TEXT NOT NULL,
      name TEXT NOT NULL, at INTEGER NOT NULL, checksum INTEGER NOT NULL, value BLOB
    ) STRICT;
    CREATE TABLE progress (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, compacted INTEGER NOT NULL) STRICT;
    INSERT INTO progress VALUES (1, 1, 1);
    PRAGMA application_id = ${applicationId};
    PRAGMA user_version = 1;
  `)
  const row = { revision: 7, ...podKey('old'), bytes: Buffer.from('{}') }
  database
    .prepare('INSERT INTO revisions VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    .run(7, row.cluster, row.resource, row.namespace, row.name, 0, checksumOf(row), row.bytes)
  database.close()
}
