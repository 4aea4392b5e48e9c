import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { createAuthority, type Identity, issueCertificate } from '@sitrep/api-server/certificates'
import { clusterKind } from '@sitrep/cluster-api'
import { realTiming } from '@sitrep/controller'
import { type Connection, ControllerError, connectTo } from '@sitrep/controller/connection'
import type { ConnectedCluster, FactSource } from '../remote/fact-source.ts'
import { etcdMembership } from './etcd-membership.ts'
import { type FakeEtcd, member, openFakeEtcd } from './fake-etcd.testing.ts'
import { openPortForwardServer, type PortForwardServer } from './port-forward.testing.ts'

const authority = createAuthority({ commonName: 'etcd-ca' }, Date.now())
const stranger = createAuthority({ commonName: 'etcd-ca' }, Date.now())
const secret = ({ certificate, key }: Partial<Identity>) => ({
  data: {
    ...(certificate !== undefined && { 'tls.crt': Buffer.from(certificate).toString('base64') }),
    ...(key !== undefined && { 'tls.key': Buffer.from(key).toString('base64') }),
  },
})

/** A management cluster that has these Secrets and nothing else. */
const keeping = (secrets: Readonly<Record<string, unknown>>): Connection =>
  ({
    server: 'management',
    request: async ({ path }: { path: string }) => {
      const selector = new URL(path, 'http://management').searchParams.get('fieldSelector') ?? ''
      const found = secrets[selector.replace('metadata.name=', '')]
      if (found === 'forbidden') throw new ControllerError('forbidden', 'no', { retry: 'never' })
      return { items: found === undefined ? [] : [found] }
    },
  }) as unknown as Connection

