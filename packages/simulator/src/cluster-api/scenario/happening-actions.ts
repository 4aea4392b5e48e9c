import {
  clusterKind,
  kubeadmControlPlaneKind,
  labels,
  machineDeploymentKind,
  machineKind,
  namespaceKind,
} from '@sitrep/cluster-api/kinds'
import { at, fields, type KubeObject, refOf } from '@sitrep/status'
import type { Action } from '../../plan/action.ts'
import { suffix } from '../../plan/chance.ts'
import { annotate } from '../../plan/metadata-patch.ts'
import type { HappeningActions, Moment } from '../../scenario/part.ts'
import type { Happening } from '../../scenario/types.ts'
import { follow, isDeleting } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { faults } from '../kinds.ts'
import { nodeOf } from '../plan/node.ts'
import { isControlPlaneMachine, ofCluster } from '../read.ts'
import { clusterObjects } from './cluster-objects.ts'
import { isClusterHappening, type OnCluster, type ScenarioCluster } from './types.ts'

const family = 'cluster-api'

/** Everything that happens is done the way a user would do it: by specs and annotations that anybody could write. */
export function clusterApiActions(happening: Happening, moment: Moment): HappeningActions | undefined {
  if (!isClusterHappening(happening)) return undefined
  if (happening.what !== 'create') return onCluster(happening, happening.cluster, moment)
  const { cluster } = happening
  return (cluster.family ?? family) === family ? creation(cluster, clusterObjects(cluster)) : undefined
}

/** What a user does who creates these objects for a cluster, in a namespace that may be new. */
export function creation(cluster: ScenarioCluster, objects: readonly KubeObject[]): readonly Action[] {
  const namespace: KubeObject = {
    apiVersion: 'v1',
    kind: namespaceKind.kind,
    metadata: { name: cluster.namespace },
  }
  return [namespace, ...objects].map((object) => ({ act: 'create', object }))
}

/** What a happening does to the Cluster of this name, `<namespace>/<name>`. */
export function onCluster(happening: OnCluster, name: string, moment: Moment): HappeningActions {
  const [namespace = '', own = ''] = name.split('/')
  const cluster = moment.world.get({ ...clusterKind, namespace, name: own })
  if (cluster === undefined) return { missing: `Cluster ${happening.cluster}` }
  switch (happening.what) {
    case 'delete':
      return [{ act: 'delete', ref: refOf(cluster) }]
    case 'pause':
      return [{ act: 'patch', ref: refOf(cluster), body: { spec: { paused: happening.paused } } }]
    case 'connection':
      return [annotate(cluster, { [faults.connection]: happening.lost ? 'lost' : null })]
    case 'bootstrap':
      return [annotate(cluster, { [faults.bootstrap]: happening.failing ? 'failing' : null })]
    case 'quota':
      return [annotate(cluster, { [faults.quota]: happening.exceeded ? 'exceeded' : null })]
    case 'condition':
      return [annotate(cluster, { [faults.condition]: happening.malformed ? 'malformed' : null })]
    case 'upgrade':
      return upgrade(happening, cluster, moment)
    case 'node':
      return brokenNodes(happening, cluster, moment)
    case 'scale':
    case 'rollout':
    case 'drain':
      return onGroup(happening, cluster, moment)
  }
}

function upgrade(
  { version }: Extract<OnCluster, { what: 'upgrade' }>,
  cluster: KubeObject,
  { world }: Moment,
): readonly Action[] {
  const controlPlane = follow(world, cluster, at(cluster.spec, 'controlPlaneRef'))
  const deployments = ofCluster(world, cluster, machineDeploymentKind)
  return [
    ...(controlPlane === undefined ? [] : [patch(controlPlane, { version })]),
    ...deployments.map((deployment) => patch(deployment, { template: { spec: { version } } })),
  ]
}

const patch = (object: KubeObject, spec: object): Action => ({
  act: 'patch',
  ref: refOf(object),
  body: { spec },
})

type OnGroup = Extract<OnCluster, { what: 'scale' | 'rollout' | 'drain' }>

function onGroup(happening: OnGroup, cluster: KubeObject, moment: Moment): HappeningActions {
  const owner = groupOwner(happening.group, cluster, moment.world)
  if (owner === undefined) return { missing: `${happening.group} of Cluster ${happening.cluster}` }
  switch (happening.what) {
    case 'scale':
      return [patch(owner, { replicas: happening.replicas })]
    case 'drain':
      return [annotate(owner, { [faults.drain]: happening.blocked ? 'blocked' : null })]
    case 'rollout':
      return newTemplate(owner, moment)
  }
}

function groupOwner(group: string, cluster: KubeObject, world: World): KubeObject | undefined {
  if (group === 'control-plane') return follow(world, cluster, at(cluster.spec, 'controlPlaneRef'))
  const { name, namespace = '' } = cluster.metadata
  return (
    world.get({ ...machineDeploymentKind, namespace, name: `${name}-${group}` }) ??
    world.get({ ...machineDeploymentKind, namespace, name: group })
  )
}

/** Another template of the same content: whatever refers to it replaces its Machines. */
function newTemplate(owner: KubeObject, { world, now, seed }: Moment): HappeningActions {
  const ofControlPlane = owner.kind === kubeadmControlPlaneKind.kind
  const path = ofControlPlane ? ['machineTemplate', 'spec'] : ['template', 'spec']
  const reference = fields(at(owner.spec, ...path, 'infrastructureRef'))
  const template = follow(world, owner, reference)
  if (template === undefined)
    return { missing: `the infrastructure template of ${owner.kind} ${owner.metadata.name}` }
  const { namespace = '', labels: own = {} } = template.metadata
  const name = `${owner.metadata.name}-${suffix(seed, owner.metadata.name, 'template', now)}`
  const { apiVersion, kind, spec } = template
  const infrastructureRef = { ...reference, name }
  return [
    { act: 'create', object: { apiVersion, kind, metadata: { name, namespace, labels: own }, spec } },
    patch(owner, { [path[0] ?? '']: { spec: { infrastructureRef } } }),
  ]
}

function brokenNodes(
  { group, machines, fault }: Extract<OnCluster, { what: 'node' }>,
  cluster: KubeObject,
  { world }: Moment,
): HappeningActions {
  const deployment = groupOwner(group, cluster, world)?.metadata.name
  const members = ofCluster(world, cluster, machineKind).filter((machine) =>
    group === 'control-plane'
      ? isControlPlaneMachine(machine)
      : machine.metadata.labels?.[labels.deploymentName] === deployment,
  )
  const found = members
    .filter((machine) => !isDeleting(machine) && nodeOf(world, machine) !== undefined)
    .flatMap((machine) => follow(world, machine, at(machine.spec, 'infrastructureRef')) ?? [])
  if (fault !== undefined)
    return found
      .slice(0, machines)
      .map((infrastructure) => annotate(infrastructure, { [faults.node]: fault }))
  return found
    .filter(({ metadata }) => metadata.annotations?.[faults.node] !== undefined)
    .map((infrastructure) => annotate(infrastructure, { [faults.node]: null }))
}
