import type { Instant } from '@sitrep/conditions'
import { at, list, type View } from '@sitrep/status'
import { nodeConditions } from '../../machine/observe/node-seen.ts'
import { controlPlaneRole, isControlPlaneTaint } from './machine-seen.ts'

/** A Node as the control plane on it is judged by. */
export interface ControlPlaneNode {
  readonly name: string
  readonly createdAt: Instant | undefined
  readonly labelled: boolean
  readonly tainted: boolean
  /** The taint that is set while nobody hears from the Node. */
  readonly unreachable: boolean
  readonly ready: boolean
  readonly readyUnknown: boolean
}

export const nodeForControlPlane: View<ControlPlaneNode> = {
  name: 'nodeForControlPlane',
  of: (object) => {
    const taints = list(at(object.spec, 'taints'))
    const ready = nodeConditions(object).Ready?.status
    return {
      name: object.metadata.name,
      createdAt: object.metadata.creationTimestamp,
      labelled: Object.hasOwn(object.metadata.labels ?? {}, controlPlaneRole),
      tainted: taints.some(isControlPlaneTaint),
      unreachable: taints.some(
        (taint) =>
          at(taint, 'key') === 'node.kubernetes.io/unreachable' && at(taint, 'effect') === 'NoExecute',
      ),
      ready: ready === 'True',
      readyUnknown: ready === 'Unknown',
    }
  },
}
