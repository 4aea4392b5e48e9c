import type { Clock } from '@sitrep/status'
import { annotations } from '../../kinds.ts'
import { seconds } from '../../time/longer-than.ts'
import type { MachineObserved, MachineSeen } from '../types.ts'

type Waiting = Pick<MachineObserved, 'machine' | 'previous' | 'infrastructure'>

/** Whether it still makes sense to drain the Node: the machine below it is there and nobody has given up waiting. */
export function isDrainAllowed(observed: Waiting, clock: Clock): boolean {
  const { machine, previous } = observed
  if (Object.hasOwn(machine.annotations, annotations.excludeNodeDraining) || !isMachineStanding(observed))
    return false
  return !isOver(machine.spec.timeouts.drain, previous.deletion.nodeDrainStartTime, clock)
}

/** Whether it still makes sense to wait until volumes are detached. */
export function isVolumeWaitAllowed(observed: Waiting, clock: Clock): boolean {
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
function isMachineStanding({ previous, infrastructure }: Waiting): boolean {
  if (previous.deletion.waitForPreTerminateHookStartTime !== undefined) return false
  return infrastructure.read && infrastructure.item?.object.deleting === false
}

function isOver(timeout: number, since: string | undefined, clock: Clock): boolean {
  return timeout > 0 && clock.passed(since, timeout * seconds)
}

/** The annotations by which somebody asks to hold a deletion back, in order. */
export function hooksOf({ annotations: own }: MachineSeen, prefix: string): readonly string[] {
  return Object.keys(own)
    .filter((key) => key.startsWith(prefix))
    .sort()
}
