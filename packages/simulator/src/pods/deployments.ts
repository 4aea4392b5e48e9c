import { at, conditionAt, fields, type KubeObject, number, refOf, same } from '@sitrep/status'
import { actions, nothing, type Plan, together } from '../plan/action.ts'
import { suffix } from '../plan/chance.ts'
import type { ObjectPlanner, Planner } from '../plan/input.ts'
import { isDeleting, ownerReference } from '../world/read.ts'
import { deploymentKind, podKind, replicaSetKind } from './kinds.ts'

/** Deployments keep a ReplicaSet of their present template, and ReplicaSets their Pods. */
export const planDeployments: Planner = (input) =>
  together([
    ...input.world.list(deploymentKind).map((deployment) => planDeployment(deployment, input)),
    ...input.world.list(replicaSetKind).map((set) => planReplicaSet(set, input)),
  ])

const planDeployment: ObjectPlanner = (deployment, { world }) => {
  if (isDeleting(deployment)) return nothing
  const sets = world.controlledBy(deployment, replicaSetKind)
  const wanted = replicaSetOf(deployment)
  const present = sets.find(({ metadata }) => metadata.name === wanted.metadata.name)
  if (present === undefined) return actions({ act: 'create', object: wanted })
  const replicas = at(wanted.spec, 'replicas')
  const scaled =
    at(present.spec, 'replicas') === replicas
      ? nothing
      : actions({ act: 'patch', ref: refOf(present), body: { spec: { replicas } } })
  // The old ones go once the new one can take their place.
  const ready = number(at(present.status, 'readyReplicas')) ?? 0
  const old = ready < Number(replicas) ? [] : sets.filter((set) => set !== present && !isDeleting(set))
  return together([
    scaled,
    ...old.map((set) => actions({ act: 'delete', ref: refOf(set) })),
    tellOf(deployment, {
      observedGeneration: deployment.metadata.generation,
      ...countsOf(present),
      ...(ready > 0 && { updatedReplicas: ready, availableReplicas: ready }),
    }),
  ])
}

function replicaSetOf(deployment: KubeObject): KubeObject {
  const { name, namespace = '' } = deployment.metadata
  const { template, selector, replicas = 1 } = fields(deployment.spec)
  const hash = suffix(JSON.stringify(template))
  const labels = { ...fields(at(template, 'metadata', 'labels')), 'pod-template-hash': hash }
  return {
    apiVersion: 'apps/v1',
    kind: replicaSetKind.kind,
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels: labels as Record<string, string>,
      ownerReferences: [ownerReference(deployment, 'controller')],
    },
    spec: {
      replicas,
      selector: {
        ...fields(selector),
        matchLabels: { ...fields(at(selector, 'matchLabels')), 'pod-template-hash': hash },
      },
      template: { ...fields(template), metadata: { ...fields(at(template, 'metadata')), labels } },
    },
  }
}

const planReplicaSet: ObjectPlanner = (set, { world }) => {
  if (isDeleting(set)) return nothing
  const pods = world.controlledBy(set, podKind)
  const wanted = Number(at(set.spec, 'replicas') ?? 1)
  const names = Array.from(
    { length: wanted },
    (_, index) => `${set.metadata.name}-${suffix(set.metadata.name, index)}`,
  )
  const ready = pods.filter((pod) => !isDeleting(pod) && conditionAt(pod, 'Ready')?.status === 'True').length
  return together([
    ...names
      .filter((name) => !pods.some(({ metadata }) => metadata.name === name))
      .map((name) => actions({ act: 'create', object: podOf(set, name) })),
    ...pods
      .filter((pod) => !names.includes(pod.metadata.name) && !isDeleting(pod))
      .map((pod) => actions({ act: 'delete', ref: refOf(pod) })),
    tellOf(set, {
      observedGeneration: set.metadata.generation,
      replicas: pods.length,
      ...(ready > 0 && { readyReplicas: ready, availableReplicas: ready }),
    }),
  ])
}

function podOf(set: KubeObject, name: string): KubeObject {
  const { template } = fields(set.spec)
  const { labels, annotations } = fields(at(template, 'metadata'))
  return {
    apiVersion: 'v1',
    kind: podKind.kind,
    metadata: {
      name,
      namespace: set.metadata.namespace ?? '',
      labels: fields(labels) as Record<string, string>,
      ...(annotations !== undefined && { annotations: fields(annotations) as Record<string, string> }),
      ownerReferences: [ownerReference(set, 'controller')],
    },
    // Whoever lists endpoints by node needs a name; a Node is not behind it.
    spec: { nodeName: 'simulated', ...fields(at(template, 'spec')) },
  }
}

const countsOf = ({ status }: KubeObject) => {
  const { replicas = 0, readyReplicas } = fields(status)
  return { replicas, ...(readyReplicas !== undefined && { readyReplicas }) }
}

// Counts that are gone must be taken back in a merge patch.
function tellOf(object: KubeObject, counts: Readonly<Record<string, unknown>>): Plan {
  const before = fields(object.status)
  const names = ['observedGeneration', 'replicas', 'readyReplicas', 'updatedReplicas', 'availableReplicas']
  const differs = names.filter((name) => !same(before[name] ?? 0, counts[name] ?? 0))
  if (differs.length === 0) return nothing
  const status = Object.fromEntries(differs.map((name) => [name, counts[name] ?? null]))
  return actions({ act: 'patch', ref: refOf(object), part: 'status', body: { status } })
}
