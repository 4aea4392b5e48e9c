import {
  annotations,
  coreGroup,
  finalizers,
  labels,
  machineDeploymentKind,
  machineKind,
  machineSetKind,
} from '@sitrep/cluster-api/kinds'
import { at, type Fields, fields, type KubeObject, list, number, refOf, same, text } from '@sitrep/status'
import { type Action, actions, nothing, type Plan, together } from '../../plan/action.ts'
import { suffix } from '../../plan/chance.ts'
import type { ObjectPlanner, PlanInput, Planner } from '../../plan/input.ts'
import { ensureMetadata } from '../../plan/metadata-patch.ts'
import { isDeleting, ownerReference } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { clusterOf, isCutOff, isPaused } from '../read.ts'
import { byAge } from './bootstrap.ts'
import { nodeOf } from './node.ts'
import { rolloutStep, type SetSize, type Strategy } from './rollout.ts'

/** MachineDeployments: a MachineSet for what is wanted now, and the way to it from those before. */
export const planMachineDeployments: Planner = (input) =>
  together(
    input.world
      .list(machineDeploymentKind)
      .filter((deployment) => !isDeleting(deployment))
      .map((deployment) => planDeployment(deployment, input)),
  )

const planDeployment: ObjectPlanner = (deployment, input) => {
  const { world } = input
  const cluster = clusterOf(world, deployment)
  if (cluster === undefined || isDeleting(cluster) || isPaused(cluster, deployment)) return nothing
  const held = ensureMetadata(deployment, { finalizer: finalizers.machineDeployment })
  if (held.actions.length > 0) return held
  const chosen = ensureSelector(deployment)
  if (chosen.actions.length > 0) return chosen
  const desired = number(at(deployment.spec, 'replicas'))
  if (desired === undefined || at(deployment.spec, 'paused') === true) return nothing
  const sets = world.controlledBy(deployment, machineSetKind).filter((set) => !isDeleting(set))
  const current = currentSet(deployment, sets, input.now)
  if (current === undefined) return actions(newSet(deployment, { sets, desired }, input))
  const others = sets.filter((set) => set !== current).sort(byAge)
  // Whoever cannot see the Nodes cannot tell which Machines serve, and replaces none.
  if (isCutOff(cluster) && others.some((set) => at(set.spec, 'replicas') !== 0)) return nothing
  const sizes = [current, ...others].map((set) => sizeOf(set, deployment, input))
  const [size, ...older] = sizes
  if (size === undefined) return nothing
  const step = rolloutStep({ desired, strategy: strategyOf(deployment), current: size, others: older })
  const resized = [current, ...others].flatMap((set): Action[] => {
    const replicas = step.get(set.metadata.name)
    if (replicas === undefined || replicas === at(set.spec, 'replicas')) return []
    return [{ act: 'patch', ref: refOf(set), body: { spec: { replicas } } }]
  })
  const wakes: Plan[] = sizes.flatMap(({ nextAt }) =>
    nextAt === undefined ? [] : [{ actions: [], wakeAt: nextAt }],
  )
  return together([actions(...resized, ...spent(world, others)), ...wakes])
}

/** What chooses the Machines of a deployment, whatever its manifest says besides. */
const ownLabels = ({ metadata, spec }: KubeObject): Readonly<Record<string, string>> => ({
  [labels.deploymentName]: metadata.name,
  [labels.clusterName]: text(at(spec, 'clusterName')) ?? '',
})

// Most manifests leave the selector empty, for a webhook of the genuine system fills it in; an empty one chooses nothing.
function ensureSelector(deployment: KubeObject): Plan {
  const own = ownLabels(deployment)
  const chosen = fields(at(deployment.spec, 'selector', 'matchLabels'))
  if (Object.keys(chosen).length > 0) return nothing
  const spec = { selector: { matchLabels: own }, template: { metadata: { labels: own } } }
  return actions({ act: 'patch', ref: refOf(deployment), body: { spec } })
}

// One old MachineSet stays behind as a memory of what was before.
function spent(world: World, others: readonly KubeObject[]): readonly Action[] {
  return others
    .filter((set) => at(set.spec, 'replicas') === 0 && world.controlledBy(set, machineKind).length === 0)
    .sort(byAge)
    .slice(0, -1)
    .map((set) => ({ act: 'delete', ref: refOf(set) }))
}

