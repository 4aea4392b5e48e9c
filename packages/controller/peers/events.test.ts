import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { startApiServer } from '@sitrep/api-server'
import { family, leafObject, rootObject } from '@sitrep/engine/testing'
import { findPeer, howToGetPeers } from '../../../tools/peers/find-peer.ts'
import { missingKubernetes, startKubernetes } from '../../../tools/peers/kubernetes.ts'
import { openKubeconfig } from '../src/connection/kubeconfig.ts'
import { startController } from '../src/controller.ts'
import { eventually, prepareCluster } from '../src/testing.ts'

const kubectl = findPeer('kubectl')
const noKubectl = kubectl === undefined ? `kubectl not found: ${howToGetPeers}` : undefined

interface Server {
  readonly kubeconfig: string
  readonly stop: () => Promise<void>
}

async function embedded(dir: string): Promise<Server> {
  const server = await startApiServer()
  const kubeconfig = join(dir, 'config')
  writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 })
  return { kubeconfig, stop: server.close }
}

const servers = [
  ['the embedded server', embedded, noKubectl],
  ['a genuine kube-apiserver', (dir: string) => startKubernetes({ dir }), noKubectl ?? missingKubernetes()],
] as const

for (const [name, start, missing] of servers) {
  describe(`Events on ${name}`, { skip: missing ?? false }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitrep-events-'))
    let server: Server
    before(async () => {
      server = await start(folder)
    })
    after(async () => {
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    it('are shown by kubectl describe, with how often, who says so and why', async () => {
      const { connection } = await openKubeconfig({ text: readFileSync(server.kubeconfig, 'utf8') })
      const cluster = await prepareCluster(connection)
      const failed: string[] = []
      const controller = startController({
        connection,
        catalog: family,
        mode: 'write',
        onEvent: (outcome) => failed.push(...(outcome === 'failed' ? [outcome] : [])),
      })
      const described = async (): Promise<string> => {
        const args = [`--kubeconfig=${server.kubeconfig}`, '-n', 'prod', 'describe', 'leaf', 'a']
        return (await promisify(execFile)(kubectl ?? '', args, { env: { HOME: folder } })).stdout
      }
      const says = async (word: string): Promise<boolean> =>
        JSON.stringify((await cluster.read('Leaf', 'a')).status ?? '').includes(word)
      // A CRD is accepted before its kind is served.
      await eventually('the kinds are served', async () => await created(() => cluster.create(rootObject())))
      await eventually(
        'the kinds are served',
        async () => await created(() => cluster.create(leafObject('a'))),
      )
      for (const healthy of [true, false, true, false]) {
        await cluster.replaceSpec(leafObject('a', { healthy }))
        await eventually('the leaf says so', () => says(healthy ? 'Well' : 'Ill'))
      }
      await eventually('it is told twice', async () => /x2 over/.test(await described()))
      await controller.stop()
      connection.close()
      const [, events = ''] = (await described()).split(/^Events:$/m)
      assert.match(events, /Warning +Ill +\S+ \(x2 over \S+\) +sitrep +Healthy is False/)
      assert.deepEqual(failed, [])
    })
  })
}

async function created(create: () => Promise<unknown>): Promise<boolean> {
  try {
    await create()
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'not-found') return false
    throw error
  }
}
