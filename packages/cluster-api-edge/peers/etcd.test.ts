import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAuthority, type Identity } from '@sitrep/api-server/certificates'
import { clusterKind } from '@sitrep/cluster-api'
import { realTiming } from '@sitrep/controller'
import { type Connection, connectTo } from '@sitrep/controller/connection'
import { findPeer, howToGetPeers } from '../../../tools/peers/find-peer.ts'
import { etcdMembership } from '../src/etcd/etcd-membership.ts'
import type { EtcdAnswer, EtcdMember } from '../src/etcd/member/ask-etcd.ts'
import { openPortForwardServer, type PortForwardServer } from '../src/etcd/tunnel/port-forward.testing.ts'
import type { FactSource } from '../src/remote/fact-source.ts'
import { type GenuineEtcd, memberNames, openGenuineEtcd } from './genuine-etcd.ts'

const skip = findPeer('etcd') === undefined && `etcd not found: ${howToGetPeers}`
const encoded = (text: string): string => Buffer.from(text).toString('base64')

/** A management cluster with nothing in it but the authority of one etcd. */
const keeping = ({ certificate, key }: Identity): Connection =>
  ({
    server: 'management',
    request: async ({ path }: { path: string }) => ({
      items: path.endsWith('blue-etcd')
        ? [{ data: { 'tls.crt': encoded(certificate), 'tls.key': encoded(key) } }]
        : [],
    }),
  }) as unknown as Connection

describe('Looking at a genuine etcd', { skip }, () => {
  let etcd: GenuineEtcd
  let api: PortForwardServer
  let connection: Connection
  let source: FactSource
  before(async () => {
    etcd = await openGenuineEtcd()
    api = await openPortForwardServer()
    connection = connectTo({ server: api.url })
    source = etcdMembership({ management: keeping(etcd.authority), timing: realTiming })
    for (const name of memberNames) api.pods.set(`etcd-${name}`, etcd.clientPort(name))
  })
  after(async () => {
    connection.close()
    await api.close()
    await etcd.close()
  })

  const look = async (looking: FactSource = source): Promise<EtcdAnswer | undefined> => {
    const { signal } = new AbortController()
    const ref = { ...clusterKind, namespace: 'prod', name: 'blue' }
    const seen = await looking.look({ ref, connection, access: { server: api.url }, signal })
    return seen as EtcdAnswer | undefined
  }
  const until = async (holds: (answer: EtcdAnswer) => boolean | Promise<boolean>): Promise<EtcdAnswer> => {
    const deadline = Date.now() + 60_000
    for (;;) {
      const answer = await look()
      if (answer !== undefined && (await holds(answer))) return answer
      if (Date.now() > deadline) throw new Error(`never came; in the end: ${JSON.stringify(answer)}`)
      await sleep(200)
    }
  }
  const membersOf = (answer: EtcdAnswer | undefined): readonly EtcdMember[] => answer?.members ?? []
  const isWell = (answer: EtcdAnswer): boolean =>
    !('failedAt' in answer) && membersOf(answer).some(({ id }) => id === answer.leader)
  const idOf = async (name: string): Promise<string> =>
    membersOf(await look()).find((member) => member.name === name)?.id ?? ''

  it('tells its three members by name, and that one of them leads', async () => {
    const answer = await until(isWell)
    const told = membersOf(answer).map(({ name, isLearner, alarms }) => [name, isLearner, alarms.join()])
    assert.deepEqual(
      told,
      memberNames.map((name) => [name, false, '']),
    )
  })

  it('tells the same while nothing changes', async () => {
    assert.deepEqual(await look(), await look())
  })

  it('does not look at one whose authority is another', async () => {
    const other = etcdMembership({
      management: keeping(createAuthority({ commonName: 'etcd-ca' }, Date.now())),
      timing: realTiming,
    })
    await look(other)
    const answer = await look(other)
    assert.equal(answer !== undefined && 'failedAt' in answer && answer.failedAt, 'connect')
  })

  it('shows an alarm on the member that has it, and its end', async () => {
    const alarm = { memberID: await idOf('n2'), alarm: 'NOSPACE' }
    await etcd.ask('/v3/maintenance/alarm', { action: 'ACTIVATE', ...alarm })
    const answer = await until((seen) => membersOf(seen).some(({ alarms }) => alarms.length > 0))
    assert.deepEqual(
      membersOf(answer).map(({ alarms }) => alarms.join()),
      ['', 'NOSPACE', ''],
    )
    await etcd.ask('/v3/maintenance/alarm', { action: 'DEACTIVATE', ...alarm })
    await until((seen) => membersOf(seen).every(({ alarms }) => alarms.length === 0))
  })

  it('shows a learner that has not started yet, without a name', async () => {
    const peerURLs = ['https://127.0.0.1:1']
    // For its first seconds etcd takes nobody in: it wants to have seen all members connected.
    await until(
      async () => 'member' in (await etcd.ask('/v3/cluster/member/add', { peerURLs, isLearner: true })),
    )
    const answer = await until((seen) => membersOf(seen).length === 4)
    const learner = membersOf(answer).find(({ isLearner }) => isLearner)
    assert.equal(learner?.name, '')
    await etcd.ask('/v3/cluster/member/remove', { ID: learner?.id })
    await until((seen) => membersOf(seen).length === 3 && isWell(seen))
  })

  it('goes on through another member when one is killed', async () => {
    await etcd.kill('n1')
    const gone = (await idOf('n1')) || 'n1'
    const answer = await until((seen) => isWell(seen) && seen.leader !== gone)
    assert.equal(membersOf(answer).length, 3)
    assert.ok(api.forwarded.some((forwarded) => forwarded.startsWith('etcd-n2')))
  })

  it('says so when most members are gone and nobody can answer for all', async () => {
    await etcd.kill('n2')
    const answer = await until((seen) => 'failedAt' in seen)
    assert.ok('failedAt' in answer && answer.error.length > 0)
  })

  it('finds it well again once they are back', async () => {
    for (const name of ['n1', 'n2'] as const) etcd.revive(name)
    assert.equal(membersOf(await until(isWell)).length, 3)
  })
})
