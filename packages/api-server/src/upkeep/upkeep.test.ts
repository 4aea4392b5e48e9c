import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import {
  bytesIn,
  type Ending,
  flip,
  type KilledStore,
  logLayout,
  openFolders,
  writes,
} from '../store/damage.testing.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'
import { podKey, pods, put, textsOf } from '../store/store-contract.testing.ts'
import { StoreError } from '../store/store-error.ts'
import { backupRows, backupStart, readBackup } from './backup.ts'
import { checkStore } from './check-store.ts'
import { repairStore } from './repair-store.ts'
import { leapAbove, replaceStore } from './replace-store.ts'

const now = (): number => 1_000_000
const { headerBytes, frameHeaderBytes, pageBytes } = logLayout
const frame = frameHeaderBytes + pageBytes

const folders = openFolders()
after(() => folders.remove())

type Case = [
  name: string,
  ending: Ending,
  damage: (store: KilledStore) => void,
  kept: number,
  because: string,
]

const half = (log: string): number => headerBytes + frame * Math.floor((statSync(log).size / frame) * 0.5)

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a byte in the header of the log',    'killed', ({ log }) => flip(log, 17),                                                  40, 'its frames are all there'],
  ['a byte in the middle of the log',    'killed', ({ log }) => flip(log, half(log) + frameHeaderBytes + pageBytes - 900),       39, 'what comes after it is read too'],
  ['the header of a frame in the log',   'killed', ({ log }) => flip(log, headerBytes + frame * 4 + 20),                         40, 'a checksum is no content'],
  ['the end of the log is gone',         'killed', ({ log }) => truncateSync(log, half(log)),                                    20, 'what came before it is there'],
  ['the file is gone, its log is not',   'killed', ({ file }) => rmSync(file),                                                   40, 'all of it lay in the log'],
  ['the seal is gone',                   'closed', ({ seal }) => rmSync(seal),                                                   40, 'it holds no objects'],
  ['a byte of an object',                'closed', ({ file }) => flip(file, readFileSync(file).indexOf('pod 7 ') + 3),           39, 'the others are sound'],
  ['a byte that says how it is written', 'killed', ({ file }) => flip(file, 18),                                                 40, 'that is known'],
]

describe('Repairing a store', () => {
  for (const [name, ending, damage, kept, because] of cases)
    it(`${name}: ${kept} of ${writes} objects are kept, because ${because}`, async () => {
      const store = await folders.left(ending)
      damage(store)
      const before = bytesIn(store.folder)
      assert.notDeepEqual(checkStore(store.file).problems, [])

      const repair = repairStore(store.file, 'set-aside')
      assert.equal(repair.objects, kept)
      assert.equal(repair.lost.length === 0, kept === writes, repair.lost.join('; '))
      assert.deepEqual(bytesIn(join(store.folder, 'set-aside')), before)

      assert.deepEqual(checkStore(store.file).problems, [])
      const opened = openSqliteStore({ file: store.file, now })
      assert.equal(opened.list(pods).length, repair.objects)
      assert.ok((await put(opened, podKey('next'))).revision > store.revision, 'revisions never go back')
      assert.throws(() => opened.eventsAfter(pods, store.revision), { code: 'expired' })
      await opened.close()
    })

  it('is refused where nothing can be read, and nothing is changed', async () => {
    const store = await folders.left('killed')
    rmSync(store.file)
    rmSync(store.log)
    const before = bytesIn(store.folder)
    assert.throws(
      () => repairStore(store.file, 'aside'),
      (error) => error instanceof StoreError,
    )
    assert.deepEqual(bytesIn(store.folder), before)
  })

  it('is refused while a server has it open', async () => {
    const { file } = await folders.left('closed')
    const open = openSqliteStore({ file, now })
    for (const look of [() => checkStore(file), () => repairStore(file, 'aside')])
      assert.throws(look, { code: 'in-use' })
    await open.close()
  })

  it('that a store is whole is said without a trace', async () => {
    for (const ending of ['killed', 'closed'] as const) {
      const { folder, file, revision } = await folders.left(ending)
      const before = bytesIn(folder)
      assert.deepEqual(checkStore(file), { problems: [], objects: writes, revision, sealed: revision })
      assert.deepEqual(bytesIn(folder), before)
    }
  })
})

describe('A backup', () => {
  const copied = async (): Promise<{ path: string; texts: readonly string[]; revision: number }> => {
    const { folder, file } = await folders.left('closed')
    const store = openSqliteStore({ file, now })
    const objects = store.list(pods).map(({ key, revision, bytes }) => ({ ...key, revision, at: 0, bytes }))
    const path = join(folder, 'backup')
    const lines = [...backupRows(store.revision, objects)].join('')
    writeFileSync(path, `${backupStart([{ name: 'key', text: 'a\nb' }])}${lines}`)
    const result = { path, texts: textsOf(store.list(pods)), revision: store.revision }
    await store.close()
    return result
  }

  it('comes back byte for byte in an empty folder, and revisions go on above it', async () => {
    const { path, texts, revision } = await copied()
    const backup = readBackup(path)
    assert.deepEqual(backup.files, [{ name: 'key', text: 'a\nb' }])
    const folder = join(path, '..', 'empty')
    mkdirSync(folder)
    const file = join(folder, 'store.db')
    const kept = replaceStore(file, { ...backup, revision: leapAbove(backup.revision), aside: 'before' })
    assert.equal(kept, undefined)
    const store = openSqliteStore({ file, now })
    assert.deepEqual(textsOf(store.list(pods)), texts)
    assert.ok((await put(store, podKey('next'))).revision > revision)
    await store.close()
    assert.ok(!existsSync(join(folder, 'before')))
  })

  type Damage = [name: string, damage: (text: string) => string]
  const damages: Damage[] = [
    ['a changed byte', (text) => text.replace('pod 7', 'pod 8')],
    ['a missing line', (text) => text.split('\n').toSpliced(5, 1).join('\n')],
    ['a missing end', (text) => text.slice(0, -40)],
    ['nothing in it', () => ''],
    ['something else in it', () => '{"kind":"List"}\n'],
  ]
  for (const [name, damage] of damages)
    it(`with ${name} is refused`, async () => {
      const { path } = await copied()
      writeFileSync(path, damage(readFileSync(path, 'utf8')))
      assert.throws(() => readBackup(path), { code: 'damaged' })
    })
})
