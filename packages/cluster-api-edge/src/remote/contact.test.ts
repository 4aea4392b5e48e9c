import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { clusterKind } from '@sitrep/cluster-api'
import { createCatalog, defineStatus, type KubeObject, type View } from '@sitrep/status'
import { openWorkloadStory, type WorkloadStory } from './workload.testing.ts'

const path = '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/clusters/blue'

const roomSeen: View<boolean> = { name: 'roomSeen', of: () => true }

/** A Cluster that is provisioned as soon as a ConfigMap of its name is there: nothing of that is written on the Cluster by anybody. */
const provisionedByRoom = createCatalog({
  definitions: [
    defineStatus<KubeObject, { readonly room: boolean }, Readonly<Record<string, unknown>>>({
      kind: clusterKind,
      observe({ metadata: { namespace = '', name } }, world) {
        const room = world.get({ group: '', kind: 'ConfigMap', namespace, name }, roomSeen)
        return { room: room.read && room.item === true }
      },
      compute: ({ room }) => ({
        status: { conditions: [], initialization: { infrastructureProvisioned: room } },
        decided: [],
      }),
      columns: [],
      onFailure: 'Ready',
    }),
  ],
})

describe('The contact to a workload cluster', () => {
  let story: WorkloadStory
  beforeEach(async () => {
    story = await openWorkloadStory()
  })
  afterEach(() => story.close())

  const states = (): readonly string[] => story.contacts.map(({ cluster, state }) => `${cluster} ${state}`)
  const initialize = (): Promise<unknown> =>
    story.management.request({
      method: 'PATCH',
      path: `${path}/status`,
      body: {
        status: { initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true } },
      },
      contentType: 'application/merge-patch+json',
    })
  const connect = async (): Promise<void> => {
    await story.putSecret(story.kubeconfig())
    await story.addNode('n1')
    story.start()
    await story.until('the Node is seen', () => story.said.at(-1) === 'True Nodes n1 with')
  }
  const events = async (): Promise<readonly string[]> => {
    type Event = KubeObject & { readonly reason: string; readonly type: string }
    const answer = await story.management.request<{ items: readonly Event[] }>({
      path: '/api/v1/namespaces/prod/events',
    })
    return answer.items
      .filter(({ reason }) => reason.startsWith('Cluster'))
      .map(({ type, reason }) => `${type} ${reason}`)
      .sort()
  }

  it('is told once when it is made, lost and made again, and by Events on its Cluster', async () => {
    await connect()
    assert.deepEqual(states(), ['prod/blue made'])
    story.gate.set(() => 'cut')
    await story.timing.advance(180_000, 1_000)
    assert.deepEqual(states(), ['prod/blue made', 'prod/blue lost'])
    assert.match(story.contacts[1]?.why ?? '', /cannot be reached/)
    story.gate.set(() => 'pass')
    await story.timing.advance(40_000, 1_000)
    await story.until('it is back', () => states().length === 3)
    assert.equal(states()[2], 'prod/blue made')
    await story.timing.advance(1_000)
    assert.deepEqual(await events(), ['Normal ClusterReached', 'Warning ClusterLost'])
    assert.deepEqual(
      story.controller().sight.clusters.map(({ state }) => state),
      ['made'],
    )
  })

  it('that a restart of the cluster breaks for a moment is not spoken of', async () => {
    await connect()
    story.gate.set(() => 'cut')
    await story.timing.advance(25_000, 500)
    story.gate.set(() => 'pass')
    await story.timing.advance(30_000, 1_000)
    assert.deepEqual(states(), ['prod/blue made'])
  })

  it('that cannot be made is told with the reason', async () => {
    await initialize()
    story.start()
    await story.until('the Cluster is known', () => story.controller().synced)
    await story.timing.advance(60_000, 1_000)
    assert.deepEqual(states(), ['prod/blue connecting', 'prod/blue unreachable'])
    assert.equal(story.contacts[1]?.why, 'it has no kubeconfig Secret')
    assert.deepEqual(await events(), ['Warning ClusterUnreachable'])
  })

  it('is not expected before there is a control plane that could answer', async () => {
    story.start()
    await story.until('the Cluster is known', () => story.controller().synced)
    await story.timing.advance(60_000, 1_000)
    assert.deepEqual(states(), [])
  })

  it('is sought as soon as its infrastructure is known, although another process writes the Cluster', async () => {
    const body = { status: { initialization: null } }
    const contentType = 'application/merge-patch+json'
    await story.management.request({ method: 'PATCH', path: `${path}/status`, body, contentType })
    await story.putSecret(story.kubeconfig())
    story.start({}, { catalog: provisionedByRoom, mayWrite: () => false })
    await story.until('the Cluster is known', () => story.controller().synced)
    await story.timing.advance(5_000, 1_000)
    assert.deepEqual(states(), [])
    const room = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'blue' } }
    const rooms = '/api/v1/namespaces/prod/configmaps'
    await story.management.request({ method: 'POST', path: rooms, body: room })
    await story.until('it is reached', () => states().includes('prod/blue made'))
  })

  it('goes with its Cluster', async () => {
    await connect()
    await story.management.request({ method: 'DELETE', path })
    await story.until('it is forgotten', () => story.controller().sight.clusters.length === 0)
  })
})