/** The MachineSet that makes what the deployment wants now. */
function currentSet(
  deployment: KubeObject,
  sets: readonly KubeObject[],
  now: number,
): KubeObject | undefined {
  const after = Date.parse(text(at(deployment.spec, 'rollout', 'after')) ?? '')
  const wanted = comparable(at(deployment.spec, 'template', 'spec'))
  return sets.find(({ spec, metadata }) => {
    if (!same(comparable(at(spec, 'template', 'spec')), wanted)) return false
    return Number.isNaN(after) || after > now || Date.parse(metadata.creationTimestamp ?? '') >= after
  })
}

/** What makes one Machine another one; everything else is changed in place. */
function comparable(template: unknown): Fields {
  const { version, bootstrap, infrastructureRef, failureDomain } = fields(template)
  return { version, bootstrap, infrastructureRef, failureDomain }
}

export function strategyOf({ spec }: KubeObject): Strategy {
  const strategy = at(spec, 'rollout', 'strategy') ?? at(spec, 'strategy')
  if (at(strategy, 'type') === 'OnDelete') return { type: 'OnDelete' }
  const { maxSurge, maxUnavailable } = fields(at(strategy, 'rollingUpdate'))
  return {
    type: 'RollingUpdate',
    maxSurge: intOrPercent(maxSurge) ?? 1,
    maxUnavailable: intOrPercent(maxUnavailable) ?? 0,
  }
}

const intOrPercent = (value: unknown): number | string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? value : undefined

interface SeenSize extends SetSize {
  /** When the next Machine has been ready for long enough. */
  readonly nextAt?: number
}

function sizeOf(set: KubeObject, deployment: KubeObject, { world, now }: PlanInput): SeenSize {
  const machines = world.controlledBy(set, machineKind)
  const minReadyMs = 1000 * (number(at(deployment.spec, 'template', 'spec', 'minReadySeconds')) ?? 0)
  const since = machines
    .filter((machine) => !isDeleting(machine))
    .flatMap((machine) => readySince(world, machine) ?? [])
  const ahead = since.map((ready) => ready + minReadyMs).filter((at) => at > now)
  return {
    name: set.metadata.name,
    replicas: number(at(set.spec, 'replicas')) ?? 0,
    machines: machines.length,
    available: since.length - ahead.length,
    ...(ahead.length > 0 && { nextAt: Math.min(...ahead) }),
  }
}

/** Since when the Node of a Machine is ready. What is reported on the Machine is not asked: it is not ours to trust. */
function readySince(world: World, machine: KubeObject): number | undefined {
  const node = nodeOf(world, machine)
  const ready = list(at(node?.status, 'conditions')).find((condition) => at(condition, 'type') === 'Ready')
  if (at(ready, 'status') !== 'True') return undefined
  const since = Date.parse(String(at(ready, 'lastTransitionTime')))
  return Number.isNaN(since) ? 0 : since
}

interface Beginning {
  readonly sets: readonly KubeObject[]
  readonly desired: number
}

function newSet(deployment: KubeObject, { sets, desired }: Beginning, { now, seed }: PlanInput): Action {
  const { name, namespace = '' } = deployment.metadata
  const clusterName = text(at(deployment.spec, 'clusterName')) ?? ''
  const hash = suffix(seed, name, now)
  const own = ownLabels(deployment)
  const template = fields(at(deployment.spec, 'template'))
  const chosen = fields(at(deployment.spec, 'selector', 'matchLabels'))
  const templateLabels = {
    ...(fields(at(template, 'metadata', 'labels')) as Readonly<Record<string, string>>),
    ...own,
    [labels.templateHash]: hash,
  }
  const revision =
    1 + Math.max(0, ...sets.map(({ metadata }) => Number(metadata.annotations?.[annotations.revision] ?? 0)))
  const set: KubeObject = {
    apiVersion: `${coreGroup}/v1beta2`,
    kind: machineSetKind.kind,
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels: templateLabels,
      annotations: { [annotations.revision]: String(revision) },
      finalizers: [finalizers.machineSet],
      ownerReferences: [ownerReference(deployment, 'controller')],
    },
    spec: {
      clusterName,
      replicas: sets.length === 0 ? desired : 0,
      selector: { matchLabels: { ...chosen, ...own, [labels.templateHash]: hash } },
      template: { ...template, metadata: { ...fields(template['metadata']), labels: templateLabels } },
    },
  }
  return { act: 'create', object: set }
}
