import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { says } from '../testing.ts'
import { faults } from './kinds.ts'
import { type ClusterStory, openClusterStory } from './story.testing.ts'

describe('What goes wrong in a cluster', () => {
  let story: ClusterStory

  before(async () => {
    story = await openClusterStory()
  })
  // Whatever went wrong, the next finds the cluster as the first did.
  afterEach(async () => {
    await story.patch('MachineDeployment', { spec: { replicas: 2 } })
    await story.until('there are two workers again', async () => (await story.workers()).length === 2)
    await story.available()
  })
  after(() => story.close())

  const worker = async (): Promise<KubeObject> => {
    const [first] = await story.workers()
    assert.ok(first)
    return first
  }
  const again = async (name: string): Promise<KubeObject | undefined> =>
    (await story.machines()).find(({ metadata }) => metadata.name === name)

  it('shows a Node under pressure on its Machine, and its recovery', async () => {
    const { metadata } = await worker()
    await story.breakNode(metadata.name, 'DiskPressure')
    const healthy = async (status: string): Promise<boolean> => {
      const machine = await again(metadata.name)
      return machine !== undefined && says(machine, 'NodeHealthy').startsWith(status)
    }
    await story.until('the Machine says so', () => healthy('False'))
    await story.breakNode(metadata.name, null)
    await story.until('the Machine is well again', () => healthy('True'))
    assert.deepEqual(story.fleet.errors, [])
  })

  it('loses the connection to the workload cluster and finds it again', async () => {
    await story.annotate('Cluster', faults.connection, 'lost')
    await story.until('the Cluster does not know any more', async () => {
      const probe = await story.says('Cluster', 'ControlPlaneProbe')
      return probe !== 'True' && (await story.says('Cluster', 'Available')) !== 'True'
    })
    await story.annotate('Cluster', faults.connection, null)
    await story.until('all is well again', async () => (await story.says('Cluster', 'Available')) === 'True')
    assert.deepEqual(story.fleet.errors, [])
  })

  it('holds back a drain by a disruption budget, and goes on once the budget is gone', async () => {
    await story.annotate('MachineDeployment', faults.drain, 'blocked')
    await story.fleet.timing.advance(5_000)
    await story.patch('MachineDeployment', { spec: { replicas: 1 } })
    let message = ''
    await story.until('a worker waits for its drain', async () => {
      const going = (await story.workers()).find(
        (machine) => machine.metadata.deletionTimestamp !== undefined,
      )
      message = going === undefined ? '' : `${says(going, 'Deleted')} ${said(going, 'Deleted')}`
      return message.includes('disruption budget')
    })
    await story.fleet.timing.advance(60_000)
    assert.equal((await story.workers()).length, 2)
    await story.annotate('MachineDeployment', faults.drain, null)
    await story.until('the worker is gone', async () => (await story.workers()).length === 1)
    assert.deepEqual(story.fleet.errors, [])
  })

  it('makes no bootstrap data and provisions no machines while that fails', async () => {
    await story.annotate('Cluster', faults.bootstrap, 'failing')
    await story.annotate('Cluster', faults.quota, 'exceeded')
    await story.patch('MachineDeployment', { spec: { replicas: 3 } })
    const third = async (type: string): Promise<string> => {
      const waiting = (await story.workers()).find((machine) => !says(machine, 'Ready').startsWith('True'))
      return waiting === undefined ? '' : says(waiting, type)
    }
    await story.until('bootstrap fails', async () =>
      (await third('BootstrapConfigReady')).includes('DataSecretGenerationFailed'),
    )
    await story.annotate('Cluster', faults.bootstrap, null)
    await story.until('the quota is exceeded', async () =>
      (await third('InfrastructureReady')).includes('QuotaExceeded'),
    )
    await story.annotate('Cluster', faults.quota, null)
    await story.until('the third worker is ready', async () => (await third('Ready')) === '')
    assert.deepEqual(story.fleet.errors, [])
  })

  it('does nothing while the Cluster is paused, and goes on afterwards', async () => {
    await story.patch('Cluster', { spec: { paused: true } })
    await story.patch('MachineDeployment', { spec: { replicas: 3 } })
    await story.fleet.timing.advance(60_000)
    assert.equal((await story.workers()).length, 2)
    await story.patch('Cluster', { spec: { paused: false } })
    await story.until('the third worker comes', async () => (await story.workers()).length === 3)
    assert.deepEqual(story.fleet.errors, [])
  })
})

function said(object: KubeObject, type: string): string {
  const { conditions = [] } = (object.status ?? {}) as { conditions?: { type: string; message?: string }[] }
  return conditions.find((condition) => condition.type === type)?.message ?? ''
}
