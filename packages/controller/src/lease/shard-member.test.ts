import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Connection } from '../connection/connection.ts'
import { ControllerError, errorOfAnswer } from '../errors.ts'
import { openTestCluster, type TestCluster } from '../testing.ts'
import { type ManualTiming, manualTiming } from '../timing.testing.ts'
import type { Lease } from './lease-record.ts'
import { ownerOf } from './owner-of.ts'
import { type Seat, ShardMember } from './shard-member.ts'

describe('Rendezvous hashing', () => {
  const keys = Array.from({ length: 3_000 }, (_, at) => `prod/c${at}`)
  const members = ['a', 'b', 'c']

  it('spreads keys evenly', () => {
    const counts = members.map((member) => keys.filter((key) => ownerOf(key, members) === member).length)
    for (const count of counts) assert.ok(count > 800 && count < 1_200, `${count} of 3000`)
  })

  it('moves only the keys of a member that is lost', () => {
    for (const key of keys) {
      const before = ownerOf(key, members)
      if (before !== 'c') assert.equal(ownerOf(key, ['a', 'b']), before)
    }
  })

  it('does not depend on the order in which members are named', () => {
    for (const key of keys.slice(0, 100)) assert.equal(ownerOf(key, ['c', 'a', 'b']), ownerOf(key, members))
  })

  it('gives a key to nobody when there is nobody', () => assert.equal(ownerOf('x', []), undefined))
})

