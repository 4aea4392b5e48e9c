import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ComparisonReport } from '@sitrep/controller'
import { at, type KubeObject } from '@sitrep/status'
import { type ApplyServer, openApplyServer } from '../apply/server.testing.ts'

const clusters = '/apis/cluster.x-k8s.io/v1beta2/namespaces/default/clusters'
const limit = { timeout: 60_000 }

describe('sitrep run --once --compare', () => {
  let server: ApplyServer
  before(async () => {
    server = await openApplyServer()
  })
  after(() => server.close())

  const compare = async (...further: readonly string[]): Promise<{ code: number; text: string }> => {
    const running = server.run(['run', '--once', '--compare', '--settle', '0', ...further])
    const code = await running.code
    return { code, text: [...running.out, ...running.err].join('\n') }
  }
  const create = (namespace: string, name: string): Promise<unknown> =>
    server.connection.request({
      method: 'POST',
      path: `/apis/cluster.x-k8s.io/v1beta2/namespaces/${namespace}/clusters`,
      body: {
        apiVersion: 'cluster.x-k8s.io/v1beta2',
        kind: 'Cluster',
        metadata: { name },
        spec: {
          infrastructureRef: { apiGroup: 'infrastructure.cluster.x-k8s.io', kind: 'DockerCluster', name },
        },
      },
    })
  const report = (body: object, name = 'blue'): Promise<unknown> =>
    server.connection.request({
      method: 'PATCH',
      path: `${clusters}/${name}/status?fieldManager=manager`,
      body: { status: body },
      contentType: 'application/merge-patch+json',
    })

  type Case = [args: readonly string[], code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const refused: readonly Case[] = [
    [['run', '--once'],                           2, /go together/,   'there is nothing else to do once'],
    [['run', '--compare'],                        2, /go together/,   'without an end it is what run does anyway'],
    [['run', '--once', '--compare', '--write'],   2, /leave out/,     'what is written would agree with itself'],
    [['run', '-o', 'json'],                       2, /-o goes with/,  'a log is no report'],
  ]
  for (const [args, code, says, because] of refused) {
    it(`${args.join(' ')} ends with ${code}, because ${because}`, async () => {
      const running = server.run(args)
      assert.equal(await running.code, code)
      assert.match(running.err.join('\n'), says)
    })
  }

  it('ends with 3 where nothing is there to be compared', limit, async () => {
    const { code, text } = await compare()
    assert.equal(code, 3, text)
    assert.match(text, /Nothing was compared/)
  })

  it('ends with 1 and shows both sides of conditions and fields that differ', limit, async () => {
    await create('default', 'blue')
    const lastTransitionTime = '2026-01-01T00:00:00Z'
    await report({
      phase: 'Provisioned',
      conditions: [
        { type: 'Available', status: 'True', reason: 'Available', message: '', lastTransitionTime },
      ],
    })
    const { code, text } = await compare()
    assert.equal(code, 1, text)
    assert.match(text, /Compared 1 object, \d+ conditions and \d+ fields \(cluster-api: \w+/)
    assert.match(
      text,
      /Cluster\.cluster\.x-k8s\.io Available: 1 object\n {4}default\/blue\n {6}reported: True Available/,
    )
    assert.match(text, /status\.phase: 1 object\n {4}default\/blue\n {6}reported: "Provisioned"/)
  })

  it('ends with 0 once what is reported is what it computes', limit, async () => {
    const writing = server.run(['run', '--write', '--force', '--metrics-port', '0', '--log-level', 'error'])
    for (;;) {
      const { status } = await server.connection.request<KubeObject>({ path: `${clusters}/blue` })
      if (at(status, 'phase') !== 'Provisioned') break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    writing.interrupt()
    await writing.code
    const { code, text } = await compare()
    assert.equal(code, 0, text)
    assert.match(text, /Nothing differs\.$/)
    const json = await compare('-o', 'json')
    const { compared, items } = JSON.parse(json.text) as ComparisonReport
    assert.deepEqual([compared.objects, items], [1, []])
  })

  it('looks at one namespace and one family where that is asked for', limit, async () => {
    assert.match((await compare('-n', 'other')).text, /Nothing was compared/)
    assert.match(
      (await compare('--families', 'gateway-api')).text,
      /Compared 0 objects.*gateway-api: released\)/,
    )
  })

  it('with --write in one namespace, nothing is written in another', limit, async () => {
    const everywhere = '/apis/cluster.x-k8s.io/v1beta2'
    await server.connection.request({
      method: 'POST',
      path: '/api/v1/namespaces',
      body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-b' } },
    })
    await create('team-b', 'gold')
    await create('default', 'silver')
    const saidIn = async (namespace: string, name: string): Promise<unknown> =>
      (
        await server.connection.request<KubeObject>({
          path: `${everywhere}/namespaces/${namespace}/clusters/${name}`,
        })
      ).status
    const writing = server.run([
      'run',
      '--write',
      '--force',
      '-n',
      'default',
      '--families',
      'cluster-api',
      '--metrics-port',
      '0',
    ])
    while ((await saidIn('default', 'silver')) === undefined)
      await new Promise((resolve) => setTimeout(resolve, 50))
    writing.interrupt()
    await writing.code
    assert.equal(await saidIn('team-b', 'gold'), undefined)
  })

  it('ends with 3 where a workload cluster does not answer, although nothing differs', limit, async () => {
    await create('default', 'red')
    const clustersOf = { name: 'c', cluster: { server: 'http://127.0.0.1:1' } }
    const value = JSON.stringify({
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [clustersOf],
      users: [{ name: 'u', user: { token: 't' } }],
    })
    await server.connection.request({
      method: 'POST',
      path: '/api/v1/namespaces/default/secrets',
      body: {
        apiVersion: 'v1',
        kind: 'Secret',
        type: 'cluster.x-k8s.io/secret',
        metadata: { name: 'red-kubeconfig' },
        data: { value: Buffer.from(value).toString('base64') },
      },
    })
    await report(
      { initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true } },
      'red',
    )
    const { text } = await compare()
    assert.match(
      text,
      /Could not be compared\n {2}The cluster default\/red has not answered since .*127\.0\.0\.1:1/,
    )
  })
})
