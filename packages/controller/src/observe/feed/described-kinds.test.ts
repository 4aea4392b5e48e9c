import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import type { WorldChange } from '@sitrep/engine'
import { createCatalog, defineStatus, type KubeObject } from '@sitrep/status'
import type { Connection } from '../../connection/connection.ts'
import { startController } from '../../controller.ts'
import { openTestCluster, type TestCluster } from '../../testing.ts'
import { type ManualTiming, manualTiming } from '../../timing.testing.ts'
import { ClusterFeed } from './cluster-feed.ts'
import type { Followed } from './followed.ts'

const group = 'test.sitrep.dev'
const names = Array.from({ length: 240 }, (_, index) => `Kind${index}`)
const described = names.map((kind): Followed => ({ cluster: '', group, kind, described: true }))
const most = 200

const inWords = (change: WorldChange): string => {
  if ('object' in change) return `+${change.object.kind}`
  if ('gone' in change) return `-${change.gone.kind}`
  return 'read' in change && change.kind !== 'every' ? `${change.kind.kind} ${change.read}` : 'other'
}

/** Every kind of the group has a status that says that it was seen. */
const catalog = createCatalog({
  definitions: [
    defineStatus<KubeObject, object, { seen: boolean }>({
      kind: {
        described: 'kind of the tests',
        serves: (served) => served.group === group,
        recognises: () => false,
      },
      observe: () => ({}),
      compute: () => ({ status: { seen: true }, decided: [] }),
      columns: [],
      onFailure: 'Ready',
    }),
  ],
})

describe('Of some hundred kinds that fit a description', () => {
  let cluster: TestCluster
  let connection: Connection
  let feed: ClusterFeed
  let timing: ManualTiming
  let told: string[] = []
  const created: string[] = []
  let [open, looks, looking, mostAtOnce] = [0, 0, 0, 0]
  before(async () => {
    cluster = await openTestCluster([])
    await Promise.all(names.slice(0, 120).map(cluster.define))
    await Promise.all(names.slice(120).map(cluster.define))
  })
  after(() => cluster.close())
  beforeEach(() => {
    timing = manualTiming(0)
    told = []
    ;[open, looks, looking, mostAtOnce] = [0, 0, 0, 0]
    connection = {
      ...cluster.connection,
      request: async (request) => {
        if (!request.path.includes('limit=1')) return cluster.connection.request(request)
        looks++
        looking++
        mostAtOnce = Math.max(mostAtOnce, looking)
        try {
          return await cluster.connection.request(request)
        } finally {
          looking--
        }
      },
      stream: async (request) => {
        const { chunks, close } = await cluster.connection.stream(request)
        open++
        return { chunks: counted(chunks), close }
      },
    }
    async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      try {
        yield* chunks
      } finally {
        open--
      }
    }
    const onChanges = (changes: readonly WorldChange[]): number => told.push(...changes.map(inWords))
    feed = new ClusterFeed({ cluster: '', connection, timing, indexes: [], onChanges })
  })
  afterEach(async () => {
    await feed.stop()
    await Promise.all(created.splice(0).map((kind) => cluster.remove(kind, 'a')))
  })

  const until = async (what: string, holds: () => boolean): Promise<void> => {
    for (let waited = 0; !holds(); waited += 50) {
      if (waited > 120_000) throw new Error(`not within two minutes: ${what}`)
      await timing.advance(50)
    }
  }
  const create = (kind: string): Promise<unknown> => {
    created.push(kind)
    return cluster.create({ apiVersion: `${group}/v1`, kind, metadata: { name: 'a', namespace: 'prod' } })
  }
  const remove = (kind: string): Promise<unknown> => {
    created.splice(created.indexOf(kind), 1)
    return cluster.remove(kind, 'a')
  }
  const follow = async (...more: readonly Followed[]): Promise<void> => {
    await feed.follow([...described, ...more])
    await until('all are read', () => feed.complete)
  }

  it('a bounded number is watched, and all are read', async () => {
    await follow()
    assert.equal(open, most)
    assert.deepEqual(told.toSorted(), names.map((kind) => `${kind} true`).toSorted())
  })

  it('those that are not watched are looked at one by one, and not too often', async () => {
    await follow()
    looks = 0
    await timing.advance(10_000, 10)
    assert.equal(mostAtOnce, 1)
    assert.ok(looks > 100 && looks <= 200, `${looks} looks in ten seconds`)
  })

  it('one that gets its first object is watched from then on, and another gives its watch up', async () => {
    await follow()
    await create('Kind239')
    await until('the object is seen', () => told.includes('+Kind239'))
    await until('another makes room', () => open === most)
    await remove('Kind239')
    await until('it is seen to go', () => told.includes('-Kind239'))
    assert.equal(told.filter((words) => words.startsWith('Kind239')).length, 1)
  })

  it('one that has objects when it is found is watched, wherever it stands', async () => {
    await create('Kind239')
    await follow()
    await until('the object is seen', () => told.includes('+Kind239'))
    await until('another makes room', () => open === most)
  })

  it('one that is asked for by its name is watched, with objects or without', async () => {
    await follow({ cluster: '', group, kind: 'Kind239' })
    assert.equal(open, most + 1)
    await create('Kind239')
    await until('the object is seen', () => told.includes('+Kind239'))
  })

  it('all that have objects are watched, however many; and fewer again when they have none', async () => {
    const many = names.slice(0, most + 5)
    await Promise.all(many.slice(0, 100).map(create))
    await Promise.all(many.slice(100).map(create))
    await follow()
    await until('all are seen', () => many.every((kind) => told.includes(`+${kind}`)))
    assert.equal(open, most + 5)
    for (const kind of names.slice(0, 10)) await remove(kind)
    await until('they make room', () => open === most)
  })

  it('a controller keeps every status, with no more watches than that', async () => {
    await create('Kind0')
    const controller = startController({ connection, catalog, mode: 'write', timing })
    try {
      const says = (kind: string): unknown =>
        controller.engine.object({ group, kind, namespace: 'prod', name: 'a' })?.status
      await until('all are known', () => controller.engine.describedKinds.length === names.length)
      await until('all are read', () => controller.synced)
      await create('Kind239')
      await until('both are seen', () => says('Kind0') !== undefined && says('Kind239') !== undefined)
      await until('others make room', () => open === most + 1)
      await controller.settled()
      assert.deepEqual((await cluster.read('Kind239', 'a')).status, { seen: true })
    } finally {
      await controller.stop()
    }
  })

  it('one that is served no longer is let go', async () => {
    await cluster.define('Passing')
    await follow({ cluster: '', group, kind: 'Passing', described: true })
    told = []
    await cluster.connection.request({
      method: 'DELETE',
      path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/passings.${group}`,
    })
    await until('it counts as empty', () => told.includes('Passing true'))
    assert.ok(!told.includes('Passing false'), 'it was never in doubt what it has')
  })
})
