import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { addressGuard, guardedLookup } from './address-guard.ts'
import { openKubeconfig } from './kubeconfig.ts'

type Case = [address: string, says: 'reached' | 'refused', because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['10.0.0.7',                        'reached', 'clusters lie in private networks'],
  ['203.0.113.9',                     'reached', 'clusters lie anywhere'],
  ['2001:db8::7',                     'reached', 'clusters lie anywhere'],
  ['fd12:3456::1',                    'reached', 'clusters lie in private networks'],
  ['127.0.0.1',                       'refused', 'it is this machine'],
  ['127.8.9.10',                      'refused', 'it is this machine'],
  ['::1',                             'refused', 'it is this machine'],
  ['::ffff:127.0.0.1',                'refused', 'it is this machine, written otherwise'],
  ['::ffff:7f00:1',                   'refused', 'it is this machine, written otherwise'],
  ['0:0:0:0:0:ffff:a9fe:a9fe',        'refused', 'it is the metadata service, written otherwise'],
  ['64:ff9b::a9fe:a9fe',              'refused', 'it is the metadata service behind a translation'],
  ['::127.0.0.1',                     'refused', 'it is this machine, written otherwise'],
  ['0.0.0.0',                         'refused', 'it is this machine on many systems'],
  ['::',                              'refused', 'it is this machine on many systems'],
  ['169.254.169.254',                 'refused', 'it gives out credentials in clouds'],
  ['169.254.1.1',                     'refused', 'it is a neighbour on the link'],
  ['fe80::1',                         'refused', 'it is a neighbour on the link'],
  ['fe80::1%eth0',                    'refused', 'it is a neighbour on the link'],
  ['fd00:ec2::254',                   'refused', 'it gives out credentials in clouds'],
  ['100.100.100.200',                 'refused', 'it gives out credentials in clouds'],
  ['224.0.0.1',                       'refused', 'it is no single machine'],
  ['nonsense',                        'refused', 'it is no address'],
]

describe('Where a kubeconfig Secret may lead', () => {
  const guard = addressGuard([])
  for (const [address, says, because] of cases)
    it(`${address} is ${says}, because ${because}`, () => {
      assert.equal(guard(address) === undefined ? 'reached' : 'refused', says)
    })

  it('is widened by exceptions, and by no more than they say', () => {
    const wider = addressGuard(['loopback', '169.254.7.0/24'])
    assert.deepEqual(
      ['127.0.0.1', '::ffff:127.0.0.1', '169.254.7.9', '169.254.8.9'].map(
        (address) => wider(address) === undefined,
      ),
      [true, true, true, false],
    )
  })

  for (const exception of ['', 'example.com', '10.0.0.0/', '10.0.0.0/33', '::/129'])
    it(`is not widened by ${JSON.stringify(exception)}, which is no subnet`, () => {
      assert.throws(() => addressGuard([exception]), TypeError)
    })

  it('names the setting in its refusal', () => {
    assert.match(guard('127.0.0.1') ?? '', /--workload-addresses/)
  })
})

const kubeconfig = (server: string): string =>
  JSON.stringify({
    'current-context': 'a',
    contexts: [{ name: 'a', context: { cluster: 'a' } }],
    clusters: [{ name: 'a', cluster: { server } }],
  })

describe('A connection from a kubeconfig Secret', () => {
  let server: Server
  let port = 0
  let asked = 0
  before(async () => {
    server = createServer((request, response) => {
      asked++
      if (request.url === '/moved') response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end()
      else response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  after(() => server.close())

  // biome-ignore format: one way to write it a line
  const ways: readonly (readonly [host: string, because: string])[] = [
    ['127.0.0.1',          'it is written out'],
    ['2130706433',         'a number is an address'],
    ['0x7f.1',             'so are parts of it in sixteens'],
    ['0177.0.0.1',         'and in eights'],
    ['[::ffff:127.0.0.1]', 'and in the other protocol'],
    ['localhost',          'the name leads there'],
  ]
  for (const [host, because] of ways)
    it(`never leads to this machine by ${host}, because ${because}`, async () => {
      asked = 0
      await assert.rejects(
        async () => {
          const choice = {
            text: kubeconfig(`http://${host}:${port}`),
            from: 'secret',
            addresses: addressGuard([]),
          } as const
          const { connection } = await openKubeconfig(choice)
          await connection.request({ path: '/' }).finally(connection.close)
        },
        (error: Error) => /loopback.*--workload-addresses/.test(error.message),
      )
      assert.equal(asked, 0)
    })

  it('leads to this machine where that is allowed, and follows nobody elsewhere', async () => {
    const choice = {
      text: kubeconfig(`http://localhost:${port}`),
      from: 'secret',
      addresses: addressGuard(['loopback']),
    } as const
    const { connection } = await openKubeconfig(choice)
    assert.deepEqual(await connection.request({ path: '/' }), {})
    asked = 0
    await assert.rejects(connection.request({ path: '/moved' }), /HTTP 302/)
    assert.equal(asked, 1)
    connection.close()
  })

  it('takes only those addresses of a name that are within reach', async () => {
    const guard = (address: string): string | undefined =>
      address === '127.0.0.1' ? undefined : 'out of reach'
    const found = await new Promise<readonly LookupAddress[]>((resolve, reject) =>
      guardedLookup(guard)('localhost', { all: true }, (error, addresses) =>
        error ? reject(error) : resolve(addresses as LookupAddress[]),
      ),
    )
    assert.deepEqual(
      found.map(({ address }) => address),
      ['127.0.0.1'],
    )
  })
})
