import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { JsonObject, KubeObject } from '../json/json.ts'
import {
  configMap,
  configMapsPath,
  definitionsPath,
  eventually,
  openTestServer,
  widgetDefinition,
  widgetsPath,
} from '../server.testing.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'sitrep-clusters-'))
after(() => rmSync(folder, { recursive: true }))

const revisionOf = ({ metadata }: KubeObject): number => Number((metadata as JsonObject)['resourceVersion'])
const east = '/clusters/prod/east'

describe('several clusters', () => {
  it('share a counter of revisions and nothing else', async () => {
    const test = await openTestServer({ clusters: ['prod/east'] })
    const here = (await test.call('POST', configMapsPath, configMap('c', { at: 'root' }))).body
    const there = (await test.call('POST', `${east}${configMapsPath}`, configMap('c', { at: 'east' }))).body
    assert.ok(revisionOf(there) > revisionOf(here))
    assert.deepEqual((await test.call('GET', `${configMapsPath}/c`)).body['data'], { at: 'root' })
    assert.deepEqual((await test.call('GET', `${east}${configMapsPath}/c`)).body['data'], { at: 'east' })
    await test.call('POST', `${east}${definitionsPath}`, widgetDefinition())
    assert.equal((await test.call('GET', `${east}${widgetsPath}`)).status, 200)
    assert.equal((await test.call('GET', widgetsPath)).status, 404)
    await test.close()
  })

  it('are watched apart', async () => {
    const test = await openTestServer({ clusters: ['prod/east'], controllers: { serviceAccounts: false } })
    const watch = await test.watch(`${east}${configMapsPath}?watch=true`)
    await test.call('POST', configMapsPath, configMap('root'))
    await test.call('POST', `${east}${configMapsPath}`, configMap('east'))
    assert.deepEqual(await watch.shown(1), ['ADDED east'])
    watch.close()
    await test.close()
  })

  it('come and go while the server runs, and leave nothing behind', async () => {
    const test = await openTestServer()
    assert.equal((await test.call('GET', `${east}/version`)).status, 404)
    await test.server.addCluster('prod/east')
    await test.call('POST', `${east}${configMapsPath}`, configMap('c'))
    await test.server.removeCluster('prod/east')
    assert.equal((await test.call('GET', `${east}/version`)).status, 404)
    await test.server.addCluster('prod/east')
    assert.equal((await test.call('GET', `${east}${configMapsPath}/c`)).status, 404)
    await assert.rejects(test.server.addCluster('../etc'), TypeError)
    await test.close()
  })

  it('that were written to are there again after a restart, with tokens that are good in their own only', async () => {
    const file = join(folder, 'store.db')
    const open = (): ReturnType<typeof openTestServer> =>
      openTestServer({ store: openSqliteStore({ file, now: Date.now }) })
    const first = await open()
    await first.server.addCluster('prod/east')
    await first.call('POST', `${east}${configMapsPath}`, configMap('kept'))
    await first.close()
    const second = await open()
    assert.equal((await second.call('GET', `${east}${configMapsPath}/kept`)).status, 200)
    await eventually(
      async () =>
        (await second.call('GET', `${east}/api/v1/namespaces/default/serviceaccounts/default`)).status ===
        200,
    )
    const { body } = await second.call(
      'POST',
      `${east}/api/v1/namespaces/default/serviceaccounts/default/token`,
      { spec: {} },
    )
    const { token } = body['status'] as { token: string }
    assert.equal((await second.as(token)('GET', `${east}/api`)).status, 200)
    assert.equal((await second.as(token)('GET', '/api')).status, 401)
    await second.close()
  })
})
