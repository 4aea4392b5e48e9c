import type { Instant } from '@sitrep/conditions'
import { type Fields, fields, type KubeObject, text, type View } from '@sitrep/status'

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

/** The fields that are read, should they be there and what they are supposed to be. */
interface NodeParts {
  readonly conditions?: unknown
  readonly nodeInfo?: unknown
}

export const nodeForMachine: View<NodeSeen> = {
  name: 'nodeForMachine',
  of: (object) => {
    const nodeInfo = (object.status as NodeParts | null | undefined)?.nodeInfo
    return {
      name: object.metadata.name,
      conditions: nodeConditions(object),
      nodeInfo: nodeInfo === undefined ? undefined : fields(nodeInfo),
    }
  },
}

const knownTypes: ReadonlySet<unknown> = new Set(nodeConditionTypes)

/** Of a type that is there twice the later entry counts. */
export function nodeConditions({ status }: KubeObject): NodeSeen['conditions'] {
  const found: { [Type in NodeConditionType]?: NodeCondition } = {}
  const list = (status as NodeParts | null | undefined)?.conditions
  if (!Array.isArray(list)) return found
  for (const entry of list) {
    if (!knownTypes.has(entry?.type)) continue
    const time = text(entry.lastTransitionTime)
    const condition = { status: text(entry.status) ?? '', message: text(entry.message) ?? '' }
    found[entry.type as NodeConditionType] =
      time === undefined ? condition : { ...condition, lastTransitionTime: time }
  }
  return found
}
