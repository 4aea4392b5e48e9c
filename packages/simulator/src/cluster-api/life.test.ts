import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ClusterStory, openClusterStory } from './story.testing.ts'

describe('The life of a cluster', () => {
  let story: ClusterStory

  before(async () => {
    story = await openClusterStory()
  })
  after(() => story.close())

  it('goes from what a user applies to Available, and writes no status that is computed', async () => {
    const machines = await story.machines()
    assert.equal(machines.length, 5)
    assert.equal(await story.says('Cluster', 'Available'), 'True')
    assert.equal(await story.says('KubeadmControlPlane', 'Available'), 'True')
    assert.equal(await story.says('MachineDeployment', 'Available'), 'True')
    assert.deepEqual(await story.statusWriters(), ['sitrep'])
    assert.deepEqual(story.fleet.errors, [])
  })

  it('rolls out a new version without ever having fewer ready workers than allowed', async () => {
    const before = (await story.machines()).map(({ metadata }) => metadata.name)
    const seen: number[] = []
    await story.patch('KubeadmControlPlane', { spec: { version: 'v1.36.1' } })
    await story.patch('MachineDeployment', { spec: { template: { spec: { version: 'v1.36.1' } } } })
    await story.until('every Machine is replaced', async () => {
      seen.push(await story.readyWorkers())
      const machines = await story.machines()
      return machines.length === 5 && machines.every(({ metadata }) => !before.includes(metadata.name))
    })
    await story.until('nothing is being rolled out', async () => {
      const said = await Promise.all(
        (['KubeadmControlPlane', 'MachineDeployment'] as const).map((kind) => story.says(kind, 'UpToDate')),
      )
      return said.every((status) => status === 'True')
    })
    assert.equal(Math.min(...seen), 2)
    assert.ok((await story.nodes()).every((version) => version === 'v1.36.1'))
    assert.equal((await story.etcdMembers()).length, 3)
    assert.deepEqual(story.fleet.errors, [])
  })

  it('is gone to the last object once it is deleted', async () => {
    await story.remove('Cluster')
    await story.until('the Cluster is gone', async () => (await story.find('Cluster')) === undefined)
    assert.deepEqual(await story.left(), [])
    assert.deepEqual(await story.nodes(), [])
    assert.deepEqual(story.fleet.errors, [])
  })
})

describe('The size of a cluster', () => {
  it('grows and shrinks as the spec says', async (t) => {
    const story = await openClusterStory()
    t.after(() => story.close())
    await story.patch('MachineDeployment', { spec: { replicas: 4 } })
    await story.until('four workers are available', async () => {
      const { readyReplicas, availableReplicas } = await story.status('MachineDeployment')
      return readyReplicas === 4 && availableReplicas === 4
    })
    await story.patch('MachineDeployment', { spec: { replicas: 1 } })
    await story.until('one worker and its Node are left', async () => {
      const { replicas } = await story.status('MachineDeployment')
      return replicas === 1 && (await story.nodes()).length === 4
    })
    await story.patch('KubeadmControlPlane', { spec: { replicas: 1 } })
    await story.until('one control plane Machine is left', async () => {
      const { replicas } = await story.status('KubeadmControlPlane')
      return replicas === 1 && (await story.says('Cluster', 'Available')) === 'True'
    })
    assert.equal((await story.etcdMembers()).length, 1)
    assert.deepEqual(story.fleet.errors, [])
  })
})
