import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { faults, says } from '@sitrep/simulator/testing'
import { openRecordedStory, type RecordedStory } from './recorded-story.testing.ts'

describe('The whole life of a cluster, with every status write on record', () => {
  let story: RecordedStory
  before(async () => {
    story = await openRecordedStory()
    await story.begin()
    await story.available()
  })
  after(() => story.close())

  // Whatever happens: no write without news, none that only took back another, none that the server did not take.
  afterEach(async () => {
    await story.fleet.settled()
    assert.deepEqual(story.record.problems(), [])
    assert.equal(story.sent.changed(), story.record.writes.length)
    assert.ok(story.record.writes.length <= story.computed())
    assert.deepEqual(story.fleet.errors, [])
  })

  const turnsOf = (object: string, type: string, since: number): readonly string[] =>
    story.record.writes
      .slice(since)
      .flatMap((write) => (write.object === object ? write.turns : []))
      .filter((turn) => turn.type === type)
      .map(({ to }) => to)

  it('scales: ScalingUp comes and goes once', async () => {
    const since = story.record.writes.length
    await story.patch('MachineDeployment', { spec: { replicas: 3 } })
    await story.until('three workers', async () => (await story.workers()).length === 3)
    await story.available()
    assert.deepEqual(turnsOf('MachineDeployment blue-md-0', 'ScalingUp', since), ['True', 'False'])
  })

  it('rolls out: the Cluster stays available, and is up to date again after having been behind once', async () => {
    const since = story.record.writes.length
    await story.patch('MachineDeployment', { spec: { template: { spec: { version: 'v1.36.1' } } } })
    await story.until('the rollout shows', async () => (await story.says('Cluster', 'UpToDate')) === 'False')
    await story.until('the rollout ends', async () => (await story.says('Cluster', 'UpToDate')) === 'True')
    await story.until('the last old worker is gone', async () => (await story.workers()).length === 3)
    assert.deepEqual(turnsOf('Cluster blue', 'Available', since), [])
    assert.deepEqual(turnsOf('Cluster blue', 'UpToDate', since), ['False', 'True'])
  })

  it('loses a Node and finds it again: its Machine says so once each way', async () => {
    const since = story.record.writes.length
    const [sick] = await story.workers()
    assert.ok(sick)
    const { name } = sick.metadata
    await story.breakNode(name, 'NotReady')
    await story.until('the Machine says so', async () => {
      const machine = (await story.machines()).find(({ metadata }) => metadata.name === name)
      return machine !== undefined && says(machine, 'Ready').startsWith('False')
    })
    await story.breakNode(name, null)
    await story.available()
    assert.deepEqual(turnsOf(`Machine ${name}`, 'NodeReady', since), ['False', 'True'])
    assert.deepEqual(turnsOf(`Machine ${name}`, 'Ready', since), ['False', 'True'])
  })

  it('loses its connection and finds it again: the probe says so once each way', async () => {
    const since = story.record.writes.length
    await story.annotate('Cluster', faults.connection, 'lost')
    await story.until(
      'the probe fails',
      async () => (await story.says('Cluster', 'ControlPlaneProbe')) !== 'True',
    )
    await story.annotate('Cluster', faults.connection, null)
    await story.until('it answers', async () => (await story.says('Cluster', 'ControlPlaneProbe')) === 'True')
    await story.available()
    assert.deepEqual(turnsOf('Cluster blue', 'ControlPlaneProbe', since), ['False', 'True'])
  })

  it('is deleted to the last object, and nothing is written to what is gone', async () => {
    await story.remove('Cluster')
    await story.until('the Cluster is gone', async () => (await story.find('Cluster')) === undefined)
    assert.deepEqual(await story.left(), [])
  })
})
