import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@sitrep/controller/testing'
import { gateway, gatewayClass, listener, route, service } from '@sitrep/gateway-api/testing'
import { at, list } from '@sitrep/status'
import {
  openReplicatedCluster,
  type ReplicatedCluster,
  type StartedReplica,
  startLoad,
} from './replicas.testing.ts'

const edge = '/apis/gateway.networking.k8s.io/v1/namespaces/infra/gateways/edge'
const [one, two] = ['127.0.0.2', '127.0.0.3']

describe('Two replicas of a data plane', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-replicas-'))
  const backend = http.createServer((_request, response) => response.end('cart\n'))
  let cluster: ReplicatedCluster
  let replicas: StartedReplica[]
  const opened = async (): Promise<number> =>
    Number(at(list(at((await cluster.gatewayService())?.spec, 'ports'))[0], 'targetPort'))
  const ask = async (address: string): Promise<string> => {
    const port = await opened()
    return new Promise((resolve, reject) => {
      const request = http.get({ host: address, port, headers: { host: 'shop.example' } }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve(text))
      })
      request.on('error', reject)
    })
  }

  before(async () => {
    await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
    cluster = await openReplicatedCluster(folder)
    const slice = {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 'cart-1', namespace: 'shop', labels: { 'kubernetes.io/service-name': 'cart' } },
      addressType: 'IPv4',
      ports: [{ name: 'main', port: at(backend.address(), 'port') }],
      endpoints: [{ addresses: ['127.0.0.1'] }],
    }
    for (const object of [gatewayClass(), gateway(), service(), slice, route()]) await cluster.apply(object)
    replicas = await Promise.all([cluster.startReplica(one), cluster.startReplica(two)])
    await cluster.publishReplicas(one, two)
  })
  after(async () => {
    await cluster.close()
    backend.close()
    rmSync(folder, { recursive: true })
  })

  it('have no address before the cloud has given one, and are programmed with it', async () => {
    await eventually('it waits for an address', async () =>
      (await cluster.programmed()).startsWith('False AddressNotAssigned'),
    )
    const made = await cluster.gatewayService()
    assert.equal(made?.metadata.labels?.['gateway.networking.k8s.io/gateway-name'], 'edge')
    assert.deepEqual(at(made?.spec, 'selector'), { app: 'replica' }, 'the Pods of the replicas')
    assert.ok((await opened()) >= 1024, 'no rights are needed')
    await cluster.patch(`/api/v1/namespaces/gateways/services/${made?.metadata.name}/status`, {
      status: { loadBalancer: { ingress: [{ ip: '192.0.2.7' }, { hostname: 'edge.example' }] } },
    })
    await eventually('it is programmed', async () => (await cluster.programmed()).startsWith('True'))
    const { status } = await cluster.read(edge)
    assert.deepEqual(at(status, 'addresses'), [
      { type: 'IPAddress', value: '192.0.2.7' },
      { type: 'Hostname', value: 'edge.example' },
    ])
  })

  it('carry the same traffic, each', async () => {
    assert.deepEqual(await Promise.all([ask(one), ask(two)]), ['cart\n', 'cart\n'])
    const metrics = (await replicas[0]?.ask('/metrics')) ?? ''
    assert.match(
      metrics,
      /sitrep_data_plane_requests_total\{gateway="infra\/edge",code="200",why="answered"\} 1/,
    )
    assert.match(metrics, /sitrep_data_plane_programming_seconds_count [1-9]/)
  })

  it('make a Gateway wait for the one that is behind, and say which it is', async () => {
    const [, behind] = replicas
    behind?.process.kill('SIGSTOP')
    await cluster.patch(edge, {
      spec: {
        listeners: [listener({ hostname: 'shop.example' })],
        infrastructure: { labels: { team: 'shop' }, annotations: { 'example.com/kind': 'internal' } },
      },
    })
    await eventually('one of two is behind', async () =>
      (await cluster.programmed()).startsWith(
        'False Pending: 1 of 2 replicas of the data plane has not taken it over yet: pod-3',
      ),
    )
    behind?.process.kill('SIGCONT')
    await eventually('both have it', async () => (await cluster.programmed()).startsWith('True'))
    const made = await cluster.gatewayService()
    assert.equal(made?.metadata.labels?.['team'], 'shop')
    assert.equal(made?.metadata.annotations?.['example.com/kind'], 'internal')
  })

  it('lose no request when one after the other is started anew', async () => {
    const port = await opened()
    let ready = [one, two]
    let turn = 0
    let outcome: Awaited<ReturnType<ReturnType<typeof startLoad>>>
    const stopLoad = startLoad(
      () => ready[turn++ % ready.length] ?? one,
      () => port,
    )
    try {
      for (const [index, address] of [one, two].entries()) {
        const leaving = replicas[index]
        const ended = leaving?.end()
        await eventually('it is not ready any more', async () => !(await leaving?.ready()))
        ready = ready.filter((each) => each !== address)
        await cluster.publishReplicas(...ready)
        assert.equal(await ended, 0)
        replicas[index] = await cluster.startReplica(address)
        ready = [...ready, address]
        await cluster.publishReplicas(...ready)
      }
    } finally {
      outcome = await stopLoad()
    }
    const { answered, lost } = outcome
    assert.deepEqual(lost, [])
    assert.ok(answered > 100, `${answered} were answered`)
    await eventually('both have it', async () => (await cluster.programmed()).startsWith('True'))
  })

  it('say so when none of them takes traffic', async () => {
    await cluster.publishReplicas()
    await eventually('nobody is there', async () =>
      (await cluster.programmed()).startsWith('False Pending: No replica of the data plane takes traffic'),
    )
    await cluster.publishReplicas(one, two)
    await eventually('both have it', async () => (await cluster.programmed()).startsWith('True'))
  })

  it('lose the Service with the Gateway', async () => {
    await cluster.connection.request({ method: 'DELETE', path: edge })
    await eventually('it is gone', async () => (await cluster.gatewayService()) === undefined)
  })
})
