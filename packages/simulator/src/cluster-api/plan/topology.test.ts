import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clusterKind, labels, machineDeploymentKind, machineKind, nodeKind } from '@sitrep/cluster-api/kinds'
import { at, list, refOf } from '@sitrep/status'
import { simulatedFamilies } from '../../families.ts'
import { MemoryWorld, only } from '../../plan/memory-world.testing.ts'
import { plan } from '../../plan/plan.ts'
import { conditionStatus } from '../../world/read.ts'
import { isControlPlaneMachine } from '../read.ts'
import { topologyObjects } from './topology.testing.ts'

const living = (): MemoryWorld => new MemoryWorld().add(...topologyObjects()).run(600)

const change = (fleet: MemoryWorld, topology: object): void =>
  fleet.change(refOf(only(fleet.world, clusterKind)), { spec: { topology } })

const workers = (replicas: number): object => ({
  machineDeployments: [{ class: 'default', name: 'md-0', replicas }],
})

describe('A Cluster of a ClusterClass', () => {
  it('gets everything that its class describes, marked as owned, and says that it is reconciled', () => {
    const fleet = living()
    const cluster = only(fleet.world, clusterKind)
    assert.equal(fleet.world.list(nodeKind, 'prod/blue').length, 5)
    assert.equal(conditionStatus(cluster, 'TopologyReconciled'), 'True')
    const deployment = only(fleet.world, machineDeploymentKind)
    assert.equal(deployment.metadata.labels?.[labels.topologyOwned], '')
    assert.equal(deployment.metadata.labels?.[labels.topologyDeploymentName], 'md-0')
    assert.deepEqual(plan(simulatedFamilies, fleet.input).actions, [])
  })

  it('follows the sizes of its topology', () => {
    const fleet = living()
    change(fleet, { controlPlane: { replicas: 1 }, workers: workers(4) })
    fleet.run(600)
    const machines = fleet.world.list(machineKind)
    assert.equal(machines.filter(isControlPlaneMachine).length, 1)
    assert.equal(machines.length, 5)
  })

  it('upgrades the control plane first, then the workers, and says so meanwhile', () => {
    const fleet = living()
    change(fleet, { version: 'v1.36.1' })
    const said = new Set<string | undefined>()
    fleet.run(3600, (world) => {
      said.add(conditionStatus(only(world, clusterKind), 'TopologyReconciled'))
      const all = world.list(machineKind)
      const ahead = all.some((each) => !isControlPlaneMachine(each) && at(each.spec, 'version') === 'v1.36.1')
      if (ahead)
        assert.ok(all.filter(isControlPlaneMachine).every(({ spec }) => at(spec, 'version') === 'v1.36.1'))
    })
    assert.ok(fleet.world.list(machineKind).every(({ spec }) => at(spec, 'version') === 'v1.36.1'))
    assert.deepEqual([...said].sort(), ['False', 'True'])
  })

  it('loses a group of workers that its topology no longer names', () => {
    const fleet = living()
    change(fleet, { workers: { machineDeployments: [] } })
    fleet.run(600)
    assert.deepEqual(fleet.world.list(machineDeploymentKind), [])
    assert.equal(fleet.world.list(machineKind).length, 3)
  })

  it('says that its class does not exist, and makes nothing', () => {
    const cluster = topologyObjects().filter(({ kind }) => kind === 'Cluster')
    const fleet = new MemoryWorld().add(...cluster).run(60)
    const [condition] = list(at(only(fleet.world, clusterKind).status, 'conditions'))
    assert.equal(at(condition, 'message'), 'The ClusterClass does not exist')
    assert.deepEqual(fleet.world.list(machineKind), [])
  })

  it('goes to the last object once it is deleted', () => {
    const fleet = living()
    fleet.remove(refOf(only(fleet.world, clusterKind)))
    fleet.run(600)
    assert.deepEqual(fleet.world.list(clusterKind), [])
    assert.deepEqual(fleet.world.list(machineKind), [])
  })
})
