import { finalizers, labels, machinePoolKind } from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, list, number, refOf, same, text } from '@sitrep/status'
import { type Action, actions, inOrder, nothing, type Plan, together } from '../../plan/action.ts'
import { suffix } from '../../plan/chance.ts'
import type { PlanInput, Planner } from '../../plan/input.ts'
import { ensureMetadata, withoutFinalizer } from '../../plan/metadata-patch.ts'
import { withCondition } from '../../plan/provider-condition.ts'
import { timer } from '../../plan/timer.ts'
import { follow, isDeleting, ownerReference } from '../../world/read.ts'
import { durationOf } from '../durations.ts'
import { faults, infrastructureFinalizer } from '../kinds.ts'
import { clusterOf, isPaused } from '../read.ts'
import { planConfig } from './bootstrap.ts'
import { dismantle } from './owner-deletion.ts'
import { outdatedNode, planPoolNodes, removeNodes } from './pool-nodes.ts'

/** MachinePools: groups of instances that their infrastructure keeps by itself, without Machines. */
export const planMachinePools: Planner = (input) =>
  together(
    input.world.list(machinePoolKind).map((pool) => {
      const cluster = clusterOf(input.world, pool)
      if (cluster === undefined || isPaused(cluster, pool)) return nothing
      const parts = partsOf(pool, cluster, input)
      if (isDeleting(pool)) return planDeletion(parts, input)
      return isDeleting(cluster) ? nothing : planPool(parts, input)
    }),
  )

/** A pool with everything that it is made of. */
interface PoolParts {
  readonly pool: KubeObject
  readonly cluster: KubeObject
  readonly config: KubeObject | undefined
  readonly infrastructure: KubeObject | undefined
}

function partsOf(pool: KubeObject, cluster: KubeObject, { world }: PlanInput): PoolParts {
  const template = at(pool.spec, 'template', 'spec')
  return {
    pool,
    cluster,
    config: follow(world, pool, at(template, 'bootstrap', 'configRef')),
    infrastructure: follow(world, pool, at(template, 'infrastructureRef')),
  }
}

function planPool(parts: PoolParts, input: PlanInput): Plan {
  const { pool, cluster, config, infrastructure } = parts
  const own = { labels: { [labels.clusterName]: cluster.metadata.name } }
  const owner = ownerReference(pool, 'controller')
  return together([
    ensureMetadata(pool, {
      ...own,
      finalizer: finalizers.machinePool,
      owner: ownerReference(cluster, 'owner'),
    }),
    config === undefined || isDeleting(config) ? nothing : ensureMetadata(config, { ...own, owner }),
    config === undefined ? nothing : planConfig(config, { cluster, begins: false, role: 'worker' }, input),
    takeOver(parts),
    infrastructure === undefined || isDeleting(infrastructure)
      ? nothing
      : together([
          ensureMetadata(infrastructure, { ...own, owner, finalizer: infrastructureFinalizer }),
          planInstances(infrastructure, parts, input),
          planPoolNodes(infrastructure, parts, input),
        ]),
  ])
}

/** What its providers have found out becomes part of a pool's spec. */
function takeOver({ pool, config, infrastructure }: PoolParts): Plan {
  const secret = at(config?.status, 'dataSecretName')
  const known = at(pool.spec, 'template', 'spec', 'bootstrap', 'dataSecretName')
  const instances = at(infrastructure?.spec, 'providerIDList')
  const spec = {
    ...(secret !== undefined &&
      known === undefined && { template: { spec: { bootstrap: { dataSecretName: secret } } } }),
    ...(instances !== undefined &&
      !same(instances, at(pool.spec, 'providerIDList')) && { providerIDList: instances }),
  }
  return Object.keys(spec).length === 0
    ? nothing
    : actions({ act: 'patch', ref: refOf(pool), body: { spec } })
}

/** As many instances as are wanted; one of another version is given up for one of the wanted version, one at a time. */
function planInstances(infrastructure: KubeObject, { pool, cluster }: PoolParts, input: PlanInput): Plan {
  if (text(at(pool.spec, 'template', 'spec', 'bootstrap', 'dataSecretName')) === undefined) return nothing
  const present = list(at(infrastructure.spec, 'providerIDList')).map(String)
  const desired = number(at(pool.spec, 'replicas')) ?? 1
  if (present.length > desired)
    return keepInstances(infrastructure, { ids: present.slice(0, desired) }, input)
  if (present.length < desired) {
    if (cluster.metadata.annotations?.[faults.quota] === 'exceeded') return sayQuota(infrastructure, input)
    return addInstances(infrastructure, { present, desired }, input)
  }
  const outdated = outdatedNode(infrastructure, { pool, cluster }, input)
  if (outdated !== undefined)
    return keepInstances(infrastructure, { ids: present.filter((id) => id !== outdated) }, input)
  return at(infrastructure.status, 'replicas') === present.length
    ? nothing
    : keepInstances(infrastructure, { ids: present }, input)
}

function sayQuota(infrastructure: KubeObject, { now }: PlanInput): Plan {
  const message = 'The quota for machines is used up'
  const conditions = withCondition(
    infrastructure,
    { type: 'Ready', status: 'False', reason: 'QuotaExceeded', message },
    now,
  )
  if (conditions === undefined) return nothing
  return actions({
    act: 'patch',
    ref: refOf(infrastructure),
    part: 'status',
    body: { status: { conditions } },
  })
}

interface Growth {
  readonly present: readonly string[]
  readonly desired: number
}

function addInstances(infrastructure: KubeObject, { present, desired }: Growth, input: PlanInput): Plan {
  const { seed, now } = input
  const { name, namespace = '' } = infrastructure.metadata
  const step = { name: `grown-to-${desired}`, takesMs: durationOf('machineInfrastructureMs', input) }
  const waiting = timer(infrastructure, step, input)
  if (waiting !== 'over') return waiting
  const made = Array.from(
    { length: desired - present.length },
    (_, index) => `simulated://${namespace}/${name}/${name}-${suffix(seed, name, now, index)}`,
  )
  return keepInstances(infrastructure, { ids: [...present, ...made], over: step.name }, input)
}

interface Kept {
  readonly ids: readonly string[]
  /** A timer that is over and goes away. */
  readonly over?: string
}

/** Writes which instances there are: first who they are, then how many. */
function keepInstances(infrastructure: KubeObject, { ids, over }: Kept, { now }: PlanInput): Plan {
  const ref = refOf(infrastructure)
  const conditions = withCondition(infrastructure, { type: 'Ready', status: 'True', reason: 'Ready' }, now)
  const status = {
    initialization: { provisioned: true },
    replicas: ids.length,
    ...(conditions && { conditions }),
  }
  const metadata = {
    ...(over !== undefined && { annotations: { [`simulator.sitrep.dev/${over}-at`]: null } }),
  }
  return actions(
    ...inOrder(
      { act: 'patch', ref, body: { metadata, spec: { providerIDList: ids } } },
      { act: 'patch', ref, part: 'status', body: { status } },
    ),
  )
}

function planDeletion(parts: PoolParts, input: PlanInput): Plan {
  const { pool, config, infrastructure } = parts
  const left = [infrastructure, config].filter((part) => part !== undefined)
  if (left.length === 0)
    return together([removeNodes(parts, [], input), withoutFinalizer(pool, finalizers.machinePool)])
  const toGo = left.filter((part) => !isDeleting(part))
  return together([
    actions(...toGo.map((part): Action => ({ act: 'delete', ref: refOf(part) }))),
    infrastructure === undefined ? nothing : dismantle(infrastructure, input),
  ])
}
