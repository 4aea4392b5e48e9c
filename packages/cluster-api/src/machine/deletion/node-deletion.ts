import type { DeletionInput } from './input.ts'

/**
 * Whether the Node may be drained and deleted. It may not where that is pointless (the whole cluster goes, there is no Node)
 * or impossible (no control plane is left to do it).
 */
export function isNodeDeletionAllowed({ observed, deletion, nodeName }: DeletionInput): boolean | 'unclear' {
  const cluster = observed.cluster.read ? observed.cluster.item : undefined
  if (cluster === undefined || cluster.deleting || nodeName === undefined) return false
  const { controlPlane, controlPlaneMachines } = deletion
  if (controlPlane !== undefined) {
    if (!controlPlane.read) return 'unclear'
    if (controlPlane.item?.object.deleting === true) return false
    // Such a control plane has no Machines to count.
    if (controlPlane.item?.object.externallyManaged === true) return true
  }
  return controlPlaneMachines.read ? controlPlaneMachines.items.length > 0 : 'unclear'
}
