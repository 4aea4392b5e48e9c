import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ApplyServer, openApplyServer } from '../apply/server.testing.ts'

const core = '/api/v1/namespaces/fleet'
const apps = '/apis/apps/v1/namespaces/fleet'

describe('sitrep describe on a server', () => {
  let server: ApplyServer
  const create = (path: string, body: unknown): Promise<{ metadata: { uid: string } }> =>
    server.connection.request({ method: 'POST', path, body })
  const owned = (name: string, owner: { name: string; uid: string }) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace: 'fleet',
      ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', controller: true, ...owner }],
    },
  })
  let root: { name: string; uid: string }
  before(async () => {
    server = await openApplyServer()
    await create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fleet' } })
    const made = await create(`${core}/configmaps`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'root', namespace: 'fleet' },
    })
    root = { name: 'root', uid: made.metadata.uid }
    await create(`${core}/configmaps`, owned('leaf', root))
  })
  after(() => server.close())

  it('finds what any object owns', async () => {
    const running = server.run(['describe', 'cm/root', '-n', 'fleet'])
    assert.equal(await running.code, 0)
    assert.deepEqual(
      running.out.slice(1).map((line) => line.split('  ')[0]),
      ['ConfigMap root', '└─ConfigMap leaf'],
    )
  })

  it('draws a Cluster with what it refers to and could not find', async () => {
    await create('/apis/cluster.x-k8s.io/v1beta2/namespaces/fleet/clusters', {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Cluster',
      metadata: { name: 'prod', namespace: 'fleet' },
      spec: {
        infrastructureRef: {
          apiGroup: 'infrastructure.cluster.x-k8s.io',
          kind: 'SimulatedCluster',
          name: 'prod',
        },
        controlPlaneRef: {
          apiGroup: 'controlplane.cluster.x-k8s.io',
          kind: 'KubeadmControlPlane',
          name: 'prod-cp',
        },
      },
    })
    const running = server.run(['describe', 'cluster/prod', '-n', 'fleet', '-o', 'json'])
    assert.equal(await running.code, 0)
    const { ref, children } = JSON.parse(running.out.join('\n')) as {
      ref: { kind: string }
      children: readonly { heading: string; missing?: true }[]
    }
    assert.equal(ref.kind, 'Cluster')
    assert.deepEqual(
      children.map(({ heading, missing }) => [heading, missing]),
      [
        ['Infrastructure', true],
        ['Control plane', true],
      ],
    )
  })

  it('appends a block in a pipe when something changed, and only then', async () => {
    const running = server.run(['describe', 'cm/root', '-n', 'fleet', '-w'])
    await running.said(/ConfigMap leaf/)
    await create(`${core}/configmaps`, owned('second', root))
    await running.said(/ConfigMap second/)
    running.interrupt()
    assert.equal(await running.code, 0)
    assert.equal(running.out.filter((line) => line.startsWith('ConfigMap root')).length, 2)
  })

  it('draws in place on a terminal, and gives the cursor back', async () => {
    const running = server.run(['describe', 'cm/root', '-n', 'fleet', '-w'], { width: 80 })
    await running.said(/ConfigMap second/)
    await create(`${core}/configmaps`, owned('third', root))
    await running.said(/3 ConfigMaps: leaf, second, third/)
    running.interrupt()
    assert.equal(await running.code, 0)
    assert.ok(running.written().startsWith('\u001b[?25l') && running.written().endsWith('\u001b[?25h'))
  })

  it('explains any object by what it reports', async () => {
    await create(`${apps}/deployments`, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'fleet' },
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'a', image: 'b' }] } },
      },
    })
    const running = server.run(['explain', 'deploy/web', '-n', 'fleet', '--verbose'])
    assert.equal(await running.code, 1)
    assert.match(running.out[0] ?? '', /^Deployment fleet\/web is /)
    assert.ok(running.out.some((line) => line.startsWith('Judged by what is known about this kind')))
  })

  it('says that there is no such object', async () => {
    const running = server.run(['describe', 'cluster/nope', '-n', 'fleet'])
    assert.equal(await running.code, 1)
    assert.deepEqual(running.err, ['There is no cluster nope in namespace fleet'])
  })
})
