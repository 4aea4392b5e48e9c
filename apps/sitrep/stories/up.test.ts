import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Connection } from '@sitrep/controller/connection'
import { says } from '@sitrep/simulator/testing'
import type { KubeObject } from '@sitrep/status'
import { eventually, openPrograms, type RunningUp } from './program.testing.ts'

const limit = { timeout: 240_000 }

const list = async (connection: Connection, path: string): Promise<readonly KubeObject[]> =>
  (await connection.request<{ items: readonly KubeObject[] }>({ path })).items

const clusters = (connection: Connection): Promise<readonly KubeObject[]> =>
  list(connection, '/apis/cluster.x-k8s.io/v1beta2/clusters')

const uids = (objects: readonly KubeObject[]): readonly string[] =>
  objects.map(({ metadata }) => `${metadata.name} ${metadata.uid}`).sort()

describe('sitrep up', () => {
  const programs = openPrograms()
  const folders: string[] = []
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), 'sitrep-up-'))
    folders.push(made)
    return made
  }
  afterEach(() => programs.endAll())
  after(() => {
    for (const made of folders) rmSync(made, { recursive: true })
  })

  it(
    'comes up with the first objects of the demo, ends with 0 on Ctrl-C, and goes on where it stopped',
    limit,
    async (t) => {
      const data = folder()
      const begun = performance.now()
      const first = await programs.up(data, '--scenario', 'demo')
      const made = await eventually(async () => {
        const there = await clusters(first.connection)
        return there.length > 0 ? there : undefined
      })
      t.diagnostic(
        `ready with the first cluster after ${Math.round(performance.now() - begun)} ms, from sources (bar: 2,000 ms)`,
      )
      const { code, stderr } = await first.kill('SIGINT')
      assert.deepEqual({ code, stderr }, { code: 0, stderr: 'Stopping\n' })

      const second = await programs.up(data, '--scenario', 'demo')
      const after = uids(await clusters(second.connection))
      for (const cluster of uids(made)) assert.ok(after.includes(cluster), cluster)
      assert.equal((await second.kill('SIGTERM')).code, 0)
    },
  )

  describe('beside one that runs', () => {
    const data = folder()
    const beside = openPrograms()
    let running: RunningUp
    before(async () => {
      running = await beside.up(data)
    })
    after(() => beside.endAll())

    it('says in one line that a port is taken', limit, async () => {
      const args = ['up', '--data', folder(), '--port', String(running.port)]
      const { code, stdout, stderr } = await programs.sitrep(args).ended
      assert.deepEqual([code, stdout], [3, ''])
      assert.match(stderr, new RegExp(`^Port ${running.port} is in use: [^\\n]*--port[^\\n]*\\n$`))
    })

    it('says in one line that the port of the dashboard is taken, and ends', limit, async () => {
      const args = ['up', '--data', folder(), '--dashboard-port', String(running.port)]
      const { code, stdout, stderr } = await programs.sitrep(args).ended
      assert.deepEqual([code, stdout], [3, ''])
      assert.match(stderr, new RegExp(`^Port ${running.port} is in use: [^\\n]*--dashboard-port[^\\n]*\\n$`))
    })

    it('says in one line that another process works in the folder, and leaves it alone', limit, async () => {
      const { code, stderr } = await programs.sitrep(['up', '--data', data]).ended
      assert.equal(code, 3)
      assert.match(stderr, /^[^\n]*in use by another process\n$/)
      assert.deepEqual(await clusters(running.connection), [])
    })
  })

  it('loses nothing that was answered when it is killed in the middle of writing', limit, async () => {
    const data = folder()
    const first = await programs.up(data, '--scenario', 'demo', '--speed', '20')
    const machines = await eventually(async () => {
      const there = await list(first.connection, '/apis/cluster.x-k8s.io/v1beta2/machines')
      return there.some((machine) => says(machine, 'Ready').startsWith('True')) ? there : undefined
    })
    const answered: string[] = []
    const write = async (name: string): Promise<void> => {
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { name } }
      const path = '/api/v1/namespaces/default/configmaps'
      await first.connection.request({ method: 'POST', path, body })
      answered.push(name)
    }
    const all = Promise.allSettled(Array.from({ length: 400 }, (_, index) => write(`kept-${index}`)))
    await eventually(async () => (answered.length > 100 ? true : undefined))
    await first.kill('SIGKILL')
    const late = (await all).filter(({ status }) => status === 'rejected')
    assert.ok(late.length > 0, 'some were still on their way')

    const second = await programs.up(data, '--scenario', 'demo', '--speed', '20')
    const kept = await list(second.connection, '/api/v1/namespaces/default/configmaps')
    const names = new Set(kept.map(({ metadata }) => metadata.name))
    for (const name of answered) assert.ok(names.has(name), `${name} was answered and is lost`)
    // The world goes on, and its Machines come and go; those of the same name are the same.
    const again = await list(second.connection, '/apis/cluster.x-k8s.io/v1beta2/machines')
    const before = new Map(machines.map(({ metadata }) => [metadata.name, metadata.uid]))
    const still = again.filter(({ metadata }) => before.has(metadata.name))
    assert.ok(still.length > 0, 'Machines are still there')
    for (const { metadata } of still) assert.equal(metadata.uid, before.get(metadata.name), metadata.name)
    assert.equal((await second.kill('SIGINT')).code, 0)
  })

  it('refuses a damaged log in one line and changes nothing, until somebody says so', limit, async () => {
    const data = folder()
    const first = await programs.up(data)
    await first.kill('SIGKILL')
    const log = readFileSync(join(data, 'store.db-wal'))
    // In the middle of it: SQLite by itself would leave out all that follows.
    const middle = Math.floor(log.length / 2)
    log[middle] = (log[middle] ?? 0) ^ 0x10
    writeFileSync(join(data, 'store.db-wal'), log)
    const stored = (): readonly string[] =>
      readdirSync(data)
        .filter((name) => name.startsWith('store.db'))
        .map((name) => `${name} ${readFileSync(join(data, name), 'base64')}`)
    const before = stored()
    const refused = await programs.sitrep(['up', '--data', data]).ended
    assert.equal(refused.code, 3)
    assert.match(
      refused.stderr,
      /^[^\n]*was acknowledged, and what can be read ends at [^\n]*store repair[^\n]*\n$/,
    )
    assert.deepEqual(stored(), before)

    assert.equal((await programs.sitrep(['store', 'check', '--data', data]).ended).code, 1)
    assert.equal((await programs.sitrep(['store', 'repair', '--data', data]).ended).code, 0)
    const second = await programs.up(data)
    assert.deepEqual(await clusters(second.connection), [])
    assert.equal((await second.kill('SIGINT')).code, 0)
  })
})
