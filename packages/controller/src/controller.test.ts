import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { type Condition, getCondition } from '@sitrep/conditions'
import { family, groupObject, leafObject, rootObject } from '@sitrep/engine/testing'
import type { KubeObject } from '@sitrep/status'
import type { ApiRequest } from './connection/connection.ts'
import { type Controller, type ControllerOptions, startController } from './controller.ts'
import { eventually, openTestCluster, type TestCluster } from './testing.ts'

const conditionOf = (object: KubeObject, type: string): Condition | undefined =>
  getCondition((object.status as { conditions?: readonly Condition[] } | undefined)?.conditions, type)

describe('A controller against a server', () => {
  let cluster: TestCluster
  let controllers: Controller[] = []

  before(async () => {
    cluster = await openTestCluster()
  })
  after(() => cluster.close())
  afterEach(async () => {
    await Promise.all(controllers.map((controller) => controller.stop()))
    controllers = []
    for (const kind of ['Leaf', 'Group', 'Root']) {
      await cluster.connection.request({
        method: 'DELETE',
        path: `/apis/test.sitrep.dev/v1/namespaces/prod/${kind.toLowerCase()}s`,
      })
    }
  })

  const start = (options: Partial<ControllerOptions> = {}): Controller => {
    const controller = startController({
      connection: cluster.connection,
      catalog: family,
      mode: 'write',
      ...options,
    })
    controllers.push(controller)
    return controller
  }
  const says = async (kind: string, name: string, type: string): Promise<string> => {
    const found = conditionOf(await cluster.read(kind, name), type)
    return found === undefined ? 'absent' : `${found.status} ${found.reason}`
  }
  const plant = async (): Promise<void> => {
    await cluster.create(rootObject())
    const group = await cluster.create(groupObject('g'))
    const ownerReferences = [
      { apiVersion: 'test.sitrep.dev/v1', kind: 'Group', name: 'g', uid: group.metadata.uid ?? '' },
    ]
    for (const name of ['a', 'b']) await cluster.create(leafObject(name, {}, { ownerReferences }))
  }

  it('writes what it computes, from the leaf up to the root', async () => {
    await plant()
    start()
    await eventually(
      'the root is available',
      async () => (await says('Root', 'root', 'Available')) === 'True InfoReported',
    )
    const group = (await cluster.read('Group', 'g')).status as { leaves?: number }
    assert.equal(group.leaves, 2)
    assert.equal(await says('Leaf', 'a', 'Checked'), 'True Checked')
  })

  it('writes once per object and transition, and nothing when there is nothing to say', async () => {
    await plant()
    const writes: string[] = []
    const controller = start({ onWritten: (ref) => writes.push(`${ref.kind} ${ref.name}`) })
    await eventually(
      'the root is available',
      async () => (await says('Root', 'root', 'Available')) === 'True InfoReported',
    )
    await controller.settled()
    writes.length = 0
    await cluster.replaceSpec(leafObject('a', { healthy: false }))
    await eventually(
      'the root says so',
      async () => (await says('Root', 'root', 'Available')) === 'False IssuesReported',
    )
    await controller.settled()
    assert.deepEqual(writes.sort(), ['Group g', 'Leaf a', 'Leaf b', 'Root root'])
  })

  it('keeps what others say on the same object', async () => {
    await plant()
    start()
    await eventually(
      'the leaf is ready',
      async () => (await says('Leaf', 'a', 'Ready')) === 'True InfoReported',
    )
    const { status } = await cluster.read('Leaf', 'a')
    const foreign = {
      type: 'Foreign',
      status: 'True',
      reason: 'Elsewhere',
      message: '',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    }
    await cluster.patchStatus('Leaf', 'a', {
      conditions: [...(status as { conditions: Condition[] }).conditions, foreign],
    })
    await cluster.replaceSpec(leafObject('a', { healthy: false }))
    await eventually(
      'the leaf is not ready',
      async () => (await says('Leaf', 'a', 'Ready')) === 'False IssuesReported',
    )
    assert.equal(await says('Leaf', 'a', 'Foreign'), 'True Elsewhere')
  })

  it('puts right what somebody else wrote over its own words', async () => {
    await plant()
    start()
    await eventually(
      'the root is available',
      async () => (await says('Root', 'root', 'Available')) === 'True InfoReported',
    )
    await cluster.patchStatus('Root', 'root', { conditions: [] })
    await eventually(
      'it says so again',
      async () => (await says('Root', 'root', 'Available')) === 'True InfoReported',
    )
  })

  it('flips nothing and writes nothing when it is started anew in the middle of everything', async () => {
    await plant()
    const first = start()
    await eventually(
      'the root is available',
      async () => (await says('Root', 'root', 'Available')) === 'True InfoReported',
    )
    await first.stop()
    const before = await Promise.all([cluster.read('Root', 'root'), cluster.read('Leaf', 'a')])
    const seen: string[] = []
    const second = start({ onChanges: (changes) => seen.push(...changes.map(({ ref }) => ref.name)) })
    await eventually(
      'the world is read',
      () =>
        second.engine.wanted.length === 0 &&
        second.engine.object({ group: 'test.sitrep.dev', kind: 'Root', namespace: 'prod', name: 'root' }) !==
          undefined,
    )
    await second.settled()
    assert.deepEqual(seen, [])
    assert.deepEqual(await Promise.all([cluster.read('Root', 'root'), cluster.read('Leaf', 'a')]), before)
  })

  it('writes nothing at all when it only observes', async () => {
    await plant()
    const changes: string[] = []
    const controller = start({
      mode: 'observe',
      onChanges: (statuses) => changes.push(...statuses.map(({ ref }) => ref.name)),
    })
    await eventually('everything is computed', () => new Set(changes).size === 4)
    await controller.settled()
    assert.equal((await cluster.read('Root', 'root')).status, undefined)
  })

  it('agrees with a second writer on the same objects in the end, however they conflict', async () => {
    await plant()
    start()
    const storm = Array.from({ length: 40 }, async (_, round) => {
      const { status } = await cluster.read('Leaf', 'a')
      const conditions = (status as { conditions?: Condition[] } | undefined)?.conditions ?? []
      const foreign = {
        type: 'Foreign',
        status: 'True',
        reason: `Round${round}`,
        message: '',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      }
      await cluster.patchStatus('Leaf', 'a', {
        conditions: [...conditions.filter(({ type }) => type !== 'Foreign'), foreign],
      })
      await cluster.replaceSpec(leafObject('a', { healthy: round % 2 === 0 }))
    })
    await Promise.all(storm)
    await cluster.replaceSpec(leafObject('a', { healthy: false }))
    await eventually(
      'both have had their say',
      async () =>
        (await says('Leaf', 'a', 'Healthy')) === 'False Ill' &&
        (await says('Leaf', 'a', 'Foreign')) !== 'absent',
    )
    assert.equal(await says('Root', 'root', 'Available'), 'False IssuesReported')
  })

  it('agrees with a second one like it: no fight, and no more writes than one for each', async () => {
    await plant()
    const writes: string[] = []
    const fights: unknown[] = []
    const two = [1, 2].map(() =>
      start({ onWritten: (ref) => writes.push(ref.name), onFight: (fight) => fights.push(fight) }),
    )
    await eventually(
      'the root is available',
      async () => (await says('Root', 'root', 'Available')) === 'True InfoReported',
    )
    for (const controller of two) await controller.settled()
    writes.length = 0
    await cluster.replaceSpec(leafObject('a', { healthy: false }))
    await eventually(
      'the root says so',
      async () => (await says('Root', 'root', 'Available')) === 'False IssuesReported',
    )
    for (const controller of two) await controller.settled()
    const version = (await cluster.read('Root', 'root')).metadata.resourceVersion
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
    assert.ok(writes.length <= 8, `${writes.length} writes for four objects`)
    assert.deepEqual(fights, [])
    assert.equal((await cluster.read('Root', 'root')).metadata.resourceVersion, version)
  })

  it('finishes the writes that are under way when it is stopped', async () => {
    await plant()
    const underWay: Promise<unknown>[] = []
    const answered: string[] = []
    const release = Promise.withResolvers<void>()
    const controller = start({
      connection: {
        ...cluster.connection,
        request: <Answer>(request: ApiRequest): Promise<Answer> => {
          if (request.method !== 'PATCH') return cluster.connection.request<Answer>(request)
          const write = release.promise.then(() => cluster.connection.request<Answer>(request))
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
