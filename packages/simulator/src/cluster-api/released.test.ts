import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { says } from '../testing.ts'
import { faults } from './kinds.ts'
import { type ClusterStory, openClusterStory } from './story.testing.ts'

describe('What goes wrong in a cluster, in the language of the released system', () => {
  let story: ClusterStory

  beforeEach(async () => {
    story = await openClusterStory({ healthCheckMs: 60_000, profile: 'released' })
  })
  afterEach(() => story.close())

  it('replaces a worker that nobody hears from, by its health check', async () => {
    const [sick] = await story.workers()
    assert.ok(sick)
    const { metadata } = sick
    await story.breakNode(metadata.name, 'Unreachable')
    await story.until('another worker has taken its place', async () => {
      const workers = await story.workers()
      return (
        workers.length === 2 &&
        workers.every(
          (other) => other.metadata.name !== metadata.name && says(other, 'Ready').startsWith('True'),
        )
      )
    })
    assert.deepEqual(story.fleet.errors, [])
  })

  it('says that a condition of the infrastructure is none', async () => {
    await story.annotate('Cluster', faults.condition, 'malformed')
    await story.until('the malformed condition is told', async () => {
      const cluster = await story.find('Cluster')
      return (
        cluster !== undefined && says(cluster, 'InfrastructureReady') === 'Unknown InvalidConditionReported'
      )
    })
    await story.annotate('Cluster', faults.condition, null)
    await story.until('all is well again', async () => (await story.says('Cluster', 'Available')) === 'True')
    assert.deepEqual(story.fleet.errors, [])
  })
})
