import { nodeKind } from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, list, refOf, text } from '@sitrep/status'
import { type Action, actions, nothing, type Plan, together } from '../../plan/action.ts'
import type { PlanInput } from '../../plan/input.ts'
import { timer } from '../../plan/timer.ts'
import { clusterNameOf, conditionStatus } from '../../world/read.ts'
import { durationOf } from '../durations.ts'
import { nodeObject } from './node-objects.ts'

/** The pool that Nodes belong to, and the Cluster that it is part of. */
interface Pooled {
  readonly pool: KubeObject
  readonly cluster: KubeObject
}

const idsOf = (infrastructure: KubeObject): readonly string[] =>
  list(at(infrastructure.spec, 'providerIDList')).map(String)

const instanceName = (providerID: string): string => providerID.slice(providerID.lastIndexOf('/') + 1)

/** A Node for every instance of a pool, and none for instances that are gone. */
export function planPoolNodes(infrastructure: KubeObject, { pool, cluster }: Pooled, input: PlanInput): Plan {
  const { world, now } = input
  const name = clusterNameOf(cluster)
  if (world.workload(name) === undefined) return nothing
  const ids = idsOf(infrastructure)
  const gone = removeNodes({ pool, cluster }, ids, input)
  const missing = ids.filter(
    (id) => world.get({ ...nodeKind, cluster: name, name: instanceName(id) }) === undefined,
  )
  if (missing.length === 0) return gone
  const [first = ''] = missing
  // Who comes first tells one wave of newcomers from another.
  const step = { name: `joined-${instanceName(first)}`, takesMs: durationOf('nodeJoinMs', input) }
  const waiting = timer(infrastructure, step, input)
  if (waiting !== 'over') return together([gone, waiting])
  const version = text(at(pool.spec, 'template', 'spec', 'version'))
  const joining = missing.map((providerID): Action => {
    const object = nodeObject({ name: instanceName(providerID), version, providerID, role: 'worker', now })
    return { act: 'create', cluster: name, object }
  })
  return together([gone, actions(...joining)])
}

/** Deletes the Nodes of a pool except those of these instances. */
export function removeNodes({ pool, cluster }: Pooled, keep: readonly string[], { world }: PlanInput): Plan {
  const name = clusterNameOf(cluster)
  const left = world
    .list(nodeKind, name)
    .filter(
      ({ spec }) =>
        isOf(pool, text(at(spec, 'providerID'))) && !keep.includes(String(at(spec, 'providerID'))),
    )
  return actions(...left.map((node): Action => ({ act: 'delete', ref: refOf(node, name) })))
}

function isOf(pool: KubeObject, providerID: string | undefined): boolean {
  const { namespace = '' } = pool.metadata
  const infrastructure = at(pool.spec, 'template', 'spec', 'infrastructureRef', 'name')
  return providerID?.startsWith(`simulated://${namespace}/${infrastructure}/`) === true
}

/** An instance that runs another version than is wanted, once all others are well. */
export function outdatedNode(
  infrastructure: KubeObject,
  { pool, cluster }: Pooled,
  { world }: PlanInput,
): string | undefined {
  const wanted = text(at(pool.spec, 'template', 'spec', 'version'))
  const name = clusterNameOf(cluster)
  const nodes = idsOf(infrastructure).map((id) => ({
    id,
    node: world.get({ ...nodeKind, cluster: name, name: instanceName(id) }),
  }))
  const steady = nodes.every(({ node }) => node !== undefined && conditionStatus(node, 'Ready') === 'True')
  if (wanted === undefined || !steady) return undefined
  return nodes.find(({ node }) => at(node?.status, 'nodeInfo', 'kubeletVersion') !== wanted)?.id
}
