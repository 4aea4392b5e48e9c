import { getCondition } from '@sitrep/conditions'
import type { ClusterFacts } from '../facts.ts'

/**
 * Whether replicas are still on their way to being ready. Once they were, those that are not have failed: the document
 * speaks of scaling up alone, which would tell a broken node as progress.
 */
export function isSettling({ before }: ClusterFacts, type: string): boolean {
  const condition = getCondition(before, type)
  return condition?.status !== 'True' && condition?.reason !== 'NodesNotReady'
}
