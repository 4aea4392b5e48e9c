import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EdgeSurroundings } from '@sitrep/controller'
import { eventually, manualTiming } from '@sitrep/controller/testing'
import type { WorldChange } from '@sitrep/engine'
import type { ObjectRef } from '@sitrep/status'
import { defaultRemoteTimes, RemoteCluster } from './remote-cluster.ts'

const ref: ObjectRef = { group: 'cluster.x-k8s.io', kind: 'Cluster', namespace: 'prod', name: 'blue' }
const nowhere = JSON.stringify({
  clusters: [{ name: 'blue', cluster: { server: 'http://127.0.0.1:1' } }],
  users: [{ name: 'blue', user: {} }],
  contexts: [{ name: 'blue', context: { cluster: 'blue', user: 'blue' } }],
  'current-context': 'blue',
})

const nothing = (): void => {}

type Case = [name: string, status: object | undefined, attempts: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['initialized',     { initialization: { controlPlaneInitialized: true } }, 3, 'others have reached it, and one attempt says little against that'],
  ['not initialized', { initialization: {} },                                1, 'nothing was ever read of it'],
  ['not known',       undefined,                                             1, 'nobody says that there is anything to be read'],
]

describe('What is asked of a workload cluster that nobody reaches from the start', () => {
  for (const [name, status, attempts, because] of cases)
    it(`${name}: is told as unread after ${attempts} attempts, because ${because}`, async () => {
      const timing = manualTiming(0)
      const changes: WorldChange[] = []
      let tried = 0
      const cluster = new RemoteCluster({
        cluster: 'prod/blue',
        ref,
        around: {
          timing,
          engine: {
            object: () => status && { apiVersion: 'v1', kind: 'Cluster', metadata: { name: 'blue' }, status },
          },
          feed: (fed: readonly WorldChange[]) => changes.push(...fed),
        } as unknown as EdgeSurroundings,
        times: defaultRemoteTimes,
        kubeconfig: () => {
          tried++
          return { read: true, text: nowhere }
        },
        probe: {
          tell: nothing,
          awaited: nothing,
          giveUp: nothing,
          forget: nothing,
          leftToOthers: () => false,
        },
        sources: [],
        concerns: () => false,
        asked: () => false,
      })
      cluster.follow([{ cluster: 'prod/blue', group: '', kind: 'Node' }])
      cluster.start()
      await eventually('it is told', async () => {
        await timing.advance(100, 100)
        return changes.length > 0
      })
      assert.equal(tried, attempts)
      assert.deepEqual(
        changes.map((change) => 'read' in change && change.read),
        [false],
      )
      await cluster.stop()
    })
})
