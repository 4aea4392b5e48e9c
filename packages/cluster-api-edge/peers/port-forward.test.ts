import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAuthority, issueCertificate } from '@sitrep/api-server/certificates'
import { clusterKind } from '@sitrep/cluster-api'
import { realTiming } from '@sitrep/controller'
import { type OpenedKubeconfig, openKubeconfig } from '@sitrep/controller/connection'
import { type Kubernetes, missingKubernetes, startKubernetes } from '../../../tools/peers/kubernetes.ts'
import { etcdCredentials } from '../src/etcd/credentials.ts'
import { etcdMembership } from '../src/etcd/etcd-membership.ts'
import { askEtcd, type EtcdAnswer } from '../src/etcd/member/ask-etcd.ts'
import { throughWebSocket, upgraded } from '../src/etcd/tunnel/carrier.ts'
import { PortTunnel } from '../src/etcd/tunnel/port-tunnel.ts'
import { serveSpdy } from '../src/etcd/tunnel/spdy-server.testing.ts'
import { type GenuineEtcd, memberNames, openGenuineEtcd } from './genuine-etcd.ts'

interface Kubelet {
  readonly port: number
  /** What API servers ask for, as `<method> <path> <protocol>`. */
  readonly asked: string[]
  readonly close: () => void
}

/** As much of a kubelet as forwarding a port takes: the Pod `etcd-<member>` leads to that member. */
async function openKubelet(etcd: GenuineEtcd): Promise<Kubelet> {
  const authority = createAuthority({ commonName: 'kubelet' }, Date.now())
  const own = issueCertificate(authority, {
    commonName: 'kubelet',
    now: Date.now(),
    use: 'server',
    hosts: ['n1'],
  })
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer({ cert: own.certificate, key: own.key })
  server.on('upgrade', ({ method, url = '', headers }, socket: Socket) => {
    asked.push(`${method} ${url} ${headers.upgrade}`)
    sockets.add(socket)
    const member = memberNames.find((name) => url.endsWith(`/etcd-${name}`))
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: portforward.k8s.io\r\n\r\n',
    )
    serveSpdy(socket, { port: member && etcd.clientPort(member) })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

const encoded = (text: string): string => Buffer.from(text).toString('base64')

describe('A genuine etcd behind a genuine API server', { skip: missingKubernetes() ?? false }, () => {
  const dir = mkdtempSync(join(tmpdir(), 'port-forward-'))
  let kubernetes: Kubernetes
  let etcd: GenuineEtcd
  let kubelet: Kubelet
  let opened: OpenedKubeconfig
  before(async () => {
    ;[kubernetes, etcd] = await Promise.all([startKubernetes({ dir }), openGenuineEtcd()])
    kubelet = await openKubelet(etcd)
    opened = await openKubeconfig({ text: readFileSync(kubernetes.kubeconfig, 'utf8') })
    await prepare()
  })
  after(async () => {
    opened.connection.close()
    kubelet.close()
    await etcd.close()
    await kubernetes.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  const post = (path: string, body: object): Promise<unknown> =>
    opened.connection.request({ method: 'POST', path, body })
  const prepare = async (): Promise<void> => {
    await post('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } })
    await opened.connection.request({
      method: 'PATCH',
      path: '/api/v1/nodes/n1/status',
      contentType: 'application/merge-patch+json',
      body: {
        status: {
          addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
          daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } },
        },
      },
    })
    for (const name of memberNames)
      await post('/api/v1/namespaces/kube-system/pods', {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: `etcd-${name}`, labels: { component: 'etcd', tier: 'control-plane' } },
        spec: { nodeName: 'n1', containers: [{ name: 'etcd', image: 'etcd' }] },
      })
    const { certificate, key } = etcd.authority
    await post('/api/v1/namespaces/default/secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'blue-etcd' },
      data: { 'tls.crt': encoded(certificate), 'tls.key': encoded(key) },
    })
  }
  const ref = { ...clusterKind, namespace: 'default', name: 'blue' }
  const isWell = (answer: EtcdAnswer | undefined): boolean =>
    answer !== undefined && !('failedAt' in answer) && answer.members.some(({ id }) => id === answer.leader)
  const until = async (look: () => Promise<EtcdAnswer | undefined>): Promise<EtcdAnswer | undefined> => {
    const deadline = Date.now() + 60_000
    for (;;) {
      const answer = await look()
      if (isWell(answer)) return answer
      if (Date.now() > deadline) throw new Error(`never came; in the end: ${JSON.stringify(answer)}`)
      await sleep(200)
    }
  }
  const namesIn = (answer: EtcdAnswer | undefined): readonly string[] =>
    (answer?.members ?? []).map(({ name }) => name)

  it('is asked through a WebSocket, which the API server turns into an upgrade of its own', async () => {
    const { connection, access } = opened
    const source = etcdMembership({ management: connection, timing: realTiming })
    const { signal } = new AbortController()
    const answer = await until(
      async () => (await source.look({ ref, connection, access, signal })) as EtcdAnswer | undefined,
    )
    assert.deepEqual(namesIn(answer), memberNames)
    const headers = { ...(await access.headers?.()) }
    const path = '/api/v1/namespaces/kube-system/pods/etcd-n1/portforward'
    const carrier = await throughWebSocket(access, headers, { path, signal })
    assert.notEqual(carrier, undefined, 'the API server knows this way')
    carrier?.destroy()
    assert.match(kubelet.asked.at(-1) ?? '', /^POST \/portForward\/kube-system\/etcd-n\d SPDY\/3\.1$/)
  })

  it('is asked by an upgrade of the request too', async () => {
    const { connection, access } = opened
    const credentials = await etcdCredentials(connection, ref, Date.now())
    if (credentials === undefined) throw new TypeError('the Secret is there')
    const path = '/api/v1/namespaces/kube-system/pods/etcd-n2/portforward'
    const answer = await until(async () => {
      const headers = { ...(await access.headers?.()) }
      const { signal } = new AbortController()
      const tunnel = new PortTunnel(await upgraded(access, headers, { path, signal }), 2379)
      await tunnel.opened
      return askEtcd(tunnel, { name: 'etcd-n2', credentials, timeoutMs: 5_000 })
    })
    assert.deepEqual(namesIn(answer), memberNames)
  })

  it('that the API server does not know of cannot be connected to, in its words', async () => {
    const { access } = opened
    const headers = { ...(await access.headers?.()) }
    const { signal } = new AbortController()
    const path = '/api/v1/namespaces/kube-system/pods/etcd-n9/portforward'
    await assert.rejects(upgraded(access, headers, { path, signal }), /pods "etcd-n9" not found/)
  })
})
