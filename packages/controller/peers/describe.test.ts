import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { findPeer, howToGetPeers } from '../../../tools/peers/find-peer.ts'
import { family, leafObject, rootObject } from '../../engine/src/family.testing.ts'
import { startController } from '../src/controller.ts'
import { eventually, openTestCluster } from '../src/testing.ts'

const kubectl = findPeer('kubectl')
const skip = kubectl === undefined && `kubectl not found: ${howToGetPeers}`

describe('kubectl describe', { skip }, () => {
  it('shows the events of an object, with how often, who says so and why', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitrep-describe-'))
    const cluster = await openTestCluster()
    writeFileSync(join(folder, 'config'), cluster.server.kubeconfig, { mode: 0o600 })
    const controller = startController({ connection: cluster.connection, catalog: family, mode: 'write' })
    const described = async (): Promise<string> => {
      const args = [`--kubeconfig=${join(folder, 'config')}`, '-n', 'prod', 'describe', 'leaf', 'a']
      return (await promisify(execFile)(kubectl ?? '', args, { env: { HOME: folder } })).stdout
    }
    try {
      await cluster.create(rootObject())
      await cluster.create(leafObject('a'))
      for (const healthy of [true, false, true, false]) {
        await cluster.replaceSpec(leafObject('a', { healthy }))
        await eventually('the leaf says so', async () =>
          JSON.stringify((await cluster.read('Leaf', 'a')).status ?? '').includes(healthy ? 'Well' : 'Ill'),
        )
      }
      await eventually('it is told twice', async () => /x2 over/.test(await described()))
      const [, events = ''] = (await described()).split(/^Events:$/m)
      assert.match(events, /Warning +Ill +\S+ \(x2 over \S+\) +sitrep +Healthy is False/)
    } finally {
      await controller.stop()
      await cluster.close()
      rmSync(folder, { recursive: true })
    }
  })
})
