import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { createAuthority, type Identity, issueCertificate } from '@sitrep/api-server/certificates'
import { clusterKind } from '@sitrep/cluster-api'
import { realTiming } from '@sitrep/controller'
import { type Connection, ControllerError, connectTo } from '@sitrep/controller/connection'
import type { ConnectedCluster, FactSource } from '../remote/fact-source.ts'
import { etcdMembership } from './etcd-membership.ts'
import { type FakeAnswer, type FakeEtcd, openFakeEtcd } from './member/fake-etcd.testing.ts'
import { alarms, member, members, message, status } from './member/messages.testing.ts'
import { openPortForwardServer, type PortForwardServer } from './tunnel/port-forward.testing.ts'

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
    api.streams.length = 0
    api.ways = ['websocket', 'spdy']
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
  ): FactSource => etcdMembership({ management: keeping(secrets), timing: realTiming, timeoutMs: 300 })
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
    assert.deepEqual(api.forwarded, ['etcd-n1 websocket'])
  })

  it('asks as the clients of etcd do: by the name of the Pod, and with the consent of all members', async () => {
    await source().look(cluster())
    assert.deepEqual(etcd.asked, [
      'etcd-n1 /etcdserverpb.Maintenance/Status 0000000000',
      'etcd-n1 /etcdserverpb.Cluster/MemberList 00000000020801',
      'etcd-n1 /etcdserverpb.Maintenance/Alarm 0000000000',
    ])
    assert.deepEqual(etcd.names, ['etcd-n1'])
    assert.deepEqual(
      api.streams.map((headers) => JSON.parse(headers)),
      ['error', 'data'].map((streamtype) => ({ streamtype, port: '2379', requestid: '0' })),
    )
  })

  it('asks in the old way where the API server does not know the new one', async () => {
    api.ways = ['spdy']
    assert.deepEqual(await source().look(cluster()), { leader: '1', members: three })
    assert.deepEqual(api.forwarded, ['etcd-n1 spdy'])
  })

  type Case = [name: string, answers: Partial<FakeEtcd['answers']>, status: object, because: string]
  const refused = { code: 14, words: 'etcdserver: request timed out' }
  const page: FakeAnswer = (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'text/html' })
    stream.end('<html>')
  }
  const endless: FakeAnswer = (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' })
    const more = (): void => {
      if (!stream.destroyed && !stream.closed) stream.write(Buffer.alloc(16_384), () => setImmediate(more))
    }
    more()
  }
  const broken: FakeAnswer = (stream) => stream.close(2)
  const status0 = 'failed to get etcd status:'
  const unnamed = members(member(1n, 'n1'), member(9n, '', 'learner'))
  const large = 2n ** 64n - 1n
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a learner',          { MemberList: unnamed },                             { leader: '1', members: [seen('9', '', { isLearner: true }), seen('1', 'n1')] },                'it has not been promoted yet'],
    ['alarms',             { Alarm: alarms([2n, 1n], [2n, 2n]) },               { leader: '1', members: [three[0], seen('2', 'n2', { alarms: ['CORRUPT', 'NOSPACE'] }), three[2]] }, 'each belongs to a member'],
    ['large numbers',      { Status: status(large), MemberList: members(member(large, 'n1')) }, { leader: String(large), members: [seen(String(large), 'n1')] },                'they have 64 bits'],
    ['no leader',          { Status: status(0n) },                              { members: three },                                                                             'the member knows of none'],
    ['a foreign leader',   { Status: status(7n) },                              { leader: '7', members: three },                                                                'that is for others to judge'],
    ['no quorum',          { MemberList: refused },                             { failedAt: 'members', error: refused.words },                                                  'a list from memory is no answer'],
    ['failing alarms',     { Alarm: refused },                                  { failedAt: 'alarms', error: refused.words, leader: '1', members: three },                      'the members were told before'],
    ['no status',          { Status: { code: 2, words: 'gone → away' } },       { failedAt: 'connect', error: `${status0} rpc error: code = Unknown desc = gone → away` },      'nobody there'],
    ['a page',             { Status: page },                                    { failedAt: 'connect', error: `${status0} whoever answers is no etcd: HTTP 200` },              'whoever answers is no etcd'],
    ['an endless answer',  { MemberList: endless },                             { failedAt: 'members', error: 'the answer is too long' },                                       'whoever answers is no etcd'],
    ['no answer at all',   { Status: () => {} },                                { failedAt: 'connect', error: `${status0} context deadline exceeded` },                         'it hangs'],
    ['no end of a list',   { MemberList: () => {} },                            { failedAt: 'members', error: 'context deadline exceeded' },                                    'it hangs'],
    ['a mess',             { MemberList: Buffer.from('0a', 'hex') },            { failedAt: 'members', error: 'the answer is no message of etcd' },                             'that is no message'],
    ['members in a mess',  { MemberList: message([2, 7n]) },                    { failedAt: 'members', error: 'the answer is no message of etcd' },                             'a number is no member'],
    ['words too long',     { Status: { code: 2, words: 'x'.repeat(9_000) } },   { failedAt: 'connect', error: `${status0} rpc error: code = Unknown desc = ${'x'.repeat(500)}` }, 'nobody reads more'],
  ]
  for (const [name, answers, expected, because] of cases) {
    it(`${name}: told as it is, because ${because}`, async () => {
      Object.assign(etcd.answers, answers)
      const looking = source()
      await looking.look(cluster())
      assert.deepEqual(await looking.look(cluster()), expected)
    })
  }

  it('notices that a call breaks off', async () => {
    Object.assign(etcd.answers, { MemberList: broken })
    const looking = source()
    await looking.look(cluster())
    const told = (await looking.look(cluster())) as { failedAt?: string }
    assert.equal(told.failedAt, 'members')
  })

  it('says that etcd does not answer once the API server hangs, and takes nothing for gone before', async () => {
    const looking = source()
    const good = await looking.look(cluster())
    api.hangs = true
    const told = [await looking.look(cluster()), await looking.look(cluster())]
    api.hangs = false
    const expected = { failedAt: 'connect', error: `${status0} context deadline exceeded` }
    assert.deepEqual(told, [good, expected])
    assert.deepEqual(await looking.look(cluster()), good)
  })

  it('could not look while an API server hangs that never told of an etcd', async () => {
    api.hangs = true
    const told = await source().look(cluster())
    api.hangs = false
    assert.equal(told, undefined)
  })

  it('does not ask Pods whose names are none, nor more than a handful', async () => {
    api.pods.clear()
    for (const pod of ['../../x', '', 'ÄÖ', ...Array.from({ length: 50 }, (_, at) => `etcd-${at}`)])
      api.pods.set(pod, undefined)
    await source().look(cluster())
    assert.equal(api.forwarded.length, 9)
    assert.ok(api.forwarded.every((pod) => /^etcd-\d+ websocket$/.test(pod)))
  })

  it('asks the next Pod when one does not answer, and that one first from then on', async () => {
    api.pods.set('etcd-n1', undefined)
    const looking = source()
    for (let look = 0; look < 2; look++)
      assert.deepEqual(await looking.look(cluster()), { leader: '1', members: three })
    assert.deepEqual(api.forwarded, ['etcd-n1 websocket', 'etcd-n2 websocket', 'etcd-n2 websocket'])
  })

  it('believes what was there for one failed look, and the failure from the second one on', async () => {
    const looking = source()
    const good = await looking.look(cluster())
    for (const pod of api.pods.keys()) api.pods.set(pod, undefined)
    assert.deepEqual(await looking.look(cluster()), good)
    const expected = { failedAt: 'connect', error: `${status0} connection refused by the Pod` }
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
