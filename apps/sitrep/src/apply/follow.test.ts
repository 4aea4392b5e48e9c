import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type ApplyServer, openApplyServer, type Running } from './server.testing.ts'

const group = '/apis/cluster.x-k8s.io/v1beta2/namespaces/default'
const labels = (name: string): object => ({ 'cluster.x-k8s.io/cluster-name': name })

/** A cluster with its control plane, as a user would write it. */
const manifest = (name: string): string =>
  [
    {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Cluster',
      metadata: { name, namespace: 'default' },
      spec: {
        controlPlaneRef: {
          apiGroup: 'controlplane.cluster.x-k8s.io',
          kind: 'KubeadmControlPlane',
          name: `${name}-cp`,
        },
      },
    },
    {
      apiVersion: 'controlplane.cluster.x-k8s.io/v1beta2',
      kind: 'KubeadmControlPlane',
      metadata: { name: `${name}-cp`, namespace: 'default', labels: labels(name) },
      spec: {
        replicas: 3,
        version: 'v1.36.0',
        machineTemplate: {
          spec: { infrastructureRef: { apiGroup: 'example.com', kind: 'Template', name: 't' } },
        },
      },
    },
  ]
    .map((object) => JSON.stringify(object))
    .join('\n---\n')

const now = '2026-01-01T00:00:00Z'
const condition = (type: string, status: string, reason: string, message = ''): object => ({
  type,
  status,
  reason,
  message,
  lastTransitionTime: now,
})

