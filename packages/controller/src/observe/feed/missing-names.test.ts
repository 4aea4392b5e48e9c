import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import type { WorldChange } from '@sitrep/engine'
import type { IndexDefinition } from '@sitrep/status'
import type { Connection } from '../../connection/connection.ts'
import { ControllerError } from '../../errors.ts'
import { openTestCluster, type TestCluster } from '../../testing.ts'
import { type ManualTiming, manualTiming } from '../../timing.testing.ts'
import { ClusterFeed } from './cluster-feed.ts'
import type { Followed } from './followed.ts'

const group = 'test.sitrep.dev'
const thing = { group, kind: 'Thing' }
const most = 200
const names = Array.from({ length: most + 30 }, (_, at) => `missing-${at}`)
const asked = names.map(
  (name): Followed => ({ cluster: '', ...thing, by: { index: 'name', key: `prod/${name}` } }),
)
const bySort: Followed = { cluster: '', ...thing, by: { index: 'sort', key: 'prod' } }

const indexes: readonly IndexDefinition[] = [
  {
    kind: thing,
    name: 'name',
    keys: ({ metadata }) => [`${metadata.namespace}/${metadata.name}`],
    narrow: { fieldSelector: 'metadata.name', namespaced: true },
  },
  {
    kind: thing,
    name: 'sort',
    keys: ({ metadata }) => [metadata.namespace ?? ''],
    narrow: { fieldSelector: 'metadata.namespace' },
  },
]

describe('Of some hundred names that lead nowhere', () => {
  let cluster: TestCluster
  let feed: ClusterFeed
  let timing: ManualTiming
  let told: WorldChange[] = []
  let watched: string[] = []
  let selects = true
  before(async () => {
    cluster = await openTestCluster(['Thing'])
  })
  after(() => cluster.close())
  beforeEach(() => {
    timing = manualTiming(0)
    told = []
    watched = []
    selects = true
    const connection: Connection = {
      ...cluster.connection,
      request: async (request) => {
        if (selects || !request.path.includes('fieldSelector')) return cluster.connection.request(request)
        throw new ControllerError('refused', 'no such selector', { retry: 'with-backoff', httpStatus: 400 })
      },
      stream: async (request) => {
        const { chunks, close } = await cluster.connection.stream(request)
        watched.push(request.path)
        return { chunks: counted(request.path, chunks), close }
      },
    }
    async function* counted(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      try {
        yield* chunks
      } finally {
        watched.splice(watched.indexOf(path), 1)
      }
    }
    feed = new ClusterFeed({
      cluster: '',
      connection,
      timing,
      indexes,
      onChanges: (all) => told.push(...all),
    })
  })
  afterEach(() => feed.stop())

  const until = async (what: string, holds: () => boolean): Promise<void> => {
    for (let waited = 0; !holds(); waited += 50) {
      if (waited > 120_000) throw new Error(`not within two minutes: ${what}`)
      await timing.advance(50)
    }
  }
  const follow = async (all: readonly Followed[]): Promise<void> => {
    await feed.follow(all)
    await until('all are read', () => feed.complete)
  }
  const create = (name: string): Promise<unknown> =>
    cluster.create({ apiVersion: `${group}/v1`, kind: 'Thing', metadata: { name, namespace: 'prod' } })
  const seen = (name: string): boolean =>
    told.some((change) => 'object' in change && change.object.metadata.name === name)
  const gone = (name: string): boolean => told.some((change) => 'gone' in change && change.gone.name === name)

  it('a bounded number is watched, and of all it is known that they lead nowhere', async () => {
    await follow(asked)
    assert.equal(watched.length, most)
    assert.deepEqual(
      told.map((change) => 'read' in change && change.read && change.by?.key).toSorted(),
      names.map((name) => `prod/${name}`).toSorted(),
    )
  })

  it('one that comes to be is seen, watched, and seen to go', async () => {
    const [last = ''] = names.slice(-1)
    await follow(asked)
    await create(last)
    await until('it is seen', () => seen(last))
    await until('another makes room', () => watched.length === most)
    await cluster.remove('Thing', last)
    await until('it is seen to go', () => gone(last))
    assert.ok(!told.some((change) => 'object' in change && change.object.metadata.name !== last))
  })

  it('what is followed by another field keeps its watch, with objects or without', async () => {
    await follow([bySort, ...asked])
    const other = watched.filter((path) => path.includes('metadata.namespace'))
    assert.deepEqual([other.length, watched.length], [1, most + 1])
  })

  it('those that cannot be looked for do not count as missing', async () => {
    selects = false
    await feed.follow(asked)
    const unread = (): number => told.filter((change) => 'read' in change && !change.read).length
    await until('it is said of all that are not watched', () => unread() === names.length - most)
  })
})
