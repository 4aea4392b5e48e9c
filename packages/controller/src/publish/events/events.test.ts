import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import { leafObject } from '@sitrep/engine/testing'
import type { KubeObject } from '@sitrep/status'
import { controllerSuite } from '../../controllers.testing.ts'
import { eventually } from '../../testing.ts'

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
  const suite = controllerSuite()
  const says = async (kind: string, name: string, type: string): Promise<string | undefined> => {
    const { status } = await suite.cluster.read(kind, name)
    const conditions = (status as { conditions?: readonly Condition[] } | undefined)?.conditions
    return conditions?.find((condition) => condition.type === type)?.status
  }
  const isAvailable = async (wanted: string): Promise<boolean> =>
    (await says('Root', 'root', 'Available')) === wanted
  // The way `kubectl describe` finds them.
  const eventsOf = async (kind: string, name: string): Promise<readonly CoreEvent[]> => {
    const { uid } = (await suite.cluster.read(kind, name)).metadata
    const fieldSelector = encodeURIComponent(`involvedObject.name=${name},involvedObject.uid=${uid}`)
    const path = `/api/v1/namespaces/prod/events?fieldSelector=${fieldSelector}`
    return (await suite.cluster.connection.request<{ items: CoreEvent[] }>({ path })).items
  }
  const told = (events: readonly CoreEvent[]): string[] =>
    events.map(({ type, reason, message }) => `${type} ${reason} ${message}`).sort()

  it('tell of a transition on the object it happened to, as people look for them', async () => {
    await suite.plant('a')
    const controller = suite.start({ instance: 'host-1' })
    await eventually('the root is available', () => isAvailable('True'))
    await controller.settled()
    await suite.cluster.connection.request({ method: 'DELETE', path: '/api/v1/namespaces/prod/events' })
    await suite.cluster.replaceSpec(leafObject('a', { healthy: false }))
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
    await suite.plant('a')
    const first = suite.start()
    await eventually('the root is available', () => isAvailable('True'))
    await first.settled()
    await first.stop()
    const before = told(await eventsOf('Leaf', 'a'))
    const second = suite.start()
    await eventually('everything is read', () => second.synced)
    await second.settled()
    assert.deepEqual(told(await eventsOf('Leaf', 'a')), before)
    assert.ok(
      before.every((line) => !line.includes('Healthy')),
      'a condition that was never there did not change',
    )
  })

  it('are written by the process that writes the object, and by no other', async () => {
    await suite.plant('a')
    suite.start({ instance: 'owner' })
    const other = suite.start({ instance: 'other', mayWrite: () => false })
    await eventually('the root is available', () => isAvailable('True'))
    await suite.cluster.replaceSpec(leafObject('a', { healthy: false }))
    await eventually('the root is told of', async () => (await eventsOf('Root', 'root')).length > 0)
    await other.settled()
    const writers = [...(await eventsOf('Leaf', 'a')), ...(await eventsOf('Root', 'root'))].map(
      ({ reportingInstance }) => reportingInstance,
    )
    assert.deepEqual([...new Set(writers)], ['owner'])
  })

  it('are counted and not repeated when an object flaps', async () => {
    await suite.plant('a')
    suite.start()
    await eventually('the root is available', () => isAvailable('True'))
    for (const healthy of [false, true, false, true, false]) {
      await suite.cluster.replaceSpec(leafObject('a', { healthy }))
      await eventually('the root follows', () => isAvailable(healthy ? 'True' : 'False'))
    }
    const ill = async (): Promise<readonly CoreEvent[]> =>
      (await eventsOf('Leaf', 'a')).filter(({ reason }) => reason === 'Ill')
    await eventually('three times ill is told', async () => (await ill())[0]?.series?.count === 3)
    assert.equal((await ill()).length, 1)
  })

  it('do not keep a status from being written when they cannot be', async () => {
    await suite.plant('a')
    const outcomes: string[] = []
    suite.start({
      onEvent: (outcome) => outcomes.push(outcome),
      connection: {
        ...suite.cluster.connection,
        request: (request) =>
          request.path.includes('events.k8s.io')
            ? suite.cluster.connection.request({
                ...request,
                path: '/apis/events.k8s.io/v1/namespaces/nowhere/events',
              })
            : suite.cluster.connection.request(request),
      },
    })
    await eventually('the root is available', () => isAvailable('True'))
    await suite.cluster.replaceSpec(leafObject('a', { healthy: false }))
    await eventually('the root follows', () => isAvailable('False'))
    await eventually('the failures are counted', () => outcomes.includes('failed'))
    assert.ok(!outcomes.includes('written'))
  })
})
