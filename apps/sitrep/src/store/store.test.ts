import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import { type Ran, runLine } from '../testing.ts'

const root = mkdtempSync(join(tmpdir(), 'sitrep-store-command-'))
after(() => rmSync(root, { recursive: true }))

const newFolder = (): string => mkdtempSync(join(root, 'data-'))
const store = (...words: readonly string[]): Promise<Ran> => runLine(['store', ...words])

async function create(started: StartedApiServer, name: string): Promise<number> {
  const { status, body } = await started.server.answer({
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps',
    query: '',
    headers: { authorization: `Bearer ${started.token}`, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ metadata: { name }, data: { value: 'kept-kept-kept' } })),
  })
  assert.equal(status, 201)
  return Number(JSON.parse(String(body)).metadata.resourceVersion)
}

async function names(started: StartedApiServer): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${started.token}` }
  const path = 'http://x/api/v1/namespaces/default/configmaps'
  const answer = await started.server.fetch(new Request(path, { headers }))
  const { items } = (await answer.json()) as { items: readonly { metadata: { name: string } }[] }
  return items.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt')
}

/** A folder in which a server ran and ended. */
async function endedFolder(): Promise<{ data: string; revision: number }> {
  const data = newFolder()
  const started = await startApiServer({ data })
  await create(started, 'a')
  const revision = await create(started, 'b')
  await started.close()
  return { data, revision }
}

function spoil(data: string): void {
  const file = join(data, 'store.db')
  const bytes = readFileSync(file)
  bytes[bytes.indexOf('kept-kept')] = 0x58
  writeFileSync(file, bytes)
}

describe('sitrep store', () => {
  it('check says that everything is there', async () => {
    const { data } = await endedFolder()
    const { code, out, err } = await store('check', '--data', data)
    assert.deepEqual([code, err], [0, []])
    assert.match(out.join('\n'), /^\S+store\.db is whole: \d+ objects, revision \d+$/)
  })

  it('check names a damaged store and a damaged key, and what to type next', async () => {
    const { data } = await endedFolder()
    spoil(data)
    writeFileSync(join(data, 'authority.pem'), 'x')
    const { code, out, err } = await store('check', '--data', data)
    assert.equal(code, 1)
    assert.match(out.join('\n'), /store\.db is damaged: revision \d+ has a wrong checksum/)
    assert.match(out.join('\n'), /authority\.pem cannot be used: its key cannot be read/)
    assert.match(err.join('\n'), /"sitrep store repair --data /)
  })

  it('repair keeps the rest, says what was lost and where the old files lie; a second one has nothing to do', async () => {
    const { data, revision } = await endedFolder()
    spoil(data)
    const { code, out } = await store('repair', '--data', data)
    assert.equal(code, 0)
    assert.match(out[0] ?? '', /^Kept \d+ objects; the store goes on at revision \d+$/)
    assert.match(out[1] ?? '', /^Lost: revision \d+, which has a wrong checksum$/)
    const aside = out.at(-1)?.replace('The old files lie in ', '') ?? ''
    assert.deepEqual(readdirSync(aside).sort(), ['store.db', 'store.db-seal'])
    assert.match((await store('repair', '--data', data)).out.join(), /is whole: there is nothing to repair$/)

    const again = await startApiServer({ data })
    assert.equal((await names(again)).length, 1)
    assert.ok((await create(again, 'c')) > revision)
    await again.close()
  })

  it('backup copies a server while it runs; restore makes another folder of it, with the same keys', async () => {
    const data = newFolder()
    const started = await startApiServer({ data })
    const revision = await create(started, 'a')
    const file = join(newFolder(), 'copy')
    const ran = await store('backup', file, '--data', data)
    assert.equal(ran.code, 0, ran.err.join())
    assert.equal(statSync(file).mode & 0o777, 0o600)
    await create(started, 'later')

    const other = join(newFolder(), 'deep', 'folder')
    assert.equal((await store('restore', file, '--data', other)).code, 0)
    assert.equal(readFileSync(join(other, 'admin-token'), 'utf8'), started.token)
    const again = await startApiServer({ data: other })
    assert.deepEqual(await names(again), ['a'])
    assert.ok((await create(again, 'next')) > revision)
    await Promise.all([started.close(), again.close()])
  })

  it('restore puts what is there aside and goes on above both', async () => {
    const { data, revision } = await endedFolder()
    const file = join(newFolder(), 'copy')
    assert.equal((await store('backup', file, '--data', data)).code, 0)
    const ran = await store('restore', file, '--data', data)
    assert.match(ran.out.join('\n'), /were there and stayed\nWhat was there before lies in /)
    const first = await startApiServer({ data })
    const later = await create(first, 'c')
    assert.ok(later > revision)
    await first.close()
    await runLine(['store', 'restore', file, '--data', data], { now: '2026-01-02T00:00:00Z' })
    const second = await startApiServer({ data })
    assert.deepEqual(await names(second), ['a', 'b'])
    assert.ok((await create(second, 'd')) > later)
    await second.close()
  })

  it('restore takes nothing out of a backup that names files elsewhere', async () => {
    const { data } = await endedFolder()
    const file = join(newFolder(), 'copy')
    await store('backup', file, '--data', data)
    const [first, ...rest] = readFileSync(file, 'utf8').split('\n')
    const foreign = JSON.stringify({ file: { name: '../outside', text: 'x' } })
    writeFileSync(file, [first, foreign, ...rest].join('\n'))
    const other = join(newFolder(), 'data')
    assert.equal((await store('restore', file, '--data', other)).code, 0)
    assert.ok(!existsSync(join(other, '..', 'outside')))
  })

  type Case = [name: string, words: readonly string[], code: number, says: RegExp]
  const cases: Case[] = [
    ['nothing to do', [], 2, /say one of check, repair, backup, restore/],
    ['something near', ['bakup', 'x'], 2, /did you mean backup\?/],
    ['no file', ['backup'], 2, /takes one file/],
    ['no store', ['check', '--data', root], 3, /There is no store in /],
    ['a file that is none', ['restore', join(root, 'none'), '--data', join(root, 'x')], 3, /cannot be read/],
  ]
  for (const [name, words, code, says] of cases)
    it(`says in one line what is wrong with ${name}`, async () => {
      const ran = await store(...words)
      assert.equal(ran.code, code)
      assert.equal(ran.err.length, 1)
      assert.match(ran.err[0] ?? '', says)
    })
})
