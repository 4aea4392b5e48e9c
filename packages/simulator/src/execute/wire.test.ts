import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { targetOf, through } from './kubeconfig.ts'
import { openWire, type Wire } from './wire.ts'

describe('A wire', () => {
  const server = createServer((_, response) => response.end('pong'))
  let wire: Wire

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    assert.ok(typeof address === 'object' && address !== null)
    wire = await openWire({ host: '127.0.0.1', port: address.port })
  })
  after(async () => {
    await wire.close()
    server.closeAllConnections()
    server.close()
  })

  const ask = async (): Promise<string> => (await fetch(`http://127.0.0.1:${wire.port}/`)).text()

  it('turns everybody away until it is reachable', async () => {
    await assert.rejects(ask())
    wire.setReachable(true)
    assert.equal(await ask(), 'pong')
  })

  it('ends what is under way when it is cut, and is whole again afterwards', async () => {
    wire.setReachable(true)
    await ask()
    wire.setReachable(false)
    await assert.rejects(ask())
    wire.setReachable(true)
    assert.equal(await ask(), 'pong')
  })
})

const kubeconfig = (server: string): string => `
current-context: a
contexts: [{ name: a, context: { cluster: c, user: u } }]
clusters: [{ name: c, cluster: { server: '${server}' } }, { name: other, cluster: { server: 'https://other' } }]
users: [{ name: u, user: { token: t } }]
`

type Case = [name: string, server: string, target: string, leads: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['an address',        'https://127.0.0.1:6443/clusters/a/b', '127.0.0.1:6443',  'https://10.0.0.1:99/clusters/a/b ',        'an address is no name to check certificates for'],
  ['a name',            'https://api.example:6443',            'api.example:6443', 'https://10.0.0.1:99 api.example',         'the certificate is for that name'],
  ['no port',           'https://api.example',                 'api.example:443',  'https://10.0.0.1:99 api.example',         'TLS has a port of its own'],
  ['plain HTTP',        'http://127.0.0.1',                    '127.0.0.1:80',     'http://10.0.0.1:99 ',                     'so has HTTP'],
]

describe('A kubeconfig through a wire', () => {
  for (const [name, server, target, leads, because] of cases) {
    it(`with ${name} leads to ${leads}, because ${because}`, () => {
      const { host, port } = targetOf(kubeconfig(server))
      assert.equal(`${host}:${port}`, target)
      const { clusters } = parse(through(kubeconfig(server), { host: '10.0.0.1', port: 99 })) as {
        clusters: { cluster: Record<string, string> }[]
      }
      const [own, other] = clusters
      assert.equal(`${own?.cluster['server']} ${own?.cluster['tls-server-name'] ?? ''}`, leads)
      assert.equal(other?.cluster['server'], 'https://other')
    })
  }

  it('that names no server is refused', () => {
    assert.throws(() => targetOf('clusters: []'), TypeError)
  })
})
