import { configMapKind, daemonSetKind, nodeKind } from '@sitrep/cluster-api/kinds'
import { deploymentKind, annotations as eksAnnotations, systemNamespace } from '@sitrep/eks-anywhere/kinds'
import { at, type ClusterName, type KubeObject, list, type ObjectRef, refOf } from '@sitrep/status'
import { durationOf } from '../../cluster-api/durations.ts'
import { type Action, actions, inOrder, nothing, type Plan, together } from '../../plan/action.ts'
import type { PlanInput } from '../../plan/input.ts'
import { annotate } from '../../plan/metadata-patch.ts'
import { timer } from '../../plan/timer.ts'
import { conditionStatus } from '../../world/read.ts'
import {
  ciliumName,
  ciliumObjects,
  cniNamespace,
  configAnnotation,
  configName,
  configObject,
  operatorName,
  preflightName,
  preflightObjects,
} from './cni-objects.ts'
import type { Making } from './control-plane.ts'

/** Looks after Cilium in the workload cluster: installs it, upgrades it after a trial, or leaves it to the user. */
export function planCni(making: Making, input: PlanInput): 'done' | Plan {
  const { cluster, wanted, release, world } = making
  const within = workloadOf(cluster)
  if (wanted.cilium === undefined) return 'done'
  const daemonSet = world.get(cniRef(daemonSetKind, ciliumName, within))
  const marked = cluster.metadata.annotations?.[eksAnnotations.ciliumWasInstalled] !== undefined
  const { skipUpgrade, config } = wanted.cilium
  if (daemonSet === undefined) {
    // Who has taken it out to bring another one does not want it back.
    if (skipUpgrade && marked) return 'done'
    const objects = ciliumObjects(release, config)
    const install = objects.map((object): Action => ({ act: 'create', cluster: within, object }))
    return actions(...inOrder(...install, mark(cluster)))
  }
  if (!marked) return actions(mark(cluster))
  if (skipUpgrade) return 'done'
  if (imageOf(daemonSet) !== release.ciliumImage) return upgrade(daemonSet, making, input)
  return reconfigure(daemonSet, config, making)
}

const mark = (cluster: KubeObject): Action => annotate(cluster, { [eksAnnotations.ciliumWasInstalled]: '' })

const workloadOf = ({ metadata }: KubeObject): ClusterName => `${systemNamespace}/${metadata.name}`

const cniRef = (kind: { group: string; kind: string }, name: string, cluster: ClusterName): ObjectRef => ({
  ...kind,
  namespace: cniNamespace,
  name,
  cluster,
})

const imageOf = ({ spec }: KubeObject): unknown =>
  at(list(at(spec, 'template', 'spec', 'containers'))[0], 'image')

function upgrade(daemonSet: KubeObject, { cluster, release, world }: Making, input: PlanInput): Plan {
  const within = workloadOf(cluster)
  const kinds = [daemonSetKind, deploymentKind]
  const trials = kinds.map((kind) => world.get(cniRef(kind, preflightName, within)))
  if (trials.some((trial) => trial === undefined)) {
    const objects = preflightObjects(release)
    return actions(...objects.map((object): Action => ({ act: 'create', cluster: within, object })))
  }
  const [first] = trials
  if (first === undefined) return nothing
  const waiting = trialTimer(first, within, input)
  if (waiting !== 'over') return waiting
  const operator = world.get(cniRef(deploymentKind, operatorName, within))
  return actions(
    ...inOrder(
      ...(operator === undefined ? [] : [withImage(operator, release.operatorImage, within)]),
      withImage(daemonSet, release.ciliumImage, within),
      ...kinds.map((kind): Action => ({ act: 'delete', ref: cniRef(kind, preflightName, within) })),
    ),
  )
}

// A trial takes as long as a Node takes to join: every Node has to pull the image.
function trialTimer(trial: KubeObject, within: ClusterName, input: PlanInput): 'over' | Plan {
  const waiting = timer(trial, { name: 'tried', takesMs: durationOf('nodeJoinMs', input) }, input)
  if (waiting === 'over') return waiting
  const there = waiting.actions.map(
    (action): Action =>
      action.act === 'patch' ? { ...action, ref: { ...action.ref, cluster: within } } : action,
  )
  return { ...waiting, actions: there }
}

function withImage(object: KubeObject, image: string, within: ClusterName): Action {
  const [container] = list(at(object.spec, 'template', 'spec', 'containers'))
  const containers = [{ ...(container as object), image }]
  return {
    act: 'patch',
    ref: refOf(object, within),
    body: { spec: { template: { spec: { containers } } } },
  }
}

type Config = Readonly<Record<string, string>>

function reconfigure(daemonSet: KubeObject, config: Config, { cluster }: Making): 'done' | Plan {
  const within = workloadOf(cluster)
  const wanted = JSON.stringify(config)
  if (daemonSet.metadata.annotations?.[configAnnotation] === wanted) return 'done'
  const { data } = configObject(config)
  const ref = cniRef(configMapKind, configName, within)
  return actions(
    ...inOrder(
      { act: 'patch', ref, body: { data } },
      annotate(daemonSet, { [configAnnotation]: wanted }, within),
    ),
  )
}

/** What the controllers of the workload cluster report of the CNI: one Pod a Node, ready where the Node is. */
export function planCniStatus({ cluster, world }: Making): Plan {
  const within = workloadOf(cluster)
  const nodes = world.list(nodeKind, within)
  const ready = nodes.filter((node) => conditionStatus(node, 'Ready') === 'True').length
  const sets = [ciliumName, preflightName].map((name) => world.get(cniRef(daemonSetKind, name, within)))
  const deployments = [operatorName, preflightName].map((name) =>
    world.get(cniRef(deploymentKind, name, within)),
  )
  return together([
    ...sets.map((set) =>
      reported(set, within, {
        desiredNumberScheduled: nodes.length,
        currentNumberScheduled: nodes.length,
        numberReady: ready,
        numberMisscheduled: 0,
      }),
    ),
    ...deployments.map((deployment) =>
      reported(deployment, within, {
        replicas: 1,
        readyReplicas: 1,
        updatedReplicas: 1,
        availableReplicas: 1,
      }),
    ),
  ])
}

function reported(
  object: KubeObject | undefined,
  within: ClusterName,
  counts: Readonly<Record<string, number>>,
): Plan {
  if (object === undefined) return nothing
  const status = { ...counts, observedGeneration: object.metadata.generation ?? 1 }
  const same = Object.entries(status).every(([name, value]) => at(object.status, name) === value)
  if (same) return nothing
  return actions({ act: 'patch', ref: refOf(object, within), part: 'status', body: { status } })
}
