import { joinStretches, type SeverityCondition, Stretch, stretchesOf } from '@sitrep/conditions'
import { at, type ObjectQuery, type Reading, text, type View, type World } from '@sitrep/status'
import { machineKind, nodeKind } from '../../kinds.ts'
import { type NodeReadiness, nodeReadiness } from '../../machines-of/node-readiness.ts'
import { oldReadyOf } from '../../old-model/old-conditions.ts'
import type { OldMachine } from '../types.ts'

/** What the old counters read of a Machine. */
export const oldMachine: View<OldMachine> = {
  name: 'oldMachine',
  of: (object) => ({
    group: machineKind.group,
    kind: object.kind,
    namespace: object.metadata.namespace ?? '',
    name: object.metadata.name,
    labels: object.metadata.labels ?? {},
    owners: object.metadata.ownerReferences ?? [],
    conditions: readyAlone(oldReadyOf(object)),
    nodeName: text(at(object.status, 'nodeRef', 'name')),
  }),
}

const readyAlone = (ready: SeverityCondition | undefined): readonly SeverityCondition[] =>
  ready === undefined ? [] : [ready]

/** The Nodes of Machines, as far as they can be read now. */
export function nodesOf(
  machines: readonly OldMachine[],
  world: World,
  cluster: string,
): readonly NodeReadiness[] {
  const nodes = stretchesOf(machines).map((stretch) => {
    const queries = stretch.rememberedBy(nodeQueries, cluster, () => nodeQueries(stretch.items, cluster))
    return world.getEach(queries, nodeReadiness).remembered(foundAmong, foundAmong)
  })
  return joinStretches(nodes)
}

function nodeQueries(machines: readonly OldMachine[], cluster: string): Stretch<ObjectQuery> {
  const queries: ObjectQuery[] = []
  for (const { nodeName } of machines)
    if (nodeName !== undefined) queries.push({ ...nodeKind, cluster, name: nodeName })
  return new Stretch(queries)
}

function foundAmong({ items }: Stretch<Reading<NodeReadiness>>): Stretch<NodeReadiness> {
  const found: NodeReadiness[] = []
  for (const node of items) if (node.read && node.item !== undefined) found.push(node.item)
  return new Stretch(found)
}
