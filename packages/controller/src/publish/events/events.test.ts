import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import { family, groupObject, leafObject, rootObject } from '@sitrep/engine/testing'
import type { KubeObject } from '@sitrep/status'
import { type Controller, type ControllerOptions, startController } from '../../controller.ts'
import { eventually, openTestCluster, type TestCluster } from '../../testing.ts'

interface CoreEvent extends KubeObject {
  readonly type: string
  readonly reason: string
  readonly message: string
  readonly reportingComponent: string
  readonly reportingInstance: string
  readonly action: string
  readonly involvedObject: { readonly kind: string; readonly uid?: string }
  readonly series?: { readonly count: number }
}

describe('Events about what was written', () => {
  let cluster: TestCluster
  let controllers: Controller[] = []
  before(async () => {
    cluster = await openTestCluster()
  })
  after(() => cluster.close())
  afterEach(async () => {
    await Promise.all(controllers.map((controller) => controller.stop()))
    controllers = []
    for (const plural of ['leafs', 'groups', 'roots'])
      await cluster.connection.request({
        method: 'DELETE',
        path: `/apis/test.sitrep.dev/v1/namespaces/prod/${plural}`,
      })
    await cluster.connection.request({ method: 'DELETE', path: '/api/v1/namespaces/prod/events' })
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
  const plant = async (): Promise<void> => {
    await cluster.create(rootObject())
    const group = await cluster.create(groupObject('g'))
    const ownerReferences = [
      { apiVersion: 'test.sitrep.dev/v1', kind: 'Group', name: 'g', uid: group.metadata.uid ?? '' },
    ]
    await cluster.create(leafObject('a', {}, { ownerReferences }))
  }
  const says = async (kind: string, name: string, type: string): Promise<string | undefined> => {
    const { status } = await cluster.read(kind, name)
    const conditions = (status as { conditions?: readonly Condition[] } | undefined)?.conditions
    return conditions?.find((condition) => condition.type === type)?.status
  }
  const isAvailable = async (wanted: string): Promise<boolean> =>
    (await says('Root', 'root', 'Available')) === wanted
  // The way `kubectl describe` finds them.
  const eventsOf = async (kind: string, name: string): Promise<readonly CoreEvent[]> => {
    const { uid } = (await cluster.read(kind, name)).metadata
    const fieldSelector = encodeURIComponent(`involvedObject.name=${name},involvedObject.uid=${uid}`)
    const path = `/api/v1/namespaces/prod/events?fieldSelector=${fieldSelector}`
    return (await cluster.connection.request<{ items: CoreEvent[] }>({ path })).items
  }
  const told = (events: readonly CoreEvent[]): string[] =>
    events.map(({ type, reason, message }) => `${type} ${reason} ${message}`).sort()

  it('tell of a transition on the object it happened to, as people look for them', async () => {
    await plant()
    const controller = start({ instance: 'host-1' })
    await eventually('the root is available', () => isAvailable('True'))
    await controller.settled()
    await cluster.connection.request({ method: 'DELETE', path: '/api/v1/namespaces/prod/events' })
    await cluster.replaceSpec(leafObject('a', { healthy: false }))
    await eventually('the leaf is told of', async () => (await eventsOf('Leaf', 'a')).length === 3)
    const events = await eventsOf('Leaf', 'a')
    assert.deepEqual(
      told(events).map((line) => line.split(' ').slice(0, 5).join(' ')),
      [
        'Warning Ill Healthy is False',
        'Warning IssuesReported Ready is False:',
        'Warning RootNotAvailable Told is False',
      ],
    )
    const [{ involvedObject, reportingComponent, reportingInstance, action } = assert.fail()] = events
    assert.equal(involvedObject.kind, 'Leaf')
    assert.deepEqual([reportingComponent, reportingInstance, action], ['sitrep', 'host-1', 'UpdateStatus'])
  })

  it('are not written for what a controller sees for the first time, nor after a restart', async () => {
    await plant()
    const first = start()
    await eventually('the root is available', () => isAvailable('True'))
    await first.settled()
    await first.stop()
    const before = told(await eventsOf('Leaf', 'a'))
    const second = start()
    await eventually('everything is read', () => second.synced)
    await second.settled()
    assert.deepEqual(told(await eventsOf('Leaf', 'a')), before)
    assert.ok(
      before.every((line) => !line.includes('Healthy')),
      'a condition that was never there did not change',
    )
  })

  it('are written by the process that writes the object, and by no other', async () => {
    await plant()
    start({ instance: 'owner' })
    const other = start({ instance: 'other', mayWrite: () => false })
    await eventually('the root is available', () => isAvailable('True'))
    await cluster.replaceSpec(leafObject('a', { healthy: false }))
    await eventually('the root is told of', async () => (await eventsOf('Root', 'root')).length > 0)
    await other.settled()
    const writers = [...(await eventsOf('Leaf', 'a')), ...(await eventsOf('Root', 'root'))].map(
      ({ reportingInstance }) => reportingInstance,
    )
    assert.deepEqual([...new Set(writers)], ['owner'])
  })

  it('are counted and not repeated when an object flaps', async () => {
    await plant()
    start()
    await eventually('the root is available', () => isAvailable('True'))
    for (const healthy of [false, true, false, true, false]) {
      await cluster.replaceSpec(leafObject('a', { healthy }))
      await eventually('the root follows', () => isAvailable(healthy ? 'True' : 'False'))
    }
    const ill = async (): Promise<readonly CoreEvent[]> =>
      (await eventsOf('Leaf', 'a')).filter(({ reason }) => reason === 'Ill')
    await eventually('three times ill is told', async () => (await ill())[0]?.series?.count === 3)
    assert.equal((await ill()).length, 1)
  })

  it('do not keep a status from being written when they cannot be', async () => {
    await plant()
    const outcomes: string[] = []
    start({
      onEvent: (outcome) => outcomes.push(outcome),
      connection: {
        ...cluster.connection,
        request: (request) =>
          request.path.includes('events.k8s.io')
            ? cluster.connection.request({
                ...request,
                path: '/apis/events.k8s.io/v1/namespaces/nowhere/events',
              })
            : cluster.connection.request(request),
      },
    })
    await eventually('the root is available', () => isAvailable('True'))
    await cluster.replaceSpec(leafObject('a', { healthy: false }))
    await eventually('the root follows', () => isAvailable('False'))
    await eventually('the failures are counted', () => outcomes.includes('failed'))
    assert.ok(!outcomes.includes('written'))
  })
})
