import type { Clock } from '@sitrep/status'
import { annotations } from '../../../kinds.ts'
import { seconds } from '../../../time/longer-than.ts'
import type { DeletionObserved, MachineItself, MachineObserved, NodeInDeletion } from '../../types.ts'

/** What a look at a deletion needs. */
export interface DeletionInput {
  readonly observed: MachineObserved
  readonly deletion: DeletionObserved
  readonly clock: Clock
  /** Whether the Machine's Node is known by now. */
  readonly nodeName: string | undefined
}

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

/** The Node of the Machine and what is on it, if anybody looked. */
export function nodeInDeletion({ deletion, nodeName }: DeletionInput): NodeInDeletion | undefined {
  return deletion.drain?.nodes.find(({ name }) => name === nodeName)
}

/** Whether it still makes sense to drain the Node: the machine below it is there and nobody has given up waiting. */
export function isDrainAllowed({ observed, clock }: DeletionInput): boolean {
  const { machine, previous } = observed
  if (Object.hasOwn(machine.annotations, annotations.excludeNodeDraining) || !isMachineStanding(observed))
    return false
  return !isOver(machine.spec.timeouts.drain, previous.deletion.nodeDrainStartTime, clock)
}

/** Whether it still makes sense to wait until volumes are detached. */
export function isVolumeWaitAllowed({ observed, clock }: DeletionInput): boolean {
  const { machine, previous } = observed
  if (Object.hasOwn(machine.annotations, annotations.excludeVolumeDetach) || !isMachineStanding(observed))
    return false
  return !isOver(
    machine.spec.timeouts.volumeDetach,
    previous.deletion.waitForNodeVolumeDetachStartTime,
    clock,
  )
}

// Once the last hook was reached, or the real machine is on its way out, nothing on it can be moved any more.
function isMachineStanding({ previous, infrastructure }: MachineObserved): boolean {
  if (previous.deletion.waitForPreTerminateHookStartTime !== undefined) return false
  return infrastructure.read && infrastructure.item?.object.deleting === false
}

function isOver(timeout: number, since: string | undefined, clock: Clock): boolean {
  return timeout > 0 && clock.passed(since, timeout * seconds)
}

/** The annotations by which somebody asks to hold a deletion back, in order. */
export function hooksOf({ annotations: own }: MachineItself, prefix: string): readonly string[] {
  return Object.keys(own)
    .filter((key) => key.startsWith(prefix))
    .sort()
}
