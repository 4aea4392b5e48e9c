import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  clusterKind,
  kubeadmControlPlaneKind,
  machineDeploymentKind,
  machineKind,
  nodeKind,
} from '@sitrep/cluster-api/kinds'
import { at, refOf } from '@sitrep/status'
import { simulatedFamilies } from '../../families.ts'
import type { Action } from '../../plan/action.ts'
import { MemoryWorld, only } from '../../plan/memory-world.testing.ts'
import { plan } from '../../plan/plan.ts'
import { conditionStatus } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { clusterObjects } from '../scenario/cluster-objects.ts'
import { blue, steadyWorld } from './subjects.testing.ts'

const workload = 'prod/blue'

const readyNodes = (world: World, part: string): number =>
  world
    .list(nodeKind, workload)
    .filter(
      (node) => node.metadata.name.startsWith(`blue-${part}`) && conditionStatus(node, 'Ready') === 'True',
    ).length

describe('The plan of everything', () => {
  it('comes to rest, and has nothing to do then', () => {
    const steady = steadyWorld()
    assert.deepEqual(plan(simulatedFamilies, steady.input).actions, [])
    assert.equal(steady.world.list(nodeKind, workload).length, 5)
  })

  it('is the same for the same seed, and another for another', () => {
    const lived = (seed: string): readonly string[] =>
      new MemoryWorld({ seed }).add(...clusterObjects(blue)).run(600).log
    assert.deepEqual(lived('a'), lived('a'))
    assert.notDeepEqual(lived('a'), lived('b'))
  })

  it('is the same whether all clusters are looked at or one after the other', () => {
    const both = [blue, { ...blue, name: 'green', controlPlane: 1 }]
    const fleet = new MemoryWorld().add(...both.flatMap(clusterObjects))
    const compare = (): void => {
      const apart = ['prod/blue', 'prod/green'].flatMap(
        (name) => plan(simulatedFamilies, fleet.inputOf(name)).actions,
      )
      const words = (all: readonly Action[]): readonly string[] =>
        all.map((action) => JSON.stringify(action)).sort()
      assert.deepEqual(words(apart), words(plan(simulatedFamilies, fleet.input).actions))
    }
    fleet.run(300, compare)
    fleet.change(refOf(only(fleet.world, kubeadmControlPlaneKind, 'blue')), { spec: { version: 'v1.36.1' } })
    fleet.run(100, compare)
    fleet.remove(refOf(only(fleet.world, clusterKind, 'green')))
    fleet.run(300, compare)
    assert.deepEqual(fleet.world.workloads, ['prod/blue'])
  })

  it('never has fewer ready Nodes than a rollout allows, and replaces all', () => {
    const steady = steadyWorld({ workers: [{ name: 'md-0', replicas: 4, maxSurge: 1, maxUnavailable: 1 }] })
    const before = new Set(steady.world.list(machineKind).map(({ metadata }) => metadata.name))
    const version = 'v1.36.1'
    steady.change(refOf(only(steady.world, kubeadmControlPlaneKind)), { spec: { version } })
    steady.change(refOf(only(steady.world, machineDeploymentKind)), {
      spec: { template: { spec: { version } } },
    })
    const seen: { workers: number; controlPlane: number }[] = []
    steady.run(3600, (world) =>
      seen.push({ workers: readyNodes(world, 'md-0'), controlPlane: readyNodes(world, 'cp') }),
    )
    assert.equal(Math.min(...seen.map(({ workers }) => workers)), 3)
    assert.equal(Math.min(...seen.map(({ controlPlane }) => controlPlane)), 3)
    const machines = steady.world.list(machineKind)
    assert.equal(machines.length, 7)
    assert.ok(
      machines.every(({ metadata, spec }) => !before.has(metadata.name) && at(spec, 'version') === version),
    )
  })

  it('upgrades no worker before the control plane', () => {
    const steady = steadyWorld()
    const version = 'v1.36.1'
    steady.change(refOf(only(steady.world, kubeadmControlPlaneKind)), { spec: { version } })
    steady.change(refOf(only(steady.world, machineDeploymentKind)), {
      spec: { template: { spec: { version } } },
    })
    const upgraded = (world: World, prefix: string): readonly boolean[] =>
      world
        .list(machineKind)
        .filter(({ metadata }) => metadata.name.startsWith(prefix))
        .map(({ spec }) => at(spec, 'version') === version)
    const early: string[] = []
    steady.run(3600, (world) => {
      if (upgraded(world, 'blue-md').includes(true) && upgraded(world, 'blue-cp').includes(false))
        early.push(...world.list(machineKind).map(({ metadata }) => metadata.name))
    })
    assert.deepEqual(early, [])
    assert.deepEqual(upgraded(steady.world, 'blue-'), [true, true, true, true, true])
  })

  it('deletes a cluster from its workers to its infrastructure', () => {
    const steady = steadyWorld()
    steady.log.length = 0
    steady.remove(refOf(only(steady.world, clusterKind)))
    steady.run(600)
    assert.deepEqual(steady.world.list(clusterKind), [])
    assert.deepEqual(steady.world.list(machineKind), [])
    assert.deepEqual(steady.world.workloads, [])
    const gone = steady.log.filter((line) => line.includes(' delete ')).map((line) => line.split(' ')[2])
    assert.deepEqual(
      [...new Set(gone)].filter((kind) => kind !== 'KubeadmConfig'),
      [
        'MachineDeployment',
        'MachineSet',
        'Machine',
        'SimulatedMachine',
        'KubeadmControlPlane',
        'SimulatedCluster',
      ],
    )
  })
})
