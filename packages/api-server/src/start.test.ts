import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from './start.ts'
import { createAuthority } from './tls/certificate.ts'
import { IdentityError } from './tls/identity-files.ts'
import { leapAbove, readBackup, replaceStore } from './upkeep/index.ts'

const root = mkdtempSync(join(tmpdir(), 'sitrep-start-'))
after(() => rmSync(root, { recursive: true }))

let folders = 0
const newFolder = (): string => {
  const folder = join(root, `${++folders}`)
  mkdirSync(folder)
  return folder
}

const ask = (started: StartedApiServer, path: string, token = started.token): Promise<Response> =>
  started.server.fetch(new Request(`http://x${path}`, { headers: { authorization: `Bearer ${token}` } }))

async function itemsOf(started: StartedApiServer): Promise<unknown> {
  const { items } = (await (await ask(started, '/api/v1/configmaps')).json()) as { items: unknown }
  return items
}

async function create(started: StartedApiServer, name: string): Promise<number> {
  const { status, body } = await started.server.answer({
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps',
    query: '',
    headers: { authorization: `Bearer ${started.token}`, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ metadata: { name }, data: { value: 'ä\u2028' } })),
  })
  assert.equal(status, 201, String(body))
  return Number(JSON.parse(String(body)).metadata.resourceVersion)
}

describe('A server with a folder', () => {
  it('is copied while it runs, and goes on from the copy in an empty folder', async () => {
    const started = await startApiServer({ data: newFolder() })
    await started.server.addCluster('team/one')
    const revision = await create(started, 'kept')
    const copy = join(newFolder(), 'copy')
    const answer = await ask(started, '/sitrep/backup')
    assert.equal(answer.status, 200)
    writeFileSync(copy, `{"format":"sitrep backup 1"}\n${await answer.text()}`)
    const before = await itemsOf(started)
    assert.equal((await ask(started, '/clusters/team/one/sitrep/backup')).status, 404)
    assert.equal((await ask(started, '/sitrep/backup', 'somebody-else')).status, 401)
    await started.close()

    const data = newFolder()
    const backup = readBackup(copy)
    replaceStore(join(data, 'store.db'), { ...backup, revision: leapAbove(backup.revision), aside: 'x' })
    const again = await startApiServer({ data })
    assert.deepEqual(await itemsOf(again), before)
    assert.ok((await create(again, 'next')) > revision)
    await again.close()
  })

  it('has nothing in it that others can read', async () => {
    const data = newFolder()
    const started = await startApiServer({ data })
    await create(started, 'a')
    const wide = readdirSync(data).filter((name) => (statSync(join(data, name)).mode & 0o77) !== 0)
    assert.ok(existsSync(join(data, 'store.db-wal')))
    assert.deepEqual(wide, [])
    await started.close()
  })

  it('makes no keys where its store is refused', async () => {
    const data = newFolder()
    writeFileSync(join(data, 'store.db'), 'no store')
    await assert.rejects(startApiServer({ data }), { code: 'damaged' })
    assert.deepEqual(readdirSync(data), ['store.db'])
  })

  const text = (data: string, name: string): string => readFileSync(join(data, name), 'utf8')
  const changed = (pem: string, mark: string): string => {
    const at = pem.indexOf(mark) + mark.length + 60
    return `${pem.slice(0, at)}${pem[at] === 'A' ? 'B' : 'A'}${pem.slice(at + 1)}`
  }

  type Case = [file: string, damage: (pem: string) => string, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['authority.pem',       () => '',                                             /it is empty/,                  'a new one would be another authority'],
    ['authority.pem',       (pem) => pem.slice(0, 300),                           /its key cannot be read/,       'its end is missing'],
    ['authority.pem',       (pem) => changed(pem, 'BEGIN CERTIFICATE-----\n'),    /its certificate (is not as it was signed|cannot be read)/, 'clients would not trust it'],
    ['authority.pem',       (pem) => changed(pem, 'BEGIN PRIVATE KEY-----\n'),    /its key (cannot be read|does not fit together)/, 'it would sign what nobody accepts'],
    ['authority.pem',       (pem) => `${pem.slice(0, pem.indexOf('-----BEGIN PRIVATE'))}${createAuthority({ commonName: 'x' }, 0).key}`, /not that of its certificate/, 'they are two halves'],
    ['service-account.key', (pem) => changed(pem, 'BEGIN PRIVATE KEY-----\n'),    /its key (cannot be read|does not fit together)/, 'tokens would be refused'],
    ['service-account.key', () => 'nothing of the kind',                          /its key cannot be read/,       'it is none'],
    ['admin-token',         () => 'two words\n',                                  /it is no token/,               'it could not be sent'],
  ]
  for (const [file, damage, says, because] of cases)
    it(`is refused where ${file} cannot be used, because ${because}`, async () => {
      const data = newFolder()
      await (await startApiServer({ data })).close()
      const spoilt = damage(text(data, file))
      writeFileSync(join(data, file), spoilt)
      await assert.rejects(startApiServer({ data }), (error) => {
        assert.ok(error instanceof IdentityError)
        assert.match(error.message, says)
        assert.ok(error.message.startsWith(join(data, file)) && !error.message.includes('\n'))
        return true
      })
      assert.equal(text(data, file), spoilt)
    })
})
