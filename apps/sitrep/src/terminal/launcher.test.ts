import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { openTestCluster } from '../cluster.testing.ts'

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'sitrep.mjs')

// Says at the end what was loaded, of Node and of packages.
const witness = `data:text/javascript,${encodeURIComponent(`
  const { registerHooks } = process.getBuiltinModule('node:module')
  const loaded = []
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
  process.on('exit', () => console.error([...process.moduleLoadList, ...loaded].join('\\n')))
`)}`

interface Started {
  readonly env?: NodeJS.ProcessEnv
  readonly flags?: readonly string[]
}

async function launch(line: readonly string[], { env = {}, flags = [] }: Started) {
  const child = spawn(process.execPath, [...flags, launcher, ...line], {
    // Where tests keep what they compiled is none of its business.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { said, complained, code }
}

describe('The launcher', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-launcher-'))
  after(() => rmSync(folder, { recursive: true }))

  it('keeps what was compiled in the cache folder of the person', async () => {
    const { code } = await launch(['version'], { env: { XDG_CACHE_HOME: folder } })
    assert.equal(code, 0)
    assert.ok(existsSync(join(folder, 'sitrep', 'compiled')))
  })

  it('says what to type next as it was called itself', async () => {
    const file = join(folder, 'broken.json')
    const status = { conditions: [{ type: 'Ready', status: 'False', reason: 'Failed', message: 'no cog' }] }
    const object = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' }, status }
    writeFileSync(file, JSON.stringify(object))
    const { said } = await launch(['trouble', '-f', file], {})
    assert.match(said, /^Next: node \S*bin\/sitrep\.mjs explain widget\/w -f /m)
  })

  it('does without where nothing can be kept', async () => {
    const taken = join(folder, 'taken')
    mkdirSync(taken)
    writeFileSync(join(taken, 'sitrep'), 'a file where the folder would be')
    const { said, complained, code } = await launch(['version'], { env: { XDG_CACHE_HOME: taken } })
    assert.match(said, /^sitrep \d/)
    assert.deepEqual([complained, code], ['', 0])
  })

  it('loads for a table nothing that a table does not need', async () => {
    const cluster = await openTestCluster()
    try {
      await cluster.create('a')
      const { said, complained, code } = await launch(['get', 'widgets', '-n', 'prod'], {
        env: { KUBECONFIG: cluster.kubeconfig },
        flags: [`--import=${witness}`],
      })
      assert.deepEqual([said.split('\n').length, code], [4, 0])
      const loaded = complained.split('\n')
      assert.ok(loaded.some((name) => name.endsWith('/commands/get.ts')))
      assert.ok(loaded.some((name) => name.endsWith('/packages/present/src/index.ts')))
      const needless =
        /undici|http2|child_process|node_modules\/(yaml|@kubernetes|prom-client|pino|ink|react)\/|controller\/src\/index/
      assert.deepEqual(
        loaded.filter((name) => needless.test(name)),
        [],
      )
    } finally {
      await cluster.close()
    }
  })
})
