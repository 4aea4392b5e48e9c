import type { Instant } from '@sitrep/conditions'
import type { KubeObject, View } from '@sitrep/status'
import { at, compact, type Fields, fields, list, text } from '../../model/fields.ts'

/** The conditions of a Node that say whether it is well, in the order in which they are looked at. */
export const nodeConditionTypes = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'] as const

export type NodeConditionType = (typeof nodeConditionTypes)[number]

export interface NodeCondition {
  readonly status: string
  readonly message: string
  readonly lastTransitionTime?: Instant
}

/** A Node as its Machine sees it. Heartbeats are left out: they move all the time and decide nothing. */
export interface NodeSeen {
  readonly name: string
  readonly conditions: { readonly [Type in NodeConditionType]?: NodeCondition }
  readonly nodeInfo: Fields | undefined
}

export const nodeForMachine: View<NodeSeen> = {
  name: 'nodeForMachine',
  of: (object) => ({
    name: object.metadata.name,
    conditions: nodeConditions(object),
    nodeInfo: at(object.status, 'nodeInfo') === undefined ? undefined : fields(at(object.status, 'nodeInfo')),
  }),
}

/** Of a type that is there twice the later entry counts. */
export function nodeConditions({ status }: KubeObject): NodeSeen['conditions'] {
  const found: { [Type in NodeConditionType]?: NodeCondition } = {}
  for (const entry of list(at(status, 'conditions'))) {
    const type = nodeConditionTypes.find((known) => known === at(entry, 'type'))
    if (type === undefined) continue
    found[type] = compact<NodeCondition>({
      status: text(at(entry, 'status')) ?? '',
      message: text(at(entry, 'message')) ?? '',
      lastTransitionTime: text(at(entry, 'lastTransitionTime')),
    })
  }
  return found
}
