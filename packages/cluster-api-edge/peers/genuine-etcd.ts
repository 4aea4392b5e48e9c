import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, type Identity, issueCertificate } from '@sitrep/api-server/certificates'
import { type Child, freePorts, startChild } from '../../../tools/peers/child.ts'
import { findPeer } from '../../../tools/peers/find-peer.ts'

export const memberNames = ['n1', 'n2', 'n3'] as const
export type MemberName = (typeof memberNames)[number]

/** A genuine etcd of three members that ask every client and every peer for a certificate of their authority. */
export interface GenuineEtcd {
  readonly authority: Identity
  readonly clientPort: (name: MemberName) => number
  /** Asks the first member through its JSON gateway, which the others do not have. */
  readonly ask: (path: string, body: object) => Promise<object>
  readonly kill: (name: MemberName) => Promise<void>
  /** Starts a member that was killed. */
  readonly revive: (name: MemberName) => void
  readonly close: () => Promise<void>
}

export async function openGenuineEtcd(): Promise<GenuineEtcd> {
  const program = findPeer('etcd') ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-etcd-'))
  const authority = createAuthority({ commonName: 'etcd-ca' }, Date.now())
  writeFileSync(join(folder, 'ca.crt'), authority.certificate)
  const ports = await freePorts(2 * memberNames.length)
  const portOf = (name: MemberName, side: 'client' | 'peer'): number =>
    ports[2 * memberNames.indexOf(name) + (side === 'peer' ? 1 : 0)] ?? 0
  const children = new Map<MemberName, Child>()
  const start = (name: MemberName): void => {
    const args = argumentsOf(name, { folder, portOf })
    children.set(name, startChild(program, args, join(folder, `${name}.log`)))
  }
  const client = issueCertificate(authority, { commonName: 'test', now: Date.now(), use: 'client' })
  for (const name of memberNames) {
    writeCertificates(folder, name, authority)
    start(name)
  }
  return {
    authority,
    clientPort: (name) => portOf(name, 'client'),
    ask: (path, body) => post(portOf('n1', 'client'), { path, body, authority, client }),
    kill: async (name) => {
      await children.get(name)?.kill()
    },
    revive: start,
    close: async () => {
      for (const child of children.values()) await child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Layout {
  readonly folder: string
  readonly portOf: (name: MemberName, side: 'client' | 'peer') => number
}

function argumentsOf(name: MemberName, { folder, portOf }: Layout): readonly string[] {
  const file = (suffix: string): string => join(folder, `${name}-${suffix}`)
  const client = `https://127.0.0.1:${portOf(name, 'client')}`
  const peer = `https://127.0.0.1:${portOf(name, 'peer')}`
  const cluster = memberNames.map((member) => `${member}=https://127.0.0.1:${portOf(member, 'peer')}`)
  const tls = ['', 'peer-'].flatMap((side) => [
    `--${side}cert-file=${file('server.crt')}`,
    `--${side}key-file=${file('server.key')}`,
    // With these the member is a client itself: of the others, and of its own gateway.
    `--${side}client-cert-file=${file('client.crt')}`,
    `--${side}client-key-file=${file('client.key')}`,
    `--${side}trusted-ca-file=${join(folder, 'ca.crt')}`,
    `--${side}client-cert-auth`,
  ])
  return [
    `--name=${name}`,
    `--data-dir=${file('data')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=${cluster.join()}`,
    ...tls,
    // As clusters do that nobody needs it in; the tests themselves ask the first member.
    ...(name === 'n1' ? [] : ['--enable-grpc-gateway=false']),
  ]
}

function writeCertificates(folder: string, name: MemberName, authority: Identity): void {
  const now = Date.now()
  const hosts = ['127.0.0.1', 'localhost']
  for (const use of ['server', 'client'] as const) {
    const { certificate, key } = issueCertificate(authority, { commonName: name, now, use, hosts })
    writeFileSync(join(folder, `${name}-${use}.crt`), certificate)
    writeFileSync(join(folder, `${name}-${use}.key`), key, { mode: 0o600 })
  }
}

interface Question {
  readonly path: string
  readonly body: object
  readonly authority: Identity
  readonly client: Identity
}

async function post(port: number, { path, body, authority, client }: Question): Promise<object> {
  const text = await new Promise<string>((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent: false,
        ca: authority.certificate,
        cert: client.certificate,
        key: client.key,
      },
      (response) => {
        let answer = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          answer += chunk
        })
        response.on('end', () => resolve(answer))
      },
    )
    call.on('error', reject)
    call.end(JSON.stringify(body))
  })
  return JSON.parse(text) as object
}
