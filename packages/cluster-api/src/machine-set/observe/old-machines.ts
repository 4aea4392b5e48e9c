import { at, text, type View, type World } from '@sitrep/status'
import { machineKind, nodeKind } from '../../kinds.ts'
import { type NodeReadiness, nodeReadiness } from '../../machines-of/node-readiness.ts'
import { oldReadyOf } from '../../old-model/old-conditions.ts'
import type { OldMachine } from '../types.ts'

/** What the old counters read of a Machine. */
export const oldMachine: View<OldMachine> = {
  name: 'oldMachine',
  of: (object) => ({
    ref: {
      group: machineKind.group,
      kind: object.kind,
      namespace: object.metadata.namespace ?? '',
      name: object.metadata.name,
    },
    labels: object.metadata.labels ?? {},
    owners: object.metadata.ownerReferences ?? [],
    ready: oldReadyOf(object),
    nodeName: text(at(object.status, 'nodeRef', 'name')),
  }),
}

/** The Nodes of Machines, as far as they can be read now. */
export function nodesOf(
  machines: readonly OldMachine[],
  world: World,
  cluster: string,
): readonly NodeReadiness[] {
  return machines.flatMap(({ nodeName }) => {
    if (nodeName === undefined) return []
    const node = world.get({ cluster, ...nodeKind, name: nodeName }, nodeReadiness)
    return node.read && node.item !== undefined ? [node.item] : []
  })
}
