import { clusterKind, finalizers, labels, machineDeploymentKind } from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, refOf, same } from '@sitrep/status'
import { actions, inOrder, nothing, type Plan, together } from '../../plan/action.ts'
import type { ObjectPlanner, Planner } from '../../plan/input.ts'
import { ensureMetadata } from '../../plan/metadata-patch.ts'
import { withCondition } from '../../plan/provider-condition.ts'
import { timer } from '../../plan/timer.ts'
import { clusterNameOf, follow, isDeleting, ownerReference } from '../../world/read.ts'
import { durationOf } from '../durations.ts'
import { faults, infrastructureFinalizer } from '../kinds.ts'
import { isPaused, isProvisioned } from '../read.ts'

/** The network and load balancer of every Cluster, and what ties its parts together. */
export const planClusters: Planner = (input) =>
  together(
    input.world
      .list(clusterKind)
      .filter((cluster) => !isDeleting(cluster) && !isPaused(cluster, cluster))
      .map((cluster) => planCluster(cluster, input)),
  )

const planCluster: ObjectPlanner = (cluster, input) =>
  together([
    ensureMetadata(cluster, { finalizer: finalizers.cluster }),
    planParts(cluster, input),
    planInfrastructure(cluster, input),
    planEndpoint(cluster, input),
  ])

const planParts: ObjectPlanner = (cluster, { world }) => {
  const controlPlane = follow(world, cluster, at(cluster.spec, 'controlPlaneRef'))
  const deployments = world
    .list(machineDeploymentKind)
    .filter(
      ({ spec, metadata }) =>
        metadata.namespace === cluster.metadata.namespace &&
        at(spec, 'clusterName') === cluster.metadata.name,
    )
  const parts = [...(controlPlane === undefined ? [] : [controlPlane]), ...deployments]
  const wanted = {
    owner: ownerReference(cluster, 'owner'),
    labels: { [labels.clusterName]: cluster.metadata.name },
  }
  return together(parts.filter((part) => !isDeleting(part)).map((part) => ensureMetadata(part, wanted)))
}

const planInfrastructure: ObjectPlanner = (cluster, input) => {
  const { world, now } = input
  const infrastructure = follow(world, cluster, at(cluster.spec, 'infrastructureRef'))
  if (infrastructure === undefined || isDeleting(infrastructure)) return nothing
  const tied = ensureMetadata(infrastructure, {
    finalizer: infrastructureFinalizer,
    owner: ownerReference(cluster, 'owner'),
    labels: { [labels.clusterName]: cluster.metadata.name },
  })
  if (tied.actions.length > 0) return tied
  const workload = world.workload(clusterNameOf(cluster))
  if (isProvisioned(infrastructure)) {
    const open = workload === undefined ? actions({ act: 'open', cluster: clusterNameOf(cluster) }) : nothing
    return together([open, planCondition(cluster, infrastructure, now)])
  }
  const step = { name: 'provisioned', takesMs: durationOf('clusterInfrastructureMs', input) }
  const waiting = timer(infrastructure, step, input)
  if (waiting !== 'over') return waiting
  if (workload === undefined) return actions({ act: 'open', cluster: clusterNameOf(cluster) })
  const { host, port } = workload
  const ready = { type: 'Ready', status: 'True', reason: 'Ready' } as const
  const conditions = withCondition(infrastructure, ready, now)
  const ref = refOf(infrastructure)
  return actions(
    ...inOrder(
      { act: 'patch', ref, body: { spec: { controlPlaneEndpoint: { host, port } } } },
      {
        act: 'patch',
        ref,
        part: 'status',
        body: { status: { initialization: { provisioned: true }, ...(conditions && { conditions }) } },
      },
    ),
  )
}

// `status` must be one of three words; a provider that says otherwise is a fault worth showing.
const malformedConditions = [{ type: 'Ready', status: 'Sometimes', reason: 'Undecided', message: '' }]

function planCondition(cluster: KubeObject, infrastructure: KubeObject, now: number): Plan {
  const wanted =
    cluster.metadata.annotations?.[faults.condition] === 'malformed'
      ? malformedConditions
      : [{ type: 'Ready', status: 'True', reason: 'Ready', message: '', ...about(infrastructure) }]
  const told = at(infrastructure.status, 'conditions')
  if (same(withoutTimes(told), wanted)) return nothing
  const lastTransitionTime = new Date(now).toISOString()
  const conditions = wanted.map((condition) => ({ ...condition, lastTransitionTime }))
  return actions({
    act: 'patch',
    ref: refOf(infrastructure),
    part: 'status',
    body: { status: { conditions } },
  })
}

const about = ({ metadata: { generation } }: KubeObject): { observedGeneration?: number } =>
  generation === undefined ? {} : { observedGeneration: generation }

function withoutTimes(conditions: unknown): unknown {
  if (!Array.isArray(conditions)) return conditions
  return conditions.map(({ lastTransitionTime: _time, ...rest }) => rest)
}

const planEndpoint: ObjectPlanner = (cluster, { world }) => {
  const infrastructure = follow(world, cluster, at(cluster.spec, 'infrastructureRef'))
  const endpoint = at(infrastructure?.spec, 'controlPlaneEndpoint')
  if (!isProvisioned(infrastructure) || endpoint === undefined) return nothing
  // Where the API of a cluster is reached never changes again.
  if (at(cluster.spec, 'controlPlaneEndpoint', 'host') !== undefined) return nothing
  return actions({ act: 'patch', ref: refOf(cluster), body: { spec: { controlPlaneEndpoint: endpoint } } })
}
