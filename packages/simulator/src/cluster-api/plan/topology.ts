import {
  clusterClassKind,
  clusterKind,
  coreGroup,
  labels,
  machineDeploymentKind,
  machineKind,
} from '@sitrep/cluster-api/kinds'
import {
  at,
  type Fields,
  fields,
  groupOf,
  type KindRef,
  type KubeObject,
  list,
  number,
  refOf,
  text,
} from '@sitrep/status'
import { type Action, actions, inOrder, nothing, type Plan, together } from '../../plan/action.ts'
import { suffix } from '../../plan/chance.ts'
import type { ObjectPlanner, PlanInput, Planner } from '../../plan/input.ts'
import { type ConditionWords, withCondition } from '../../plan/provider-condition.ts'
import { follow, isDeleting, ownerReference, referred } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { isPaused, kindOfTemplate, ofCluster } from '../read.ts'

/** Clusters that name a ClusterClass: what the class describes is made, and follows the topology in the Cluster's spec. */
export const planTopologies: Planner = (input) =>
  together(
    input.world
      .list(clusterKind)
      .filter((cluster) => at(cluster.spec, 'topology') !== undefined)
      .filter((cluster) => !isDeleting(cluster) && !isPaused(cluster, cluster))
      .map((cluster) => planTopology(cluster, input)),
  )

interface Topology {
  readonly cluster: KubeObject
  readonly wanted: Fields
  readonly clusterClass: KubeObject
}

const planTopology: ObjectPlanner = (cluster, input) => {
  const wanted = fields(at(cluster.spec, 'topology'))
  const clusterClass = classOf(cluster, wanted, input.world)
  if (clusterClass === undefined) return say(cluster, classMissing, input)
  const topology = { cluster, wanted, clusterClass }
  const made =
    makeParts(topology, input) ??
    together([followControlPlane(topology, input), followWorkers(topology, input)])
  if (made.actions.length > 0) return made
  return say(cluster, isUpgrading(topology, input) ? upgrading(wanted) : reconciled, input)
}

function classOf(cluster: KubeObject, wanted: Fields, world: World): KubeObject | undefined {
  const name = text(at(wanted, 'classRef', 'name')) ?? text(wanted['class'])
  const namespace = text(at(wanted, 'classRef', 'namespace')) ?? cluster.metadata.namespace ?? ''
  return name === undefined ? undefined : world.get({ ...clusterClassKind, namespace, name })
}

const classMissing: ConditionWords = {
  type: 'TopologyReconciled',
  status: 'False',
  reason: 'ReconcileFailed',
  message: 'The ClusterClass does not exist',
}
const reconciled: ConditionWords = {
  type: 'TopologyReconciled',
  status: 'True',
  reason: 'ReconcileSucceeded',
}
const upgrading = (wanted: Fields): ConditionWords => ({
  type: 'TopologyReconciled',
  status: 'False',
  reason: 'ClusterUpgrading',
  message: `Cluster is upgrading to ${wanted['version']}`,
})

// The only condition of a Cluster that belongs to whoever reconciles its topology. Lists are written as a whole, so nobody may write between.
function say(cluster: KubeObject, words: ConditionWords, { now }: PlanInput): Plan {
  const conditions = withCondition(cluster, words, now)
  const { resourceVersion } = cluster.metadata
  if (conditions === undefined) return nothing
  return actions({
    act: 'patch',
    ref: refOf(cluster),
    part: 'status',
    body: { status: { conditions } },
    ...(resourceVersion !== undefined && { expecting: resourceVersion }),
  })
}

const owned = (cluster: KubeObject): Readonly<Record<string, string>> => ({
  [labels.clusterName]: cluster.metadata.name,
  [labels.topologyOwned]: '',
})

const referenceTo = ({ group, kind }: KindRef, name: string): Fields => ({ apiGroup: group, kind, name })

/** Infrastructure and control plane, and the references to them; nothing once they are there. */
function makeParts(
  { cluster, wanted, clusterClass }: Topology,
  { world, seed }: PlanInput,
): Plan | undefined {
  if (
    at(cluster.spec, 'infrastructureRef') !== undefined &&
    at(cluster.spec, 'controlPlaneRef') !== undefined
  )
    return undefined
  const { spec } = clusterClass
  const infrastructure = copyOf(world, clusterClass, at(spec, 'infrastructure', 'templateRef'))
  const controlPlane = copyOf(world, clusterClass, at(spec, 'controlPlane', 'templateRef'))
  if (infrastructure === undefined || controlPlane === undefined) return nothing
  const name = `${cluster.metadata.name}-${suffix(seed, cluster.metadata.name)}`
  const machines = referred(clusterClass, at(spec, 'controlPlane', 'machineInfrastructure', 'templateRef'))
  const made = { cluster, name }
  const controlPlaneSpec = {
    ...controlPlane.spec,
    version: wanted['version'],
    replicas: number(at(wanted, 'controlPlane', 'replicas')) ?? 1,
    ...(machines && {
      machineTemplate: { spec: { infrastructureRef: referenceTo(machines, machines.name) } },
    }),
  }
  return actions(
    ...inOrder(create(infrastructure, made), create({ ...controlPlane, spec: controlPlaneSpec }, made), {
      act: 'patch',
      ref: refOf(cluster),
      body: {
        spec: {
          infrastructureRef: referenceTo(infrastructure.kind, name),
          controlPlaneRef: referenceTo(controlPlane.kind, name),
        },
      },
    }),
  )
}

