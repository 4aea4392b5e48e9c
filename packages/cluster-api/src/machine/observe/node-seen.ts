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

/** Of a type that is there twice the later entry counts. */
export function nodeConditions({ status }: KubeObject): NodeSeen['conditions'] {
  const found: { [Type in NodeConditionType]?: NodeCondition } = {}
  const list = (status as NodeParts | null | undefined)?.conditions
  if (!Array.isArray(list)) return found
  for (const entry of list) {
    // The name as we have it: one that came from outside is looked up before it can name a field.
    const type = nodeConditionTypes.find((known) => known === entry?.type)
    if (type === undefined) continue
    const time = text(entry.lastTransitionTime)
    const [status, message] = [text(entry.status) ?? '', text(entry.message) ?? '']
    found[type] = time === undefined ? { status, message } : { status, message, lastTransitionTime: time }
  }
  return found
}
