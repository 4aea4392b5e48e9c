import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Condition, getCondition } from '@sitrep/conditions'
import { family, leafObject } from '@sitrep/engine/testing'
import type { KubeObject } from '@sitrep/status'
import type { ApiRequest, Connection } from './connection/connection.ts'
import { startController } from './controller.ts'
import { controllerSuite } from './controllers.testing.ts'
import { leftAloneMs } from './publish/echo-guard.ts'
import { errorOfAnswer, eventually, manualTiming, openTestCluster } from './testing.ts'

const conditionOf = (object: KubeObject, type: string): Condition | undefined =>
  getCondition((object.status as { conditions?: readonly Condition[] } | undefined)?.conditions, type)

const isSilent = (object: KubeObject): boolean =>
  object.kind === 'Root' &&
  (object.status as { conditions?: unknown[] } | undefined)?.conditions?.length === 0

const contradiction: Condition = {
  type: 'LeavesReady',
  status: 'False',
  reason: 'Elsewhere',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
}

describe('A controller against a server', () => {
  const suite = controllerSuite()
  const says = async (kind: string, name: string, type: string): Promise<string> => {
    const found = conditionOf(await suite.cluster.read(kind, name), type)
    return found === undefined ? 'absent' : `${found.status} ${found.reason}`
  }
  const rootSays = async (wanted: string): Promise<boolean> =>
    (await says('Root', 'root', 'Available')) === wanted

  it('writes what it computes, from the leaf up to the root', async () => {
    await suite.plant('a', 'b')
    suite.start()
    await eventually('the root is available', () => rootSays('True InfoReported'))
    const group = (await suite.cluster.read('Group', 'g')).status as { leaves?: number }
    assert.equal(group.leaves, 2)
    assert.equal(await says('Leaf', 'a', 'Checked'), 'True Checked')
  })

  it('writes once per object and transition, and nothing when there is nothing to say', async () => {
    await suite.plant('a', 'b')
    const writes: string[] = []
    const controller = suite.start({ onWritten: (ref) => writes.push(`${ref.kind} ${ref.name}`) })
    await eventually('the root is available', () => rootSays('True InfoReported'))
    await controller.settled()
    writes.length = 0
    await suite.cluster.replaceSpec(leafObject('a', { healthy: false }))
    await eventually('the root says so', () => rootSays('False IssuesReported'))
    await controller.settled()
    assert.deepEqual(writes.sort(), ['Group g', 'Leaf a', 'Leaf b', 'Root root'])
  })

  it('takes nobody for an adversary where very many objects change at once, again and again', async () => {
    const names = Array.from({ length: 120 }, (_, at) => `leaf-${String(at).padStart(3, '0')}`)
    await suite.plant(...names)
    const fights: unknown[] = []
    const controller = suite.start({ onFight: (fight) => fights.push(fight) })
    const last = names.at(-1) ?? ''
    await eventually(
      'all are written',
      async () => (await suite.cluster.read('Leaf', last)).status !== undefined,
    )
    // The last ones come first, and their statuses are computed last.
    for (const healthy of [false, true, false, true]) {
      await controller.settled()
      controller.feed(names.toReversed().map((name) => ({ object: leafObject(name, { healthy }) })))
    }
    await controller.settled()
    assert.deepEqual(fights, [])
  })

  it('keeps what others say on the same object', async () => {
    await suite.plant('a', 'b')
    suite.start()
    await eventually(
      'the leaf is ready',
      async () => (await says('Leaf', 'a', 'Ready')) === 'True InfoReported',
    )
    const { status } = await suite.cluster.read('Leaf', 'a')
    const foreign = {
      type: 'Foreign',
      status: 'True',
      reason: 'Elsewhere',
      message: '',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    }
    await suite.cluster.patchStatus('Leaf', 'a', {
      conditions: [...(status as { conditions: Condition[] }).conditions, foreign],
    })
    await suite.cluster.replaceSpec(leafObject('a', { healthy: false }))
    await eventually(
      'the leaf is not ready',
      async () => (await says('Leaf', 'a', 'Ready')) === 'False IssuesReported',
    )
    assert.equal(await says('Leaf', 'a', 'Foreign'), 'True Elsewhere')
  })

  it('puts right what somebody else wrote over its own words', async () => {
    await suite.plant('a', 'b')
    suite.start()
    await eventually('the root is available', () => rootSays('True InfoReported'))
    await suite.cluster.patchStatus('Root', 'root', { conditions: [] })
    await eventually('it says so again', () => rootSays('True InfoReported'))
  })

  it('writes what was refused, when somebody changes the object, and takes nobody for another writer', async () => {
    await suite.plant('a')
    const { connection } = suite.cluster
    const times = 4
    let refused = 0
    const request: Connection['request'] = async (asked) => {
      const isRefused = asked.method === 'PATCH' && asked.path.includes('/leafs/a/status') && refused < times
      if (!isRefused) return connection.request(asked)
      refused++
      throw errorOfAnswer(422, 'PATCH', { body: '{}' })
    }
    const fights: unknown[] = []
    const onFight = (fight: unknown): unknown => fights.push(fight)
    const controller = suite.start({ connection: { ...connection, request }, onFight })
    for (let time = 1; time <= times; time++) {
      await eventually('it was refused', () => refused === time)
      await controller.settled()
      assert.equal(await says('Leaf', 'a', 'Mature'), 'absent')
      await connection.request({
        method: 'PATCH',
        path: '/apis/test.sitrep.dev/v1/namespaces/prod/leafs/a',
        body: { metadata: { labels: { changed: `${time}` } } },
        contentType: 'application/merge-patch+json',
      })
    }
    await eventually('it is written', async () => (await says('Leaf', 'a', 'Mature')) !== 'absent')
    assert.deepEqual(fights, [])
  })

  it('takes up again what two have fought over, also where the timer for that comes a moment early', async () => {
    await suite.plant('a')
    const clock = manualTiming(Date.parse('2026-01-01T00:00:00Z'))
    const sleep: typeof clock.sleep = (ms, signal) =>
      clock.sleep(ms === leftAloneMs ? leftAloneMs - 1 : ms, signal)
    const fights: unknown[] = []
    const onFight = (fight: unknown): unknown => fights.push(fight)
    const controller = suite.start({ timing: { ...clock, sleep }, onFight })
    for (let round = 0; round < 3; round++) {
      await eventually('the root is available', () => rootSays('True InfoReported'))
      await controller.settled()
      await suite.cluster.patchStatus('Root', 'root', { conditions: [] })
    }
    await eventually('that is a fight', () => fights.length === 1)
    await clock.advance(leftAloneMs - 2)
    assert.equal(await rootSays('True InfoReported'), false)
    await clock.advance(1)
    await eventually('it says so again', () => rootSays('True InfoReported'))
  })

  it('puts right what another process wrote while the object was not its own, once it is', async () => {
    await suite.plant('a')
    const timing = manualTiming(Date.parse('2026-01-01T00:00:00Z'))
    let [isOurs, isShown] = [true, false]
    const controller = suite.start({
      timing,
      mayWrite: () => isOurs,
      onTaken: (changes) => {
        isShown ||= changes.some((change) => 'object' in change && isSilent(change.object))
      },
    })
    await eventually('the root is available', () => rootSays('True InfoReported'))
    await controller.settled()
    isOurs = false
    await suite.cluster.patchStatus('Root', 'root', { conditions: [] })
    await eventually('it is shown what was written', () => isShown)
    isOurs = true
    await timing.advance(10_000)
    await eventually('it says so again', () => rootSays('True InfoReported'))
  })

  it('writes on an object that was deleted and made again before it heard of either', async () => {
    await suite.plant('a')
    let isHeld = false
    // While it is held, the watch of leafs brings both in one piece.
    async function* held(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      let kept = ''
      for await (const chunk of chunks) {
        kept += String(chunk)
        if (isHeld && !/"DELETED".*\n.*"ADDED"/.test(kept)) continue
        yield Buffer.from(kept)
        kept = ''
      }
    }
    const { connection } = suite.cluster
    suite.start({
      connection: {
        ...connection,
        stream: async (request) => {
          const stream = await connection.stream(request)
          return request.path.includes('/leafs?') ? { ...stream, chunks: held(stream.chunks) } : stream
        },
      },
    })
    await eventually('the root is available', () => rootSays('True InfoReported'))
    isHeld = true
    const path = '/apis/test.sitrep.dev/v1/namespaces/prod/leafs/a'
    await connection.request({ method: 'DELETE', path })
    await suite.cluster.create(leafObject('a'))
    await eventually(
      'the new one says something',
      async () => (await says('Leaf', 'a', 'Mature')) !== 'absent',
    )
  })

  it('notices within a minute that a clock was set past the moment that it waits for', async () => {
    await suite.plant('a')
    const { creationTimestamp = '' } = (await suite.cluster.read('Leaf', 'a')).metadata
    const timing = manualTiming(Date.parse(creationTimestamp) - 3_600_000)
    suite.start({ timing })
    await eventually('the leaf is young', async () => (await says('Leaf', 'a', 'Mature')) === 'False Young')
    timing.jump(7_200_000)
    await timing.advance(60_000, 5_000)
    await eventually('it is mature', async () => (await says('Leaf', 'a', 'Mature')) !== 'False Young')
  })

  it('lets news wait for a few of those whom time alone changes, and not for all', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `leaf-${String(at).padStart(3, '0')}`)
    await suite.plant(...names)
    const { creationTimestamp = '' } = (await suite.cluster.read('Leaf', 'leaf-000')).metadata
    const timing = manualTiming(Date.parse(creationTimestamp))
    const turns: (readonly string[])[] = []
    const controller = suite.start({ timing, onChanges: (all) => turns.push(all.map(({ ref }) => ref.name)) })
    await eventually(
      'all are young',
      async () => (await says('Leaf', 'leaf-099', 'Mature')) === 'False Young',
    )
    await controller.settled()
    turns.length = 0
    timing.jump(3_600_000)
    controller.feed([{ object: leafObject('news') }])
    await controller.settled()
    const news = turns.findIndex((turn) => turn.includes('news'))
    assert.ok(news <= 1, `in turn ${news} of ${turns.length}`)
    assert.ok(turns.length > 5)
    assert.deepEqual(new Set(turns.flat().filter((name) => name.startsWith('leaf'))), new Set(names))
  })

  it('flips nothing and writes nothing when it is started anew in the middle of everything', async () => {
    await suite.plant('a', 'b')
    const first = suite.start()
    await eventually('the root is available', () => rootSays('True InfoReported'))
    await first.stop()
    const before = await Promise.all([suite.cluster.read('Root', 'root'), suite.cluster.read('Leaf', 'a')])
    const seen: string[] = []
    const second = suite.start({ onChanges: (changes) => seen.push(...changes.map(({ ref }) => ref.name)) })
    await eventually(
      'the world is read',
      () =>
        second.engine.wanted.length === 0 &&
        second.engine.object({ group: 'test.sitrep.dev', kind: 'Root', namespace: 'prod', name: 'root' }) !==
          undefined,
    )
    await second.settled()
    assert.deepEqual(seen, [])
    assert.deepEqual(
      await Promise.all([suite.cluster.read('Root', 'root'), suite.cluster.read('Leaf', 'a')]),
      before,
    )
  })

  type Harm = [name: string, status: object, because: string]
  const harms: Harm[] = [
    ['blanked', { conditions: null, leaves: null }, 'a merge patch of nothing takes everything'],
    ['counted otherwise', { leaves: 7 }, 'fields are ours as well as conditions'],
    ['contradicted', { conditions: [contradiction] }, 'the last writer is not always right'],
  ]
  for (const [name, harm, because] of harms)
    it(`puts right what was ${name} on an object that it has not written since it started: ${because}`, async () => {
      await suite.plant('a', 'b')
      const first = suite.start()
      await eventually('the root is available', () => rootSays('True InfoReported'))
      await first.settled()
      await first.stop()
      const { status } = await suite.cluster.read('Group', 'g')
      const writes: string[] = []
      const second = suite.start({ onWritten: (ref) => writes.push(`${ref.kind} ${ref.name}`) })
      await eventually('the world is read', () => second.synced && second.engine.wanted.length === 0)
      await second.settled()
      assert.deepEqual(writes, [])
      await suite.cluster.patchStatus('Group', 'g', harm)
      await eventually('it is written', () => writes.length > 0)
      await second.settled()
      assert.deepEqual((await suite.cluster.read('Group', 'g')).status, status)
      assert.deepEqual(writes, ['Group g'])
    })

  it('writes nothing at all when it only observes', async () => {
    await suite.plant('a', 'b')
    const changes: string[] = []
    const controller = suite.start({
      mode: 'observe',
      onChanges: (statuses) => changes.push(...statuses.map(({ ref }) => ref.name)),
    })
    await eventually('everything is computed', () => new Set(changes).size === 4)
    await controller.settled()
    assert.equal((await suite.cluster.read('Root', 'root')).status, undefined)
  })

  it('agrees with a second writer on the same objects in the end, however they conflict', async () => {
    await suite.plant('a', 'b')
    suite.start()
    const storm = Array.from({ length: 40 }, async (_, round) => {
      const { status } = await suite.cluster.read('Leaf', 'a')
      const conditions = (status as { conditions?: Condition[] } | undefined)?.conditions ?? []
      const foreign = {
        type: 'Foreign',
        status: 'True',
        reason: `Round${round}`,
        message: '',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      }
      await suite.cluster.patchStatus('Leaf', 'a', {
        conditions: [...conditions.filter(({ type }) => type !== 'Foreign'), foreign],
      })
      await suite.cluster.replaceSpec(leafObject('a', { healthy: round % 2 === 0 }))
    })
    await Promise.all(storm)
    await suite.cluster.replaceSpec(leafObject('a', { healthy: false }))
    await eventually(
      'both have had their say',
      async () =>
        (await says('Leaf', 'a', 'Healthy')) === 'False Ill' &&
        (await says('Leaf', 'a', 'Foreign')) !== 'absent',
    )
    assert.equal(await says('Root', 'root', 'Available'), 'False IssuesReported')
  })

  it('agrees with a second one like it: no fight, and no more writes than one for each', async () => {
    await suite.plant('a', 'b')
    const writes: string[] = []
    const fights: unknown[] = []
    const two = [1, 2].map(() =>
      suite.start({ onWritten: (ref) => writes.push(ref.name), onFight: (fight) => fights.push(fight) }),
    )
    await eventually('the root is available', () => rootSays('True InfoReported'))
    for (const controller of two) await controller.settled()
    writes.length = 0
    await suite.cluster.replaceSpec(leafObject('a', { healthy: false }))
    await eventually('the root says so', () => rootSays('False IssuesReported'))
    for (const controller of two) await controller.settled()
    const version = (await suite.cluster.read('Root', 'root')).metadata.resourceVersion
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
    assert.ok(writes.length <= 8, `${writes.length} writes for four objects`)
    assert.deepEqual(fights, [])
    assert.equal((await suite.cluster.read('Root', 'root')).metadata.resourceVersion, version)
  })

  it('finishes the writes that are under way when it is stopped', async () => {
    await suite.plant('a', 'b')
    const underWay: Promise<unknown>[] = []
    const answered: string[] = []
    const release = Promise.withResolvers<void>()
    const controller = suite.start({
      connection: {
        ...suite.cluster.connection,
        request: <Answer>(request: ApiRequest): Promise<Answer> => {
          if (request.method !== 'PATCH') return suite.cluster.connection.request<Answer>(request)
          const write = release.promise.then(() => suite.cluster.connection.request<Answer>(request))
          underWay.push(write.then(() => answered.push(request.path)))
          return write
        },
      },
    })
    await eventually('something is being written', () => underWay.length > 0)
    const stopped = controller.stop()
    release.resolve()
    await stopped
    assert.equal(answered.length, underWay.length)
  })

  it('waits for a kind that is not served yet', async () => {
    const young = await openTestCluster(['Leaf'])
    const controller = startController({ connection: young.connection, catalog: family, mode: 'write' })
    await young.create(leafObject('a'))
    await eventually(
      'the leaf misses its root',
      async () => conditionOf(await young.read('Leaf', 'a'), 'Healthy')?.reason === 'NoRoot',
    )
    await controller.stop()
    await young.close()
  })
})
