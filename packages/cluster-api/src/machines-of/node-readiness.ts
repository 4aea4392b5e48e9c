import type { Instant } from '@sitrep/conditions'
import type { Clock, View } from '@sitrep/status'
import { at, list, text } from '../model/fields.ts'
import { longerThan, seconds } from '../time/longer-than.ts'

/** A Node as whoever counts Nodes sees it. */
export interface NodeReadiness {
  readonly name: string
  readonly uid: string | undefined
  readonly providerID: string | undefined
  readonly ready: boolean
  readonly readySince: Instant | undefined
  readonly kubeletVersion: string | undefined
}

/** What is read of a Node to count it, by the old counters and for pools. */
export const nodeReadiness: View<NodeReadiness> = {
  name: 'nodeReadiness',
  of: ({ metadata, spec, status }) => {
    const ready = list(at(status, 'conditions')).find((condition) => at(condition, 'type') === 'Ready')
    return {
      name: metadata.name,
      uid: metadata.uid,
      providerID: text(at(spec, 'providerID')),
      ready: at(ready, 'status') === 'True',
      readySince: text(at(ready, 'lastTransitionTime')),
      kubeletVersion: text(at(status, 'nodeInfo', 'kubeletVersion')),
    }
  },
}

/** Whether a Node has been ready for as long as is asked for. */
export function isNodeAvailable(node: NodeReadiness, minReadySeconds: number, clock: Clock): boolean {
  if (!node.ready) return false
  return minReadySeconds === 0 || longerThan(clock, node.readySince, minReadySeconds * seconds)
}
