import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ControllerError } from '@sitrep/controller/connection'
import type { AnyApplyServer, Running } from './server.testing.ts'

const group = '/apis/cluster.x-k8s.io/v1beta2/namespaces/default'

/** What sitrep delete promises on any API server. */
export function describeDelete(open: () => Promise<AnyApplyServer>): void {
  let server: AnyApplyServer
  before(async () => {
    server = await open()
  })
  after(() => server.close())

  const create = (path: string, body: object): Promise<unknown> =>
    server.connection.request({ method: 'POST', path, body })
  const patch = (path: string, body: object): Promise<unknown> =>
    server.connection.request({ method: 'PATCH', path, body, contentType: 'application/merge-patch+json' })
  const settings = (name: string): Promise<unknown> =>
    create('/api/v1/namespaces/default/configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name },
    })
  const isThere = async (path: string): Promise<boolean> => {
    try {
      await server.connection.request({ path })
      return true
    } catch (error) {
      if (error instanceof ControllerError && error.code === 'not-found') return false
      throw error
    }
  }
  const said = ({ out }: Running): readonly string[] => out.map((line) => line.replace(/^\s*\d+s\s+/, ''))

  it('deletes nothing in a dry run', async () => {
    await settings('dry')
    for (const where of ['client', 'server']) {
      const running = server.run(['delete', 'configmap/dry', '-n', 'default', '--dry-run', where])
      assert.equal(await running.code, 0)
      assert.deepEqual(said(running), [`ConfigMap default/dry would be deleted (${where} dry run)`])
    }
    assert.ok(await isThere('/api/v1/namespaces/default/configmaps/dry'))
    const missing = server.run(['delete', 'configmap/none', '-n', 'default', '--dry-run', 'client'])
    assert.equal(await missing.code, 1)
  })

  it('deletes what is named and says so', async () => {
    await settings('a')
    const running = server.run(['delete', 'configmap/a', '-n', 'default'])
    assert.equal(await running.code, 0)
    assert.deepEqual(said(running), ['ConfigMap default/a is being deleted'])
    assert.equal(await isThere('/api/v1/namespaces/default/configmaps/a'), false)
  })

  type Case = [name: string, line: readonly string[], code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a name that is not there', ['configmap/nobody', '-n', 'default'],                      1, /^There is no ConfigMap default\/nobody$/,     'it may be a slip of the finger'],
    ['the same, and it is fine', ['configmap/nobody', '-n', 'default', '--ignore-not-found'], 0, /^$/,                                         'somebody said so'],
    ['nothing named',            [],                                                          2, /KIND\/NAME, or -f FILE/,                     'there is nothing to delete'],
    ['a kind alone',             ['configmaps'],                                              2, /Name the ConfigMap to delete/,               'all of a kind is seldom meant'],
    ['an odd cascade',           ['configmap/a', '--cascade', 'sideways'],                    2, /background, foreground, orphan/,             'it says what there is'],
  ]
  for (const [name, line, code, says, because] of cases) {
    it(`${name} ends with ${code}, because ${because}`, async () => {
      const running = server.run(['delete', ...line])
      assert.equal(await running.code, code)
      assert.match(running.err.join('\n'), says)
    })
  }

  const doomed = async (name: string): Promise<string> => {
    const path = `${group}/clusters/${name}`
    await create(`${group}/clusters`, {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Cluster',
      metadata: { name, finalizers: ['cluster.cluster.x-k8s.io'] },
      spec: { controlPlaneEndpoint: { host: 'x', port: 6443 } },
    })
    await create(`${group}/machines`, {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Machine',
      metadata: {
        name: `${name}-m`,
        labels: { 'cluster.x-k8s.io/cluster-name': name },
        finalizers: ['machine.cluster.x-k8s.io'],
      },
      spec: {
        clusterName: name,
        bootstrap: { dataSecretName: 'x' },
        infrastructureRef: { apiGroup: 'example.com', kind: 'Thing', name: 'x' },
      },
    })
    return path
  }
  const release = (path: string): Promise<unknown> => patch(path, { metadata: { finalizers: [] } })

  it('follows a cluster until it is gone, telling what is left and what holds it', async () => {
    const path = await doomed('blue')
    const machine = `${group}/machines/blue-m`
    const running = server.run(['delete', 'cluster/blue', '-n', 'default', '--wait'])
    await running.said(/still there: 1 Machine$/)
    await server.connection.request({ method: 'DELETE', path: machine })
    const message = 'Node n is being drained: Pod web is held by a budget'
    const condition = {
      type: 'Deleted',
      status: 'True',
      reason: 'DrainingNode',
      message,
      lastTransitionTime: '2026-01-01T00:00:00Z',
    }
    await patch(`${machine}/status`, { status: { conditions: [condition] } })
    await running.said(
      /waits for Machine default\/blue-m: Node n is being drained: Pod web is held by a budget/,
    )
    await release(machine)
    await running.said(/waits for Cluster default\/blue: finalizer cluster\.cluster\.x-k8s\.io/)
    await release(path)
    assert.equal(await running.code, 0)
    assert.equal(said(running).at(-1), 'Cluster default/blue is gone')
  })

  it('ends with 1 when the time is over, with what is left', async () => {
    const path = await doomed('slow')
    const running = server.run(['delete', 'cluster/slow', '-n', 'default', '--wait', '--timeout', '0'])
    assert.equal(await running.code, 1)
    assert.match(said(running).at(-1) ?? '', /is not gone in time; still there: 1 Machine$/)
    await release(`${group}/machines/slow-m`)
    await release(path)
  })

  it('ends with 130 when it is stopped, and the deletion goes on', async () => {
    const path = await doomed('half')
    const running = server.run(['delete', 'cluster/half', '-n', 'default', '--wait'])
    await running.said(/still there/)
    running.interrupt()
    assert.equal(await running.code, 130)
    assert.match(said(running).at(-1) ?? '', /nothing was undone\. To go on: sitrep delete cluster\/half/)
    await release(path)
    assert.equal(await isThere(path), false)
  })

  it('is stopped between two objects, and tells how to go on', async () => {
    await Promise.all(['x1', 'x2'].map(settings))
    const running = server.run(['delete', 'configmap/x1', 'configmap/x2', '-n', 'default'])
    running.interrupt()
    assert.equal(await running.code, 130)
    assert.match(said(running).at(-1) ?? '', /To go on: sitrep delete configmap\/x1 configmap\/x2/)
    assert.equal(await isThere('/api/v1/namespaces/default/configmaps/x2'), true)
  })

  const file = (name: string): string =>
    [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${name}-settings`, namespace: 'default' } },
      { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', metadata: { name, namespace: 'default' } },
    ]
      .map((object) => JSON.stringify(object))
      .join('\n---\n')

  it('keeps what a cluster rests on until the cluster is gone', async () => {
    const path = await doomed('based')
    await settings('based-settings')
    const hasty = server.run(['delete', '-f', '-'], { input: file('based') })
    assert.equal(await hasty.code, 2)
    assert.match(hasty.err[0] ?? '', /add --wait$/)
    const running = server.run(['delete', '-f', '-', '--wait'], { input: file('based') })
    await running.said(/still there: 1 Machine/)
    assert.equal(await isThere('/api/v1/namespaces/default/configmaps/based-settings'), true)
    await release(path)
    assert.equal(await running.code, 0)
    assert.equal(await isThere('/api/v1/namespaces/default/configmaps/based-settings'), false)
    const again = server.run(['delete', '-f', '-', '--wait'], { input: file('based') })
    assert.equal(await again.code, 0, 'what is gone already is as the file wants it')
    assert.deepEqual(said(again), [
      'Cluster default/based is not there',
      'ConfigMap default/based-settings is not there',
    ])
  })
}