interface Copy {
  readonly apiVersion: string
  readonly kind: KindRef
  readonly spec: Fields
}

/** What a template of the class makes. */
function copyOf(world: World, clusterClass: KubeObject, reference: unknown): Copy | undefined {
  const template = follow(world, clusterClass, reference)
  if (template === undefined) return undefined
  const kind = kindOfTemplate({ group: groupOf(template.apiVersion), kind: template.kind })
  return { apiVersion: template.apiVersion, kind, spec: fields(at(template.spec, 'template', 'spec')) }
}

function create(
  { apiVersion, kind, spec }: Copy,
  { cluster, name }: { cluster: KubeObject; name: string },
): Action {
  const { namespace = '' } = cluster.metadata
  const metadata = {
    name,
    namespace,
    labels: owned(cluster),
    ownerReferences: [ownerReference(cluster, 'owner')],
  }
  return { act: 'create', object: { apiVersion, kind: kind.kind, metadata, spec } }
}

function followControlPlane({ cluster, wanted }: Topology, { world }: PlanInput): Plan {
  const controlPlane = follow(world, cluster, at(cluster.spec, 'controlPlaneRef'))
  if (controlPlane === undefined) return nothing
  const replicas = number(at(wanted, 'controlPlane', 'replicas')) ?? 1
  return adjusted(controlPlane, { version: wanted['version'], replicas })
}

/** Changes those fields of a spec that differ. */
function adjusted(object: KubeObject, wanted: Fields): Plan {
  const differing = Object.entries(wanted).filter(([key, value]) => at(object.spec, key) !== value)
  if (differing.length === 0) return nothing
  return actions({ act: 'patch', ref: refOf(object), body: { spec: Object.fromEntries(differing) } })
}

const ownedDeployments = ({ cluster }: Topology, world: World): readonly KubeObject[] =>
  ofCluster(world, cluster, machineDeploymentKind).filter(
    ({ metadata }) => metadata.labels?.[labels.topologyOwned] !== undefined,
  )

function followWorkers(topology: Topology, input: PlanInput): Plan {
  const groups = list(at(topology.wanted, 'workers', 'machineDeployments'))
  const present = ownedDeployments(topology, input.world)
  const named = (name: unknown): KubeObject | undefined =>
    present.find(({ metadata }) => metadata.labels?.[labels.topologyDeploymentName] === name)
  const dropped = present.filter(
    (deployment) =>
      !isDeleting(deployment) && !groups.some((group) => named(at(group, 'name')) === deployment),
  )
  return together([
    ...groups.map((group) => planGroup(group, { topology, present: named(at(group, 'name')) }, input)),
    actions(...dropped.map((deployment): Action => ({ act: 'delete', ref: refOf(deployment) }))),
  ])
}

interface Group {
  readonly topology: Topology
  readonly present: KubeObject | undefined
}

function planGroup(group: unknown, { topology, present }: Group, input: PlanInput): Plan {
  const replicas = number(at(group, 'replicas')) ?? 1
  if (present === undefined) return newDeployment(group, topology, input)
  const sized = adjusted(present, { replicas })
  const version = topology.wanted['version']
  // Workers are upgraded once all of the control plane has been.
  const old = at(present.spec, 'template', 'spec', 'version') !== version
  if (!old || isUpgrading(topology, input)) return sized
  const body = { spec: { template: { spec: { version } } } }
  return together([sized, actions({ act: 'patch', ref: refOf(present), body })])
}

function isUpgrading({ cluster, wanted }: Topology, { world }: PlanInput): boolean {
  const controlPlane = follow(world, cluster, at(cluster.spec, 'controlPlaneRef'))
  const machines = controlPlane === undefined ? [] : world.controlledBy(controlPlane, machineKind)
  return machines.some(({ spec }) => at(spec, 'version') !== wanted['version'])
}

function newDeployment(
  group: unknown,
  { cluster, wanted, clusterClass }: Topology,
  { seed }: PlanInput,
): Plan {
  const described = list(at(clusterClass.spec, 'workers', 'machineDeployments')).find(
    (each) => at(each, 'class') === at(group, 'class'),
  )
  const [bootstrap, infrastructure] = ['bootstrap', 'infrastructure'].map((part) =>
    referred(clusterClass, at(described, part, 'templateRef')),
  )
  if (bootstrap === undefined || infrastructure === undefined) return nothing
  const { name: clusterName } = cluster.metadata
  const groupName = String(at(group, 'name'))
  const name = `${clusterName}-${groupName}-${suffix(seed, clusterName, groupName)}`
  const own = { ...owned(cluster), [labels.topologyDeploymentName]: groupName }
  const spec = {
    clusterName,
    replicas: number(at(group, 'replicas')) ?? 1,
    selector: { matchLabels: own },
    template: {
      metadata: { labels: own },
      spec: {
        clusterName,
        version: wanted['version'],
        bootstrap: { configRef: referenceTo(bootstrap, bootstrap.name) },
        infrastructureRef: referenceTo(infrastructure, infrastructure.name),
      },
    },
  }
  const metadata = {
    name,
    namespace: cluster.metadata.namespace ?? '',
    labels: own,
    ownerReferences: [ownerReference(cluster, 'owner')],
  }
  return actions({
    act: 'create',
    object: { apiVersion: `${coreGroup}/v1beta2`, kind: machineDeploymentKind.kind, metadata, spec },
  })
}
