import type { KubeObject } from '@sitrep/status'
import { clusterObjects, type Fleet } from '../../../packages/cluster-api/bench/world.ts'

/** The names of the workers with which a cluster of the fleet begins. */
export function* workersOf(fleet: Fleet, index: number): Iterable<string> {
  for (const change of clusterObjects(fleet, index))
    if (
      'object' in change &&
      change.object.kind === 'Machine' &&
      change.object.metadata.name.includes('-md-0-')
    )
      yield change.object.metadata.name
}

/** All objects of one worker, made after the first one of its cluster. */
export function partsOfWorker(fleet: Fleet, index: number, name: string): readonly KubeObject[] {
  const [model = ''] = workersOf({ ...fleet, workers: 1 }, index)
  const found: KubeObject[] = []
  for (const change of clusterObjects({ ...fleet, workers: 1 }, index))
    if ('object' in change && change.object.metadata.name === model)
      found.push(JSON.parse(JSON.stringify(change.object).replaceAll(model, name)) as KubeObject)
  return found
}
