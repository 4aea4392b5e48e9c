import { at, type Listing, number, type View, type World } from '@sitrep/status'
import { daemonSetKind, namespaceKind, podDisruptionBudgetKind, podKind } from '../../kinds.ts'
import { type LabelSelector, parseSelector, selects } from '../../machines-of/selector.ts'
import { type DisruptionBudget, type PodOnNode, type PodSeen, podOnNode } from '../drain/pod-on-node.ts'

type Labels = Readonly<Record<string, string>>

interface NamespaceSeen {
  readonly labels: Labels
  readonly terminating: boolean
}

interface BudgetSeen extends DisruptionBudget {
  readonly selector: LabelSelector
}

const namespaceForDrain: View<NamespaceSeen> = {
  name: 'namespaceForDrain',
  of: ({ metadata }) => ({
    labels: metadata.labels ?? {},
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
  const pods = world.list({ cluster, ...podKind, by: { index: 'nodeName', key: nodeName } }, podOnNode)
  if (!pods.read) return pods
  const items: PodOnNode[] = []
  for (const pod of pods.items) {
    const namespace = world.get({ cluster, ...namespaceKind, name: pod.namespace }, namespaceForDrain)
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
  const set = world.get({ cluster, ...daemonSetKind, namespace, name: controller.name }, existence)
  if (!set.read) return 'unreadable'
  return set.item === undefined ? 'gone' : 'there'
}

function blockingBudget(
  world: World,
  cluster: string,
  { namespace, labels }: PodSeen,
): PodOnNode['blockedBy'] {
  const budgets = world.list({ cluster, ...podDisruptionBudgetKind, namespace }, exhaustedBudget)
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
