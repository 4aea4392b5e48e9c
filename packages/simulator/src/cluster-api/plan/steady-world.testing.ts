import { MemoryWorld } from '../../plan/memory-world.testing.ts'
import { clusterObjects } from '../scenario/cluster-objects.ts'
import type { ScenarioCluster } from '../scenario/types.ts'

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