describe('Processes that share the work', () => {
  let cluster: TestCluster
  before(async () => {
    cluster = await openTestCluster([])
  })
  after(() => cluster.close())

  const keys = Array.from({ length: 60 }, (_, at) => `prod/c${at}`)
  let group = 0

  const cut = new Set<string>()
  /** While this is set, nothing is answered, and what is not answered is given up after the time that it was given. */
  let hanging: ManualTiming | undefined
  /** While this is set, everybody is asked to come back after so many milliseconds. */
  let busy: number | undefined
  let requests = 0
  const lost = (): ControllerError =>
    new ControllerError('not-reachable', 'cut off', { retry: 'with-backoff' })
  /** The cluster's connection as one member has it, until it is cut off. */
  const connectionOf = (identity: string): Connection => ({
    ...cluster.connection,
    request: async (request) => {
      requests++
      if (cut.has(identity)) throw lost()
      if (busy !== undefined) throw errorOfAnswer(429, request.path, { body: '{}', retryAfterMs: busy })
      if (hanging === undefined) return cluster.connection.request(request)
      await hanging.sleep(request.timeoutMs ?? 60_000, request.signal)
      throw lost()
    },
  })

  /** What was told of leases that cannot be kept. */
  let told: string[] = []
  beforeEach(() => {
    told = []
    cut.clear()
  })

  const patch = (path: string, body: unknown): Promise<unknown> => {
    const contentType = 'application/merge-patch+json'
    return cluster.connection.request({ method: 'PATCH', path, body, contentType })
  }

  const setUp = (seats: number, ...identities: string[]) => {
    const timing = manualTiming(Date.parse('2026-01-01T00:00:00Z'))
    const name = `shards-${++group}`
    const join = (identity: string, among = seats): ShardMember => {
      const member = new ShardMember({
        connection: connectionOf(identity),
        timing,
        namespace: 'default',
        group: name,
        identity,
        seats: among,
        durationMs: 10_000,
        onTrouble: (trouble) => told.push(trouble?.why ?? 'again'),
      })
      member.start()
      return member
    }
    const members = new Map(identities.map((identity) => [identity, join(identity)]))
    const owners = (key: string): string[] =>
      [...members].filter(([, member]) => member.owns(key)).map(([identity]) => identity)
    const leaseOf = (seat: number): string =>
      `/apis/coordination.k8s.io/v1/namespaces/default/leases/${name}-${seat}`
    return { timing, leaseOf, members, join, owners }
  }

  it('split all keys between them, each key with exactly one of them', async () => {
    const { timing, members, owners } = setUp(2, 'a', 'b')
    await timing.advance(10_000, 500)
    for (const key of keys) assert.equal(owners(key).length, 1, key)
    assert.equal(new Set(keys.flatMap(owners)).size, 2)
    for (const member of members.values()) await member.stop()
  })

  it('have a seat each at once, although they reach for the same one first', async () => {
    const { timing, members } = setUp(3, 'a', 'b', 'c')
    // Less than the time between two looks.
    await timing.advance(1_000, 100)
    const seated = new Set([...members.values()].flatMap((member) => member.members))
    assert.deepEqual([...seated].sort(), ['a', 'b', 'c'])
    for (const member of members.values()) await member.stop()
  })

  it('never own a key together, whoever comes and goes', async () => {
    const { timing, members, join, owners } = setUp(3, 'a', 'b')
    const check = (): void => {
      for (const key of keys) assert.ok(owners(key).length <= 1, `${key} is owned by ${owners(key)}`)
    }
    for (let step = 0; step < 20; step++) {
      await timing.advance(500, 500)
      check()
    }
    members.set('c', join('c'))
    for (let step = 0; step < 20; step++) {
      await timing.advance(500, 500)
      check()
    }
    for (const key of keys) assert.equal(owners(key).length, 1)
    for (const member of members.values()) await member.stop()
  })

  // As when a Deployment is rolled out with another number of shards: some are of the old number, some of the new one.
  for (const [before, after] of [
    [2, 3],
    [3, 2],
    [1, 2],
    [2, 1],
  ] as const)
    it(`never own a key together while ${before} seats become ${after}, and have all keys in the end`, async () => {
      const names = Array.from({ length: before }, (_, at) => `old-${at}`)
      const { timing, members, join, owners } = setUp(before, ...names)
      const pass = async (milliseconds: number): Promise<void> => {
        for (let passed = 0; passed < milliseconds; passed += 500) {
          await timing.advance(500, 500)
          for (const key of keys) assert.ok(owners(key).length <= 1, `${key} is owned by ${owners(key)}`)
        }
      }
      await pass(10_000)
      for (let at = 0; at < Math.max(before, after); at++) {
        if (at < after) members.set(`new-${at}`, join(`new-${at}`, after))
        await pass(10_000)
        const leaving = members.get(`old-${at}`)
        members.delete(`old-${at}`)
        await leaving?.stop()
        await pass(10_000)
      }
      assert.equal(new Set(keys.flatMap(owners)).size, after)
      for (const key of keys) assert.equal(owners(key).length, 1, key)
      for (const member of members.values()) await member.stop()
    })

  it('take over what a lost member had within a lease duration, and the lost one knows that it lost it', async () => {
    const { timing, members, owners } = setUp(2, 'a', 'gone')
    await timing.advance(10_000, 500)
    cut.add('gone')
    for (let step = 0; step < 30; step++) {
      await timing.advance(500, 500)
      for (const key of keys) assert.ok(owners(key).length <= 1, `${key} is owned by ${owners(key)}`)
    }
    for (const key of keys) assert.deepEqual(owners(key), ['a'])
    for (const member of members.values()) await member.stop()
  })

  for (const setBy of [-3_600_000, 3_600_000])
    it(`work on when the clock is set by ${setBy / 1_000} s, and take over what a lost member had as soon as ever`, async () => {
      const { timing, members, owners } = setUp(2, 'a', 'away')
      await timing.advance(10_000, 500)
      timing.jump(setBy)
      for (const key of keys) assert.equal(owners(key).length, 1, key)
      cut.add('away')
      for (let step = 0; step < 30; step++) {
        await timing.advance(500, 500)
        for (const key of keys) assert.ok(owners(key).length <= 1, `${key} is owned by ${owners(key)}`)
      }
      for (const key of keys) assert.deepEqual(owners(key), ['a'])
      for (const member of members.values()) await member.stop()
    })

  type Tampering = [what: string, seats: number, tamper: (lease: string) => Promise<unknown>]
  const tampering: Tampering[] = [
    ['deletes the Leases', 2, (path) => cluster.connection.request({ method: 'DELETE', path })],
    ['deletes the only Lease', 1, (path) => cluster.connection.request({ method: 'DELETE', path })],
    [
      'shortens the Lease of one that is held up',
      1,
      async (path) => {
        await patch(path, { spec: { leaseDurationSeconds: 1 } })
        cut.add('a')
      },
    ],
    [
      'writes a holder who never was',
      2,
      (path) => patch(path, { spec: { holderIdentity: 'x/y\n', leaseDurationSeconds: 2_000_000_000 } }),
    ],
  ]
  for (const [what, seats, tamper] of tampering)
    it(`never own a key together when somebody ${what}, and have all keys in the end`, async () => {
      const { timing, leaseOf, members, join, owners } = setUp(seats, 'a')
      // Who looks at different moments.
      for (const identity of ['b', 'c']) {
        await timing.advance(700, 100)
        members.set(identity, join(identity))
      }
      await timing.advance(10_000, 100)
      for (const laterMs of [100, 700, 1_300]) {
        await timing.advance(laterMs, 100)
        for (let seat = 0; seat < seats; seat++) await tamper(leaseOf(seat))
        for (let step = 0; step < 250; step++) {
          await timing.advance(100, 100)
          for (const key of keys) assert.ok(owners(key).length <= 1, `${key} is owned by ${owners(key)}`)
        }
        cut.clear()
        await timing.advance(100_000, 500)
        for (const key of keys) assert.equal(owners(key).length, 1, key)
      }
      for (const member of members.values()) await member.stop()
    })

  it('give back no seat that has been somebody else’s for a while', async () => {
    const { timing, leaseOf, members, join } = setUp(1, 'slow')
    await timing.advance(3_000, 100)
    members.set('next', join('next'))
    cut.add('slow')
    await timing.advance(20_000, 500)
    cut.delete('slow')
    await members.get('slow')?.stop()
    const lease = await cluster.connection.request<Lease>({ path: leaseOf(0) })
    assert.equal(lease.spec.holderIdentity, 'next')
    await members.get('next')?.stop()
  })

  it('begin like a newcomer when they come back after others have seen their lease run out', async () => {
    const { timing, members, owners } = setUp(2, 'a', 'slow')
    await timing.advance(10_000, 500)
    cut.add('slow')
    await timing.advance(20_000, 500)
    for (const key of keys) assert.deepEqual(owners(key), ['a'])
    cut.delete('slow')
    for (let step = 0; step < 100; step++) {
      await timing.advance(100, 100)
      for (const key of keys) assert.ok(owners(key).length <= 1, `${key} is owned by ${owners(key)}`)
    }
    assert.equal(new Set(keys.flatMap(owners)).size, 2)
    for (const member of members.values()) await member.stop()
  })

  it('keep a seat whose Lease has lost its label', async () => {
    const { timing, leaseOf, members, owners } = setUp(1, 'a', 'b')
    await timing.advance(10_000, 500)
    const [holder = ''] = owners('anything')
    await patch(leaseOf(0), { metadata: { labels: null } })
    for (let step = 0; step < 60; step++) {
      await timing.advance(500, 500)
      assert.deepEqual(owners('anything'), [holder])
    }
    for (const member of members.values()) await member.stop()
  })

  it('tell that they cannot keep their leases as soon as they write nothing for it, and that they can again', async () => {
    const { timing, members } = setUp(1, 'mute')
    const [mute] = members.values()
    await timing.advance(10_000, 500)
    assert.deepEqual(mute?.seat, { held: true, members: ['mute'] })
    const since = timing.now()
    cut.add('mute')
    await timing.advance(1_000, 100)
    assert.deepEqual(mute?.seat, { held: true, members: ['mute'] })
    await timing.advance(5_000, 100)
    const seat: Seat | undefined = mute?.seat
    assert.deepEqual([seat?.held, seat?.trouble?.why], [false, 'cut off'])
    assert.ok((seat?.trouble?.since ?? 0) - since <= 2_000)
    cut.delete('mute')
    await timing.advance(3_000, 100)
    assert.deepEqual(mute?.seat, { held: true, members: ['mute'] })
    assert.deepEqual(told, ['cut off', 'again'])
    await mute?.stop()
  })

  it('have looked once when their first look fails, so that nobody waits for them', async () => {
    cut.add('alone')
    const { members, owners } = setUp(2, 'alone')
    await members.get('alone')?.looked
    assert.deepEqual(owners('anything'), [])
    await members.get('alone')?.stop()
    cut.delete('alone')
  })

  it('give up what hangs while their lease still lets them work, so that they work on when it passes', async () => {
    const { timing, members, owners } = setUp(1, 'stuck')
    await timing.advance(10_000, 500)
    hanging = timing
    await timing.advance(2_000, 100)
    hanging = undefined
    await timing.advance(5_500, 100)
    assert.deepEqual(owners('anything'), ['stuck'])
    for (const member of members.values()) await member.stop()
  })

  it('leave a busy server alone for as long as it asks for, but no longer than a lease lasts', async () => {
    const { timing, members } = setUp(1, 'patient')
    await timing.advance(10_000, 500)
    for (const [askedMs, waitedMs] of [
      [6_000, 6_000],
      [60_000, 10_000],
    ] as const) {
      busy = askedMs
      requests = 0
      while (requests === 0) await timing.advance(100)
      await timing.advance(waitedMs - 200, 100)
      assert.equal(requests, 1)
      busy = undefined
      await timing.advance(1_000, 100)
      assert.ok(requests > 1)
      await timing.advance(5_000, 100)
    }
    for (const member of members.values()) await member.stop()
  })

  it('one seat is plain leader election: the second stands by until the first goes', async () => {
    const { timing, members } = setUp(1, 'a', 'b')
    await timing.advance(10_000, 500)
    const leaders = [...members].filter(([, member]) => member.owns('anything'))
    assert.equal(leaders.length, 1)
    await leaders[0]?.[1].stop()
    await timing.advance(10_000, 500)
    const [left] = [...members].filter(([identity]) => identity !== leaders[0]?.[0])
    assert.equal(left?.[1].owns('anything'), true)
    await left?.[1].stop()
  })
})
