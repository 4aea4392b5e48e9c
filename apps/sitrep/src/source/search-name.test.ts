import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestCluster, type TestCluster } from '../cluster.testing.ts'
import { runLine } from '../testing.ts'

describe('A name that is not where it was looked for', () => {
  let cluster: TestCluster
  const run = (line: string) =>
    runLine([...line.split(' '), '--kubeconfig', cluster.kubeconfig], { env: { HOME: cluster.folder } })
  before(async () => {
    cluster = await openTestCluster()
    await cluster.create('orders')
    await cluster.create('payments')
    await cluster.connection.request({
      method: 'POST',
      path: '/api/v1/namespaces',
      body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fleet' } },
    })
    await cluster.connection.request({
      method: 'POST',
      path: '/apis/example.com/v1/namespaces/fleet/widgets',
      body: { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'orders' } },
    })
  })
  after(() => cluster.close())

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['describe widget/payments',        1, /There is no widget payments in namespace default; there is one in namespace prod$/,        'it lies elsewhere'],
    ['explain widget/payments',         1, /there is one in namespace prod$/,                                                           'it lies elsewhere'],
    ['get widget/payments',             1, /There is no Widget payments in namespace default; there is one in namespace prod$/,        'it lies elsewhere'],
    ['describe widget/orders',          1, /there are some in the namespaces fleet, prod$/,                                             'there are several'],
    ['describe widget/paymants -n prod', 1, /There is no widget paymants in namespace prod; did you mean payments\?$/,                 'a slip of the finger'],
    ['describe widget/payments -n prd', 1, /there is one in namespace prod$/,                                                           'the namespace was mistyped'],
    ['describe widget/xyz -n prd',      1, /There is no widget xyz in namespace prd; there is no namespace prd, did you mean prod\?$/, 'neither is there'],
    ['get widgets -n prd',              0, /No widgets found in namespace prd; there is no namespace prd, did you mean prod\?$/,       'an empty table would say that all is well'],
    ['describe widget/orders -A',       2, /There are several, in fleet, prod; name one with -n$/,                                     'one has to be meant'],
    ['explain widget/xyz -A',           1, /There is no widget xyz in any namespace$/,                                                  'it is nowhere'],
  ] as const
  for (const [line, code, says, because] of cases) {
    it(`sitrep ${line} says what is there, because ${because}`, async () => {
      const ran = await run(line)
      assert.match(ran.err.join('\n'), says)
      assert.equal(ran.code, code)
    })
  }

  it('is found in whatever namespace it lies', async () => {
    const { out, code } = await run('describe widget/payments -A')
    assert.equal(code, 0)
    assert.match(out.join('\n'), /Widget payments/)
    assert.match((await run('explain widget/payments -A')).out[0] ?? '', /^Widget prod\/payments /)
  })
})
