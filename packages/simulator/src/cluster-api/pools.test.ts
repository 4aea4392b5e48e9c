import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { at, list } from '@sitrep/status'
import { says } from '../testing.ts'
import { poolObjects } from './plan/pool.testing.ts'
import { type ClusterStory, openClusterStory } from './story.testing.ts'

const path = '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/machinepools/blue-pool'

describe('A MachinePool beside the Machines of a cluster', () => {
  let story: ClusterStory
  before(async () => {
    story = await openClusterStory()
  })
  after(() => story.close())

  const status = async (): Promise<unknown> => (await story.fleet.read(path)).status

  it('shows its instances as replicas, with the Nodes they became', async () => {
    await story.fleet.apply(...poolObjects(2))
    await story.until(
      'two instances are there',
      async () => list(at(await status(), 'nodeRefs')).length === 2,
    )
    assert.equal(at(await status(), 'replicas'), 2)
    assert.equal(says(await story.fleet.read(path), 'Available'), 'True Available')
    assert.deepEqual(story.fleet.errors, [])
  })

  it('goes with its Cluster', async () => {
    await story.remove('Cluster')
    await story.until('the Cluster is gone', async () => (await story.find('Cluster')) === undefined)
    assert.deepEqual(await story.left(), [])
    assert.deepEqual(story.fleet.errors, [])
  })
})
