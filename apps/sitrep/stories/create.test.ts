import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { clusterObjects } from '@sitrep/simulator/testing'
import { kubectlApply } from './kubectl.testing.ts'
import { openRecordedStory, type RecordedStory } from './recorded-story.testing.ts'

const blue = {
  namespace: 'prod',
  name: 'blue',
  version: 'v1.36.0',
  controlPlane: 3,
  workers: [{ name: 'md-0', replicas: 3 }],
}

describe('A cluster of three and three machines, from kubectl apply to Available', () => {
  let story: RecordedStory
  before(async () => {
    story = await openRecordedStory()
  })
  after(() => story.close())

  it('comes up from what a person applies', async (t) => {
    const apply = kubectlApply(story.fleet.server.kubeconfig)
    if (apply === undefined) t.diagnostic('there is no kubectl here: applied over our own connection')
    await (apply ?? ((objects) => story.fleet.apply(...objects)))(clusterObjects(blue))
    await story.available()
    assert.equal((await story.machines()).length, 6)
    assert.equal(await story.says('Cluster', 'Available'), 'True')
    assert.deepEqual(story.fleet.errors, [])
  })

  it('is written once per transition: every write was seen to say something that was not said before', (t) => {
    const { writes } = story.record
    assert.deepEqual(story.record.problems(), [])
    assert.equal(story.sent.changed(), writes.length)
    assert.deepEqual(
      story.sent.writes.filter(({ outcome }) => outcome === 'unchanged'),
      [],
    )
    assert.ok(writes.length <= story.computed(), 'the publisher never says more than the engine')
    const machines = writes.filter(({ object }) => object.startsWith('Machine ')).length
    t.diagnostic(
      `status writes from create to available: ${writes.length}, ${machines / 6} a Machine (genuine Cluster API: 309, 17 a Machine)`,
    )
  })

  it('is left alone once there is nothing to say', async () => {
    const before = story.sent.writes.length
    await story.fleet.timing.advance(600_000, 5_000)
    await story.fleet.settled()
    assert.deepEqual(story.sent.writes.slice(before), [])
  })
})
