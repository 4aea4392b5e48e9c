import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { KubeObject } from '../../json/json.ts'
import { openTestServer, type TestServer } from '../../server.testing.ts'

const pods = '/api/v1/namespaces/default/pods'
const pod: KubeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' } as KubeObject['metadata'],
  spec: { containers: [{ name: 'c', image: 'i' }] },
}

describe('The log of a Pod that somebody runs', () => {
  let test: TestServer
  const asked: unknown[] = []
  before(async () => {
    test = await openTestServer({
      podLogs: (which, options) => {
        asked.push({ which, options })
        return options.container === 'nobody' ? undefined : 'one\ntwo\n'
      },
    })
    await test.call('POST', pods, pod)
  })
  after(() => test.close())

  it('is what they say, since the moment that was asked for', async () => {
    const { status, text, headers } = await test.call(
      'GET',
      `${pods}/web/log?container=c&sinceTime=2026-01-01T00:00:00Z&tailLines=2`,
    )
    assert.deepEqual([status, text, headers['Content-Type']], [200, 'one\ntwo\n', 'text/plain'])
    assert.deepEqual(asked.at(-1), {
      which: { cluster: '', namespace: 'default', name: 'web' },
      options: { container: 'c', since: Date.parse('2026-01-01T00:00:00Z'), tail: 2, timestamps: false },
    })
  })

  // biome-ignore format: the table is read as one
  const refused: readonly [path: string, status: number, because: string][] = [
    ['nobody/log',                404, 'there is no such Pod'],
    ['web/log?container=nobody',  400, 'it has no such container'],
    ['web/log?sinceTime=never',   400, 'that is no time'],
    ['web/log?tailLines=-1',      400, 'that is no count'],
  ]
  for (const [path, status, because] of refused)
    it(`is refused at ${path}, because ${because}`, async () =>
      assert.equal((await test.call('GET', `${pods}/${path}`)).status, status))
})

describe('EndpointSlices that name loopback addresses', () => {
  const slice = (address: string) => ({
    metadata: { name: 's' },
    addressType: 'IPv4',
    endpoints: [{ addresses: [address] }],
  })
  const path = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'

  // biome-ignore format: the table is read as one
  const cases: readonly [loopback: boolean, address: string, status: number, because: string][] = [
    [false, '127.0.0.5',   422, 'it leads to another machine from each'],
    [true,  '127.0.0.5',   201, 'there is one machine, and that was said'],
    [true,  '169.254.0.1', 422, 'nothing was said about others'],
    [true,  'nowhere',     422, 'that is no address'],
  ]
  for (const [loopbackEndpoints, address, status, because] of cases)
    it(`${address}: ${status}, because ${because}`, async () => {
      const test = await openTestServer({ loopbackEndpoints })
      assert.equal((await test.call('POST', path, slice(address))).status, status)
      await test.close()
    })
})
