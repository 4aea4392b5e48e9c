import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { at, type KubeObject } from '@sitrep/status'
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
    assert.deepEqual(fleet.errors, [])
  })

  const namesOf = async (
    plural: string,
    holds: (object: KubeObject) => boolean,
  ): Promise<readonly string[]> => {
    const all = await fleet.list(`/apis/cluster.x-k8s.io/v1beta2/namespaces/fleet/${plural}`)
    return all.filter(holds).map(({ metadata }) => metadata.name)
  }

  it('then shows one being created, one rolling out, a blocked drain and a lost connection', async () => {
    await fleet.until('all four show at once', async () => {
      const { labs, factory } = await clusters()
      const rolling = await namesOf('machinesets', ({ spec }) => Number(at(spec, 'replicas')) > 0)
      const held = await namesOf('machines', ({ metadata }) => metadata.deletionTimestamp !== undefined)
      return (
        labs === 'False' &&
        factory !== 'True' &&
        rolling.filter((name) => name.startsWith('payments-web-')).length === 2 &&
        held.some((name) => name.startsWith('search-index-'))
      )
    })
    assert.deepEqual(fleet.errors, [])
  })
})