describe('Looking at etcd through a port-forward', () => {
  let api: PortForwardServer
  let etcd: FakeEtcd
  let connection: Connection
  before(async () => {
    api = await openPortForwardServer()
    connection = connectTo({ server: api.url })
  })
  after(async () => {
    connection.close()
    await api.close()
  })
  beforeEach(async () => {
    etcd = await openFakeEtcd(authority)
    api.pods.clear()
    api.forwarded.length = 0
    for (const pod of ['etcd-n1', 'etcd-n2', 'etcd-n3']) api.pods.set(pod, etcd.port)
  })
  afterEach(() => etcd.close())

  const cluster = (): ConnectedCluster => ({
    ref: { ...clusterKind, namespace: 'prod', name: 'blue' },
    connection,
    access: { server: api.url },
    signal: new AbortController().signal,
  })
  const source = (
    secrets: Readonly<Record<string, unknown>> = { 'blue-etcd': secret(authority) },
  ): FactSource => etcdMembership({ management: keeping(secrets), timing: realTiming, timeoutMs: 1_000 })
  const seen = (id: string, name: string, more: object = {}) => ({
    id,
    name,
    isLearner: false,
    alarms: [],
    ...more,
  })
  const three = [seen('1', 'n1'), seen('2', 'n2'), seen('3', 'n3')]

  it('tells the members and their leader', async () => {
    assert.deepEqual(await source().look(cluster()), { leader: '1', members: three })
    assert.deepEqual(api.forwarded, ['etcd-n1'])
  })

  type Case = [name: string, answers: Record<string, unknown>, status: object, because: string]
  const [status, list, alarm] = ['/v3/maintenance/status', '/v3/cluster/member/list', '/v3/maintenance/alarm']
  const unnamed = [member('1', 'n1'), member('9', '', { isLearner: true })]
  const alarms = [
    { memberID: '2', alarm: 'NOSPACE' },
    { memberID: '2', alarm: 'CORRUPT' },
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a learner',          { [list]: { members: unnamed } },  { leader: '1', members: [seen('9', '', { isLearner: true }), seen('1', 'n1')] },                'it has not been promoted yet'],
    ['alarms',             { [alarm]: { alarms } },           { leader: '1', members: [three[0], seen('2', 'n2', { alarms: ['CORRUPT', 'NOSPACE'] }), three[2]] }, 'each belongs to a member'],
    ['no leader',          { [status]: {} },                  { members: three },                                                                             'the member knows of none'],
    ['a foreign leader',   { [status]: { leader: '7' } },     { leader: '7', members: three },                                                                'that is for others to judge'],
    ['no quorum',          { [list]: 503 },                   { failedAt: 'members', error: 'etcdserver: refused 503' },                                       'a list from memory is no answer'],
    ['failing alarms',     { [alarm]: 500 },                  { failedAt: 'alarms', error: 'etcdserver: refused 500', leader: '1', members: three },          'the members were told before'],
    ['no status',          { [status]: 503 },                 { failedAt: 'connect', error: 'etcdserver: refused 503' },                                      'nobody there'],
    ['a page',             { [status]: '<html>' },            { failedAt: 'connect', error: 'HTTP 200' },                                                     'whoever answers is no etcd'],
    ['an endless answer',  { [list]: 'x'.repeat(2_000_000) }, { failedAt: 'members', error: 'the answer is too long' },                                       'whoever answers is no etcd'],
    ['members in a mess',  { [list]: { members: [null, 7] } }, { leader: '1', members: [] },                                                                  'what is no member is none'],
  ]
  for (const [name, answers, expected, because] of cases) {
    it(`${name}: told as it is, because ${because}`, async () => {
      Object.assign(etcd.answers, answers)
      const looking = source()
      await looking.look(cluster())
      assert.deepEqual(await looking.look(cluster()), expected)
    })
  }

  it('asks the next Pod when one does not answer, and that one first from then on', async () => {
    api.pods.set('etcd-n1', undefined)
    const looking = source()
    for (let look = 0; look < 2; look++)
      assert.deepEqual(await looking.look(cluster()), { leader: '1', members: three })
    assert.deepEqual(api.forwarded, ['etcd-n1', 'etcd-n2', 'etcd-n2'])
  })

  it('believes what was there for one failed look, and the failure from the second one on', async () => {
    const looking = source()
    const good = await looking.look(cluster())
    for (const pod of api.pods.keys()) api.pods.set(pod, undefined)
    assert.deepEqual(await looking.look(cluster()), good)
    const expected = { failedAt: 'connect', error: 'connection refused by the Pod' }
    assert.deepEqual(await looking.look(cluster()), expected)
  })

  it('does not trust an etcd that another authority vouches for, nor is trusted by it', async () => {
    const looking = source({ 'blue-etcd': secret(stranger) })
    await looking.look(cluster())
    const seen = (await looking.look(cluster())) as { failedAt?: string }
    assert.equal(seen.failedAt, 'connect')
    assert.deepEqual(etcd.asked, [])
  })

  const { certificate } = authority
  const given = issueCertificate(authority, { commonName: 'kube-apiserver', now: Date.now(), use: 'client' })
  const given2 = { 'blue-apiserver-etcd-client': secret(given) }
  type Trust = [name: string, secrets: Readonly<Record<string, unknown>>, looks: boolean]
  const trusts: Trust[] = [
    ['no Secret at all', {}, false],
    ['a Secret that must not be read', { 'blue-etcd': 'forbidden' }, false],
    ['an authority without its key', { 'blue-etcd': secret({ certificate }) }, false],
    ['a key that is none', { 'blue-etcd': secret({ certificate, key: 'nobody holds it' }) }, false],
    ['a key of another', { 'blue-etcd': secret({ certificate, key: stranger.key }) }, false],
    ["the API server's certificate instead", { 'blue-etcd': secret({ certificate }), ...given2 }, true],
    ['both', { 'blue-etcd': secret(authority), ...given2 }, true],
  ]
  for (const [name, secrets, looks] of trusts) {
    it(`with ${name} ${looks ? 'it looks' : 'it could not look'}`, async () => {
      assert.equal((await source(secrets).look(cluster())) !== undefined, looks)
    })
  }

  it('could not look where there is no Pod of etcd, as with an etcd elsewhere', async () => {
    api.pods.clear()
    assert.equal(await source().look(cluster()), undefined)
  })
})
