import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Identity, issueCertificate } from '@sitrep/api-server/certificates'

export interface FakeEtcd {
  readonly port: number
  /** What is answered at a path: an object as JSON, a text as it is; a number is that HTTP status with a message. */
  readonly answers: Record<string, unknown>
  readonly asked: string[]
  readonly close: () => Promise<void>
}

/** Answers like the JSON gateway of etcd, and only to clients that the authority vouches for. */
export async function openFakeEtcd(authority: Identity): Promise<FakeEtcd> {
  const own = issueCertificate(authority, { commonName: 'n1', now: Date.now(), use: 'server', hosts: ['n1'] })
  const asked: string[] = []
  const answers: Record<string, unknown> = {
    '/v3/maintenance/status': { leader: '1', version: '3.7.0' },
    '/v3/cluster/member/list': { members: [member('1', 'n1'), member('2', 'n2'), member('3', 'n3')] },
    '/v3/maintenance/alarm': {},
  }
  const tls = { cert: own.certificate, key: own.key, ca: authority.certificate }
  const server = createServer(
    { ...tls, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      const path = request.url ?? ''
      asked.push(path)
      const answer = answers[path]
      if (typeof answer === 'number')
        response.writeHead(answer).end(JSON.stringify({ code: 14, message: `etcdserver: refused ${answer}` }))
      else response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    answers,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A member in the words of the gateway: what is false or empty is left out. */
export const member = (ID: string, name: string, more: object = {}): object => ({
  ID,
  name,
  peerURLs: [`https://${name}:2380`],
  clientURLs: [`https://${name}:2379`],
  ...more,
})
