import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  clusterKind,
  kubeadmConfigKind,
  machineKind,
  machinePoolKind,
  nodeKind,
} from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, list, refOf } from '@sitrep/status'
import { simulatedFamilies } from '../../families.ts'
import { MemoryWorld, only } from '../../plan/memory-world.testing.ts'
import { plan } from '../../plan/plan.ts'
import { conditionStatus } from '../../world/read.ts'
import { simulatedPoolKind } from '../kinds.ts'
import { clusterObjects } from '../scenario/cluster-objects.ts'
import { poolObjects } from './pool.testing.ts'
import { blue, steadyWorld } from './subjects.testing.ts'

const poolNodes = ({ world }: MemoryWorld): readonly KubeObject[] =>
  world.list(nodeKind, 'prod/blue').filter(({ metadata: { name } }) => name.startsWith('blue-pool-'))

const pool = ({ world }: MemoryWorld): KubeObject => only(world, machinePoolKind)

describe('A MachinePool', () => {
  it('gets bootstrap data, instances and a Node for each, and no Machines', () => {
    const fleet = steadyWorld()
      .add(...poolObjects(3))
      .run(300)
    assert.equal(poolNodes(fleet).length, 3)
    assert.deepEqual(
      list(at(pool(fleet).spec, 'providerIDList')),
      poolNodes(fleet).map(({ spec }) => at(spec, 'providerID')),
    )
    assert.equal(at(pool(fleet).spec, 'template', 'spec', 'bootstrap', 'dataSecretName'), 'blue-pool')
    const infrastructure = only(fleet.world, simulatedPoolKind)
    assert.equal(at(infrastructure.status, 'initialization', 'provisioned'), true)
    assert.equal(at(infrastructure.status, 'replicas'), 3)
    assert.equal(fleet.world.list(machineKind).length, 5)
    assert.deepEqual(plan(simulatedFamilies, fleet.input).actions, [])
  })

  it('waits for the control plane before anything of it joins', () => {
    const fleet = new MemoryWorld().add(...clusterObjects(blue), ...poolObjects(1)).run(30)
    const config = only(fleet.world, kubeadmConfigKind, 'blue-pool')
    assert.equal(conditionStatus(config, 'Ready'), 'False')
    assert.deepEqual(poolNodes(fleet), [])
    fleet.run(300)
    assert.equal(poolNodes(fleet).length, 1)
  })

  it('grows and shrinks as the spec says', () => {
    const fleet = steadyWorld()
      .add(...poolObjects(2))
      .run(300)
    fleet.change(refOf(pool(fleet)), { spec: { replicas: 4 } })
    fleet.run(300)
    assert.equal(poolNodes(fleet).length, 4)
    fleet.change(refOf(pool(fleet)), { spec: { replicas: 1 } })
    fleet.run(300)
    assert.equal(poolNodes(fleet).length, 1)
    assert.equal(at(only(fleet.world, simulatedPoolKind).status, 'replicas'), 1)
  })

  it('replaces its instances one by one for another version', () => {
    const fleet = steadyWorld()
      .add(...poolObjects(3))
      .run(300)
    fleet.change(refOf(pool(fleet)), { spec: { template: { spec: { version: 'v1.36.1' } } } })
    let fewest = 3
    fleet.run(600, () => {
      fewest = Math.min(fewest, poolNodes(fleet).length)
    })
    const versions = poolNodes(fleet).map(({ status }) => at(status, 'nodeInfo', 'kubeletVersion'))
    assert.deepEqual(versions, ['v1.36.1', 'v1.36.1', 'v1.36.1'])
    assert.equal(fewest, 2)
  })

  it('goes with everything that it is made of', () => {
    const fleet = steadyWorld()
      .add(...poolObjects(2))
      .run(300)
    fleet.remove(refOf(pool(fleet)))
    fleet.run(300)
    assert.deepEqual(fleet.world.list(machinePoolKind), [])
    assert.deepEqual(fleet.world.list(simulatedPoolKind), [])
    assert.deepEqual(poolNodes(fleet), [])
  })

  it('is waited for when its Cluster is deleted', () => {
    const fleet = steadyWorld()
      .add(...poolObjects(2))
      .run(300)
    fleet.remove(refOf(only(fleet.world, clusterKind)))
    fleet.run(600)
    assert.deepEqual(fleet.world.list(clusterKind), [])
    assert.deepEqual(fleet.world.list(machinePoolKind), [])
  })
})
