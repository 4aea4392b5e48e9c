import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  clusterKind,
  kubeadmControlPlaneKind,
  machineDeploymentKind,
  machineKind,
} from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, refOf } from '@sitrep/status'
import type { Planner } from '../../plan/input.ts'
import { MemoryWorld, only, planned } from '../../plan/memory-world.testing.ts'
import { follow } from '../../world/read.ts'
import { clusterObjects } from '../scenario/cluster-objects.ts'
import type { ScenarioCluster } from '../scenario/types.ts'
import { nodeOf } from './node.ts'

/** Three Machines of the control plane and two workers. */
export const blue: ScenarioCluster = {
  namespace: 'prod',
  name: 'blue',
  version: 'v1.36.0',
  controlPlane: 3,
  workers: [{ name: 'md-0', replicas: 2 }],
}

/** The cluster blue, complete and at rest. */
export function steadyWorld(differing: Partial<ScenarioCluster> = {}): MemoryWorld {
  return new MemoryWorld().add(...clusterObjects({ ...blue, ...differing })).run(600)
}

/** A row: how the world differs from a complete cluster at rest, what the planner then does, and why. */
export type Row = [name: string, given: (world: MemoryWorld) => void, says: string, because: string]

/** Runs the rows of one planner. */
export function describePlanner(name: string, planner: Planner, rows: readonly Row[]): void {
  describe(name, () => {
    for (const [title, given, says, because] of rows) {
      it(`${title}: ${says}, because ${because}`, () => {
        const world = steadyWorld()
        given(world)
        assert.equal(planned(planner, world), says)
      })
    }
  })
}

export const asItIs = (): void => {}

export const workerOf = ({ world }: MemoryWorld): KubeObject => only(world, machineKind, 'blue-md')

export const leaderOf = ({ world }: MemoryWorld): KubeObject => only(world, machineKind, 'blue-cp')

/** The infrastructure below a Machine. */
export function below(memory: MemoryWorld, machine: KubeObject): KubeObject {
  const found = follow(memory.world, machine, at(machine.spec, 'infrastructureRef'))
  assert.ok(found)
  return found
}

export function changeNode(memory: MemoryWorld, machine: KubeObject, body: unknown): void {
  const node = nodeOf(memory.world, machine)
  assert.ok(node)
  memory.change(refOf(node, 'prod/blue'), body)
}

const parts = {
  cluster: clusterKind,
  controlPlane: kubeadmControlPlaneKind,
  deployment: machineDeploymentKind,
}

export const change =
  (part: keyof typeof parts, body: unknown) =>
  (memory: MemoryWorld): void =>
    memory.change(refOf(only(memory.world, parts[part])), body)

export const remove =
  (part: keyof typeof parts) =>
  (memory: MemoryWorld): void =>
    memory.remove(refOf(only(memory.world, parts[part])))

export const annotated = (name: string, value: string | null): unknown => ({
  metadata: { annotations: { [name]: value } },
})

/** All of these, one after the other. */
export const all =
  (...changes: readonly ((memory: MemoryWorld) => void)[]) =>
  (memory: MemoryWorld): void => {
    for (const each of changes) each(memory)
  }
