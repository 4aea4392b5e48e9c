import {
  at,
  type KubeObject,
  type LabelSelector,
  type Listing,
  list,
  number,
  parseSelector,
  selects,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { daemonSetKind, namespaceKind, podDisruptionBudgetKind, podKind } from '../../kinds.ts'
import type { DisruptionBudget, PodOnNode } from '../types.ts'

type Labels = Readonly<Record<string, string>>

/** A Pod without what other objects decide about it. */
type PodSeen = Omit<PodOnNode, 'namespaceLabels' | 'namespaceTerminating' | 'daemonSet' | 'blockedBy'>

interface NamespaceSeen {
  readonly labels: Labels
  readonly terminating: boolean
}

interface BudgetSeen extends DisruptionBudget {
  readonly selector: LabelSelector
}

const noLabels: Labels = Object.freeze({})

const podForDrain: View<PodSeen> = {
  name: 'podForDrain',
  of: (object) => {
    const { metadata, spec, status } = object
    return {
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      labels: metadata.labels ?? noLabels,
      phase: text(at(status, 'phase')) ?? '',
      mirror: Object.hasOwn(metadata.annotations ?? {}, 'kubernetes.io/config.mirror'),
      controller: controllerOf(object),
      deletionTimestamp: metadata.deletionTimestamp,
      claims: list(at(spec, 'volumes')).flatMap(
        (volume) => text(at(volume, 'persistentVolumeClaim', 'claimName')) ?? [],
      ),
    }
  },
}

function controllerOf({ metadata }: KubeObject): PodSeen['controller'] {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true)
  return owner && { kind: owner.kind, name: owner.name }
}

const namespaceForDrain: View<NamespaceSeen> = {
  name: 'namespaceForDrain',
  of: ({ metadata }) => ({
    labels: metadata.labels ?? noLabels,
    terminating: metadata.deletionTimestamp !== undefined,
  }),
}

/** Only budgets that allow nothing: how much others allow changes all the time. */
const exhaustedBudget: View<BudgetSeen | undefined> = {
  name: 'exhaustedBudget',
  of: ({ metadata, spec, status }) => {
    const selector = at(spec, 'selector')
    if (selector === undefined || (number(at(status, 'disruptionsAllowed')) ?? 0) > 0) return undefined
    return {
      name: metadata.name,
      desiredHealthy: number(at(status, 'desiredHealthy')) ?? 0,
      currentHealthy: number(at(status, 'currentHealthy')) ?? 0,
      selector: parseSelector(selector),
    }
  },
}

const existence: View<true> = { name: 'existence', of: () => true }

/** The Pods of a Node with all that decides whether they can go. */
export function observePods(world: World, cluster: string, nodeName: string): Listing<PodOnNode> {
  const pods = world.list({ ...podKind, cluster, by: { index: 'nodeName', key: nodeName } }, podForDrain)
  if (!pods.read) return pods
  const items: PodOnNode[] = []
  for (const pod of pods.items) {
    const namespace = world.get({ ...namespaceKind, cluster, name: pod.namespace }, namespaceForDrain)
    if (!namespace.read) return namespace
    items.push({
      ...pod,
      // A namespace with Pods in it exists, also where the world does not show it.
      namespaceLabels: namespace.item?.labels ?? {},
      namespaceTerminating: namespace.item?.terminating ?? false,
      daemonSet: daemonSetOf(world, cluster, pod),
      blockedBy: blockingBudget(world, cluster, pod),
    })
  }
  return { read: true, items }
}

function daemonSetOf(
  world: World,
  cluster: string,
  { namespace, controller }: PodSeen,
): PodOnNode['daemonSet'] {
  if (controller?.kind !== daemonSetKind.kind) return undefined
  const set = world.get({ ...daemonSetKind, cluster, namespace, name: controller.name }, existence)
  if (!set.read) return 'unreadable'
  return set.item === undefined ? 'gone' : 'there'
}

function blockingBudget(
  world: World,
  cluster: string,
  { namespace, labels }: PodSeen,
): PodOnNode['blockedBy'] {
  const budgets = world.list({ ...podDisruptionBudgetKind, cluster, namespace }, exhaustedBudget)
  const budget = budgets.read
    ? budgets.items.find(({ selector }) => selects(selector, { labels }))
    : undefined
  return (
    budget && {
      name: budget.name,
      desiredHealthy: budget.desiredHealthy,
      currentHealthy: budget.currentHealthy,
    }
  )
}
