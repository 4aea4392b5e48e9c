import type { ClusterObserved } from './types.ts'

/** While a topology has not made both references, nothing at all is looked at. */
export function awaitsTopology({
  topology,
  deleting,
  infrastructureRef,
  controlPlaneRef,
}: ClusterObserved): boolean {
  return (
    topology !== undefined && !deleting && (infrastructureRef === undefined || controlPlaneRef === undefined)
  )
}
