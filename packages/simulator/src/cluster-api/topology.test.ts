import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestFleet, says, type TestFleet } from '../testing.ts'
import { topologyObjects } from './plan/topology.testing.ts'

const capi = '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod'

describe('A Cluster of a ClusterClass beside the controllers', () => {
  const fights: unknown[] = []
  let fleet: TestFleet
  before(async () => {
    const controller = { onFight: (fight: unknown): void => void fights.push(fight) }
    fleet = await openTestFleet({ profile: 'released', controller })
  })
  after(() => fleet.close())

  it('becomes available, with what its topology says kept among what is computed', async () => {
    await fleet.apply(...topologyObjects())
    await fleet.until('it is available', async () => {
      const cluster = await fleet.read(`${capi}/clusters/blue`)
      return says(cluster, 'Available') === 'True Available'
    })
    const cluster = await fleet.read(`${capi}/clusters/blue`)
    assert.equal(says(cluster, 'TopologyReconciled'), 'True ReconcileSucceeded')
    assert.deepEqual(fights, [])
    assert.deepEqual(fleet.errors, [])
  })

  it('says that it is being upgraded, and is available afterwards', async () => {
    await fleet.patch(`${capi}/clusters/blue`, { spec: { topology: { version: 'v1.36.1' } } })
    const topology = async (): Promise<string> =>
      says(await fleet.read(`${capi}/clusters/blue`), 'TopologyReconciled')
    await fleet.until('the upgrade shows', async () => (await topology()) === 'False ClusterUpgrading')
    await fleet.until('the upgrade ends', async () => (await topology()) === 'True ReconcileSucceeded')
    assert.equal(says(await fleet.read(`${capi}/clusters/blue`), 'Available'), 'True Available')
    assert.deepEqual(fights, [])
    assert.deepEqual(fleet.errors, [])
  })
})
