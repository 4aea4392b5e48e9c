import { at, fields, type KubeObject, text, type View } from '@sitrep/status'
import { type NodeCondition, type NodeConditionType, type NodeSeen, nodeConditionTypes } from '../types.ts'

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
      providerID: text(at(object.spec, 'providerID')) ?? '',
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
    const [status, message] = [text(entry.status) ?? '', text(entry.message) ?? '']
    found[entry.type as NodeConditionType] =
      time === undefined ? { status, message } : { status, message, lastTransitionTime: time }
  }
  return found
}
