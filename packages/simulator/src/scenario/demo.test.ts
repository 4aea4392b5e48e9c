import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestFleet, says, type TestFleet } from '../testing.ts'
import { demoScenario } from './demo.ts'

describe('The demo', () => {
  let fleet: TestFleet

  before(async () => {
    fleet = await openTestFleet({ scenario: demoScenario })
  })
  after(() => fleet.close())

  const clusters = async (): Promise<Readonly<Record<string, string>>> => {
    const all = await fleet.list('/apis/cluster.x-k8s.io/v1beta2/clusters')
    return Object.fromEntries(
      all.map((cluster) => [cluster.metadata.name, says(cluster, 'Available').split(' ')[0] ?? '']),
    )
  }

  it('brings its clusters up', async () => {
    await fleet.until(
      'three clusters are available',
      async () => {
        const { payments, search, factory } = await clusters()
        return payments === 'True' && search === 'True' && factory === 'True'
      },
      60_000,
    )
  })

  it('then shows one being created, one rolling out, a blocked drain and a lost connection', async () => {
    await fleet.until('the connection is lost', async () => (await clusters())['factory'] !== 'True')
    assert.notEqual((await clusters())['labs'], 'True')
    const sets = await fleet.list('/apis/cluster.x-k8s.io/v1beta2/namespaces/fleet/machinesets')
    const web = sets.filter(({ metadata }) => metadata.name.startsWith('payments-web-'))
    assert.equal(web.length, 2)
    const machines = await fleet.list('/apis/cluster.x-k8s.io/v1beta2/namespaces/fleet/machines')
    const held = machines.find(
      ({ metadata }) => metadata.name.startsWith('search-index-') && metadata.deletionTimestamp !== undefined,
    )
    assert.ok(held)
    assert.deepEqual(fleet.errors, [])
  })
})
