import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { WorldChange } from '@sitrep/engine'
import { leafObject } from '@sitrep/engine/testing'
import type { KubeObject } from '@sitrep/status'
import type { Connection } from '../../connection/connection.ts'
import { ControllerError } from '../../errors.ts'
import { eventually, openTestCluster, type TestCluster } from '../../testing.ts'
import { type ManualTiming, manualTiming } from '../../timing.testing.ts'
import { ClusterFeed, type ClusterFeedOptions } from './cluster-feed.ts'
import { discover } from './discovery.ts'

const leafs = { cluster: '', group: 'test.sitrep.dev', kind: 'Leaf' }
const crds = { cluster: '', group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' }
const collection = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

describe('What is asked of a cluster', () => {
  let cluster: TestCluster
  let options: () => ClusterFeedOptions
  let feed: ClusterFeed
  let timing: ManualTiming
  let told: string[] = []
  let unreadable: ControllerError[] = []
  /** Which version of the family is left out of an answer, or that all of it is. */
  let hide: ((path: string) => 'v2' | 'all' | undefined) | undefined
  let failing: ((path: string) => ControllerError | undefined) | undefined
  beforeEach(async () => {
    cluster = await openTestCluster([])
    timing = manualTiming(0)
    told = []
    unreadable = []
    failing = undefined
    hide = undefined
    const broken = (path: string): ControllerError | undefined => failing?.(path)
    const connection: Connection = {
      ...cluster.connection,
      request: async (request) => {
        const error = broken(request.path)
        if (error !== undefined) throw error
        const answer = await cluster.connection.request<{ items?: unknown[] }>(request)
        const hidden = hide?.(request.path)
        return (hidden === undefined ? answer : { ...answer, items: without(hidden, answer.items) }) as never
      },
      stream: async (request) => {
        const error = broken(request.path)
        if (error !== undefined) throw error
        return cluster.connection.stream(request)
      },
    }
    options = () => ({
      cluster: '',
      connection,
      timing,
      indexes: [],
      onChanges: (changes) => told.push(...changes.map(inWords).filter((words) => words.includes('Leaf'))),
      onUnreadable: (_kind, error) => unreadable.push(error),
    })
    feed = new ClusterFeed(options())
  })
  afterEach(async () => {
    await feed.stop()
    await cluster.close()
  })

  const inWords = (change: WorldChange): string => {
    if ('object' in change) return `+${change.object.kind} ${change.object.metadata.name}`
    if ('gone' in change) return `-${change.gone.kind} ${change.gone.name}`
    if ('awaited' in change) return `?${change.awaited.kind} ${change.awaited.name}`
    if ('moved' in change) return `${change.moved.name} ${change.to}`
    if ('untold' in change) return `${change.untold} untold`
    const kind = change.kind === 'every' ? 'every' : change.kind.kind
    return `${kind} ${change.read ? 'read' : 'unread'}`
  }
  const serve = (): Promise<unknown> => cluster.define('Leaf')
  const refuse = (code: 'not-reachable' | 'server-failed' | 'forbidden' | 'not-found') => (path: string) =>
    path.includes('leafs') ? new ControllerError(code, code, { retry: 'with-backoff' }) : undefined

  it('counts as read and empty while it is not served', async () => {
    await feed.follow([leafs])
    assert.deepEqual(told, ['Leaf read'])
  })

  it('is found within a minute when it comes to be served, however late', async () => {
    await feed.follow([leafs])
    await timing.advance(3_600_000, 60_000)
    await serve()
    await cluster.create(leafObject('a'))
    await timing.advance(60_000, 10_000)
    await eventually('the leaf is seen', () => told.includes('+Leaf a'))
  })

  it('is found at once where the CRDs of kinds are watched', async () => {
    await feed.follow([leafs, crds])
    await serve()
    await cluster.create(leafObject('a'))
    await eventually('the leaf is seen', () => told.includes('+Leaf a'))
  })

  it('is found soon when a server takes its time from the CRD to serving', async () => {
    let served = false
    hide = (path) => (!served && path === '/apis' ? 'all' : undefined)
    await feed.follow([leafs, crds])
    await timing.advance(3_600_000, 60_000)
    await serve()
    await cluster.create(leafObject('a'))
    await timing.advance(1_000)
    served = true
    await timing.advance(4_000, 500)
    await eventually('the leaf is seen', () => told.includes('+Leaf a'))
  })

  it('counts as read and empty again when it is served no longer', async () => {
    await serve()
    await cluster.create(leafObject('a'))
    await feed.follow([leafs, crds])
    await eventually('the leaf is seen', () => told.includes('+Leaf a'))
    await cluster.connection.request({ method: 'DELETE', path: `${collection}/leafs.test.sitrep.dev` })
    await eventually('the leaf is gone', () => told.includes('-Leaf a'))
    await timing.advance(90_000, 1_000)
    assert.equal(told.filter((words) => words.startsWith('Leaf')).at(-1), 'Leaf read')
  })

  describe('that is served in another version as well', () => {
    const crd = `${collection}/leafs.test.sitrep.dev`
    let first: object
    const serveVersions = (...versions: readonly object[]): Promise<unknown> =>
      cluster.connection.request({
        method: 'PATCH',
        path: crd,
        body: { spec: { versions } },
        contentType: 'application/merge-patch+json',
      })
    const serveV2 = (): Promise<unknown> =>
      serveVersions({ ...first, storage: false }, { ...first, name: 'v2', storage: true })
    let asked: string[] = []
    beforeEach(async () => {
      asked = []
      await serve()
      await cluster.create(leafObject('a'))
      failing = (path) => {
        if (path.includes('leafs?')) asked.push(path)
        return undefined
      }
      await feed.follow([leafs, crds])
      await eventually('the leaf is seen', () => told.includes('+Leaf a'))
      ;[first] = (
        await cluster.connection.request<{ spec: { versions: [object] } }>({ path: crd })
      ).spec.versions
      told = []
    })

    it('is followed in the one that is preferred now', async () => {
      await serveV2()
      await timing.advance(10_000, 1_000)
      await eventually('the leaf is read again', () => told.includes('+Leaf a'))
      await serveVersions(
        { ...first, served: false, storage: false },
        { ...first, name: 'v2', storage: true },
      )
      await timing.advance(10_000, 1_000)
      await cluster.connection.request({
        method: 'POST',
        path: '/apis/test.sitrep.dev/v2/namespaces/prod/leafs',
        body: { ...leafObject('b'), apiVersion: 'test.sitrep.dev/v2' },
      })
      await eventually('the new leaf is seen', () => told.includes('+Leaf b'))
      assert.deepEqual([...new Set(told)].sort(), ['+Leaf a', '+Leaf b'])
    })

    for (const [code, former] of [
      ['not-found', 'served too'],
      ['forbidden', 'served too'],
      ['server-failed', 'served too'],
      ['forbidden', 'served no longer'],
    ] as const)
      it(`stands as it was read while that one is ${code} at first, and the former one ${former}`, async () => {
        let left = 3
        failing = (path) =>
          path.includes('/v2/') && path.includes('leafs') && left-- > 0 ? refuse(code)(path) : undefined
        const served = former === 'served too'
        await serveVersions({ ...first, storage: false, served }, { ...first, name: 'v2', storage: true })
        await timing.advance(40_000, 1_000)
        await eventually('the leaf is read again', () => told.includes('+Leaf a'))
        assert.ok(left <= 0, 'it was refused')
        assert.deepEqual(told, ['+Leaf a'])
      })

    it('shows what went away until it was read in the other one', async () => {
      let [refused, refusing] = [0, true]
      failing = (path) => {
        if (!refusing || !path.includes('/v2/') || !path.includes('leafs')) return undefined
        refused++
        return refuse('server-failed')(path)
      }
      await serveV2()
      await eventually('it is read anew', async () => {
        await timing.advance(500, 500)
        return refused > 0
      })
      await cluster.connection.request({
        method: 'DELETE',
        path: '/apis/test.sitrep.dev/v1/namespaces/prod/leafs/a',
      })
      refusing = false
      await timing.advance(40_000, 1_000)
      await eventually('it is told', () => told.includes('-Leaf a'))
      assert.deepEqual(told, ['-Leaf a'])
    })

    it('is not read anew when that one is left out now and then among what is served', async () => {
      await serveV2()
      await timing.advance(10_000, 1_000)
      await eventually('the leaf is read again', () => told.includes('+Leaf a'))
      const hidden = ['v2', undefined, 'v2'] as const
      let answers = 0
      hide = (path) => (path === '/apis' ? hidden[answers++] : undefined)
      for (const kind of ['Group', 'Root'] as const) {
        await cluster.define(kind)
        await timing.advance(60_000, 1_000)
      }
      assert.ok(answers > hidden.length, 'it was left out')
      assert.deepEqual(
        asked.slice(asked.findIndex((path) => path.includes('/v2/'))).filter((path) => path.includes('/v1/')),
        [],
      )
    })

    it('stands when that one is left out once, and then all of it once', async () => {
      await serveV2()
      await timing.advance(10_000, 1_000)
      await eventually('the leaf is read again', () => told.includes('+Leaf a'))
      told = []
      const hidden: ('v2' | 'all')[] = ['v2', 'all']
      hide = (path) => (path === '/apis' ? hidden.shift() : undefined)
      await cluster.define('Group')
      await timing.advance(60_000, 1_000)
      assert.deepEqual([hidden, told], [[], []])
    })
  })

  it('shows what went away while nobody asked for it', async () => {
    await serve()
    await cluster.create(leafObject('a'))
    await feed.follow([leafs])
    await eventually('the leaf is seen', () => told.includes('+Leaf a'))
    await feed.follow([])
    await cluster.remove('Leaf', 'a')
    await feed.follow([leafs])
    await eventually('the leaf is gone', () => told.includes('-Leaf a'))
  })

  describe('and was read before', () => {
    beforeEach(async () => {
      await serve()
      await cluster.create(leafObject('a'))
      await feed.follow([leafs, crds])
      await eventually('the leaf is read', () => told.includes('+Leaf a') && told.includes('Leaf read'))
      told = []
    })

    const watchesBreak = async (): Promise<void> => {
      await timing.advance(110_000, 10_000)
    }

    it('stands when the server leaves it out once among what it serves', async () => {
      let left = 1
      hide = (path) => (path === '/apis' && left-- > 0 ? 'all' : undefined)
      await cluster.define('Group')
      await timing.advance(10_000, 1_000)
      assert.deepEqual(told, [])
    })

    for (const code of ['forbidden', 'not-found', 'server-failed'] as const)
      it(`stands when it is ${code} for a moment`, async () => {
        let left = 2
        failing = (path) => (path.includes('leafs') && left-- > 0 ? refuse(code)(path) : undefined)
        await watchesBreak()
        await timing.advance(10_000, 1_000)
        assert.ok(left <= 0, 'it was refused')
        assert.deepEqual(
          told.filter((words) => words !== '+Leaf a'),
          [],
        )
      })

    it('stands when it cannot be asked what is served, however often', async () => {
      let refused = 0
      failing = (path) => {
        if (path !== '/apis') return undefined
        refused++
        return new ControllerError('server-failed', 'server-failed', { retry: 'with-backoff' })
      }
      await cluster.define('Group')
      await timing.advance(300_000, 1_000)
      assert.ok(refused > 5, `it was refused ${refused} times`)
      assert.deepEqual(
        told.filter((words) => words !== '+Leaf a'),
        [],
      )
    })

    it('is said to be unread when it stays forbidden', async () => {
      failing = refuse('forbidden')
      await watchesBreak()
      await timing.advance(60_000, 1_000)
      assert.deepEqual(told, ['Leaf unread'])
    })
  })

  it('is not yet unread when it fails once after what is served could not be asked for a while', async () => {
    await serve()
    let [asked, read] = [4, 1]
    failing = (path) => {
      const isFailing = path === '/apis' ? asked-- > 0 : path.includes('leafs') && read-- > 0
      return isFailing
        ? new ControllerError('server-failed', 'server-failed', { retry: 'with-backoff' })
        : undefined
    }
    const following = feed.follow([leafs])
    await timing.advance(120_000, 1_000)
    await following
    await eventually('the kind is told', () => told.length > 0)
    assert.deepEqual(told, ['Leaf read'])
  })

  describe('by another feed of the same cluster before', () => {
    let next: ClusterFeed
    beforeEach(async () => {
      await serve()
      for (const name of ['a', 'b']) await cluster.create(leafObject(name))
      await feed.follow([leafs])
      await eventually('the leafs are seen', () => told.includes('+Leaf a') && told.includes('+Leaf b'))
      await feed.stop()
      told = []
      next = new ClusterFeed({ ...options(), after: feed })
    })
    afterEach(() => next.stop())

    it('shows what went away between the two', async () => {
      await cluster.remove('Leaf', 'a')
      await next.follow([leafs])
      await eventually('the leafs are read', () => told.includes('Leaf read'))
      assert.deepEqual(told.toSorted(), ['+Leaf b', '-Leaf a', 'Leaf read'])
    })

    it('shows that all went away when the kind is served no longer', async () => {
      await cluster.connection.request({ method: 'DELETE', path: `${collection}/leafs.test.sitrep.dev` })
      const isServed = async () => (await discover(cluster.connection)).get(leafs) !== undefined
      await eventually('it is served no longer', async () => !(await isServed()))
      await next.follow([leafs])
      await eventually('the leafs are read', () => told.includes('Leaf read'))
      assert.deepEqual(told.toSorted(), ['-Leaf a', '-Leaf b', 'Leaf read'])
    })

    it('shows that all went away when the cluster itself has', () => {
      next.forget()
      assert.deepEqual(told.toSorted(), ['-Leaf a', '-Leaf b'])
    })
  })

  type Case = [
    name: string,
    code: 'not-reachable' | 'server-failed' | 'forbidden',
    forMs: number,
    says: boolean,
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['out of reach for a minute', 'not-reachable', 60_000, false, 'nobody knows of a change'],
    ['failing for a moment',      'server-failed', 500,    false, 'servers do that while they start'],
    ['failing all the time',      'server-failed', 60_000, true,  'that is no start any more'],
    ['forbidden',                 'forbidden',     500,    true,  'waiting does not help'],
  ]
  for (const [name, code, forMs, says, because] of cases) {
    it(`that is ${name} is ${says ? 'said to be unread, once' : 'not spoken of'}, because ${because}`, async () => {
      await serve()
      failing = refuse(code)
      await feed.follow([leafs])
      await timing.advance(forMs, 100)
      assert.deepEqual(told, says ? ['Leaf unread'] : [])
      assert.deepEqual(
        unreadable.map((error) => error.code),
        says ? [code] : [],
      )
      assert.equal(feed.complete, says)
      failing = undefined
      await timing.advance(60_000, 5_000)
      await eventually('it is read', () => told.at(-1) === 'Leaf read')
    })
  }
})

interface ServedGroup extends KubeObject {
  readonly versions: readonly { readonly version: string }[]
}

/** What is served, without the kinds of the family, or without one version of them. */
const without = (hidden: 'v2' | 'all', groups: readonly unknown[] = []): readonly unknown[] =>
  (groups as readonly ServedGroup[]).flatMap((group) => {
    if (group.metadata.name !== leafs.group) return [group]
    return hidden === 'all'
      ? []
      : [{ ...group, versions: group.versions.filter(({ version }) => version !== hidden) }]
  })