describe('sitrep apply --wait', () => {
  let server: ApplyServer
  before(async () => {
    server = await openApplyServer()
  })
  after(() => server.close())

  const begin = (name: string, ...options: readonly string[]): Running =>
    server.run(['apply', '-f', '-', '--wait', ...options], { input: manifest(name) })
  const report = (path: string, status: object): Promise<unknown> =>
    server.connection.request({
      method: 'PATCH',
      path: `${path}/status`,
      body: { status },
      contentType: 'application/merge-patch+json',
    })
  const cluster = (name: string, status: object): Promise<unknown> =>
    report(`${group}/clusters/${name}`, status)
  const controlPlane = (name: string, ready: number): Promise<unknown> =>
    report(`${group.replace('cluster.x', 'controlplane.cluster.x')}/kubeadmcontrolplanes/${name}-cp`, {
      observedGeneration: 1,
      replicas: ready,
      readyReplicas: ready,
      upToDateReplicas: ready,
    })
  const secret = (name: string, text: string): Promise<unknown> =>
    server.connection.request({
      method: 'POST',
      path: '/api/v1/namespaces/default/secrets',
      body: {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: `${name}-kubeconfig` },
        stringData: { value: text },
      },
    })
  const initialized = {
    observedGeneration: 1,
    initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true },
  }

  it('writes the kubeconfig once the control plane is there, and ends with 0 once all of it is', async () => {
    const running = begin('blue')
    await running.said(/Cluster default\/blue: Spec taken up working/)
    await cluster('blue', { observedGeneration: 1 })
    await running.said(/Spec taken up done/)
    await secret('blue', 'the way to blue')
    await controlPlane('blue', 1)
    await running.said(/Control plane working, 1 of 3 ready/)
    await cluster('blue', initialized)
    await running.said(/the kubeconfig is in .*blue\.kubeconfig/)
    const file = join(server.folder, 'blue.kubeconfig')
    assert.equal(readFileSync(file, 'utf8'), 'the way to blue')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    await controlPlane('blue', 3)
    await running.said(/Control plane done, 3 of 3 ready/)
    await cluster('blue', { conditions: [condition('Available', 'True', 'Available')] })
    assert.equal(await running.code, 0)
    assert.match(running.out.at(-1) ?? '', /Cluster default\/blue is ready$/)
  })

  it('takes up where it was when the same command is run again', async () => {
    const running = begin('blue', '--kubeconfig-out', 'elsewhere/again.kubeconfig')
    assert.equal(await running.code, 0)
    assert.equal(running.out.filter((line) => line.endsWith(' unchanged')).length, 2, running.out.join('\n'))
    assert.equal(
      readFileSync(join(server.folder, 'elsewhere', 'again.kubeconfig'), 'utf8'),
      'the way to blue',
    )
  })

  it('ends with 1 when an error lasts, and says which', async () => {
    const running = begin('red', '--fail-after', '50ms')
    await running.said(/Cluster default\/red: Spec taken up/)
    const broken = condition(
      'InfrastructureReady',
      'False',
      'CreationFailed',
      'The network 10.0.0.0/8 is taken',
    )
    await cluster('red', { observedGeneration: 1, conditions: [broken] })
    assert.equal(await running.code, 1)
    assert.match(
      running.out.at(-1) ?? '',
      /red failed: Cluster default\/red: The network 10\.0\.0\.0\/8 is taken \(CreationFailed\)$/,
    )
  })

  it('ends with 1 when the time is over, and says what was missing', async () => {
    const running = begin('slow', '--timeout', '0', '-o', 'json')
    assert.equal(await running.code, 1)
    const last = JSON.parse(running.out.at(-1) ?? '') as { event: string; missing: readonly string[] }
    assert.equal(last.event, 'timeout')
    assert.deepEqual(last.missing, [
      'Spec taken up',
      'Infrastructure',
      'Control plane initialized',
      'Kubeconfig',
      'Control plane',
      'Workers',
      'Ready',
    ])
  })

  it('looks once when there is no time to wait: 0 for what is ready, 1 with what is missing for what is not', async () => {
    assert.equal(await begin('blue', '--timeout', '0').code, 0)
    const running = begin('slow', '--timeout', '0')
    assert.equal(await running.code, 1)
    assert.match(
      running.out.join('\n'),
      /is not ready in time; still missing: Spec taken up; Infrastructure;/,
    )
  })

  it('applies nothing where the kubeconfig could not be written', async () => {
    const running = begin('nowhere', '--kubeconfig-out', 'kubeconfig/below')
    assert.equal(await running.code, 2)
    assert.match(running.err[0] ?? '', /No kubeconfig can be written to .*: \S+ is no folder/)
    assert.deepEqual(running.out, [])
  })

  it('ends with 130 when it is stopped, and tells how to go on', async () => {
    const running = begin('slow', '--timeout', '5m')
    await running.said(/Cluster default\/slow: Spec/)
    running.interrupt()
    assert.equal(await running.code, 130)
    assert.match(
      running.out.at(-1) ?? '',
      /Stopped watching; nothing was undone\. To go on: sitrep apply --filename - --wait --timeout 5m --kubeconfig \S+$/,
    )
  })

  it('ends with 1 when the cluster is deleted meanwhile', async () => {
    const running = begin('gone')
    await running.said(/Cluster default\/gone: Spec/)
    await server.connection.request({ method: 'DELETE', path: `${group}/clusters/gone` })
    assert.equal(await running.code, 1)
    assert.match(running.out.at(-1) ?? '', /Cluster default\/gone failed: it was deleted$/)
  })

  it('goes on by itself when the server was away', async () => {
    const running = begin('steady')
    await running.said(/Cluster default\/steady: Spec taken up working/)
    const restart = await server.interruptServer()
    await running.said(/Cluster default\/steady: It cannot be read now/)
    await restart()
    await running.said(/no longer: Cluster default\/steady: It cannot be read now/)
    await cluster('steady', { observedGeneration: 1 })
    await running.said(/Spec taken up done/)
    running.interrupt()
    assert.equal(await running.code, 130)
  })

  it('draws a picture in place on a terminal', async () => {
    const running = server.run(['apply', '-f', '-', '--wait'], { input: manifest('blue'), width: 60 })
    assert.equal(await running.code, 0)
    const written = running.written()
    assert.match(written, /✓ Control plane {14}\[█{5}\] {2}3 of 3 ready/)
    assert.match(written.replace('\u001b[?25h', ''), /\n {2}✓ Ready\nCluster default\/blue is ready\n$/)
    const rows = written.split('\n').filter((line) => line.startsWith('  '))
    assert.ok(rows.length >= 7)
    for (const row of rows) assert.ok(row.length < 60, row)
  })
})
