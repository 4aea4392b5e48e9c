import { type KubeObject, kindKey } from '@sitrep/status'
import type { ComputedObject, ComputedWorld } from '../source/computed-world.ts'

/** An object of the tree, or a heading that only holds others together. */
export interface Branch {
  readonly label: string
  readonly object?: ComputedObject
  /** Named by its parent and not there. */
  readonly missing?: true
  readonly children: readonly Branch[]
}

interface Spec {
  readonly infrastructureRef?: Reference
  readonly controlPlaneRef?: Reference
}

interface Reference {
  readonly kind?: string
  readonly name?: string
}

const clusterLabel = 'cluster.x-k8s.io/cluster-name'
const coreGroup = 'cluster.x-k8s.io'

/** What belongs to an object: of a Cluster its infrastructure, control plane and workers; of all others what they own. */
export function treeOf(root: ComputedObject, world: ComputedWorld): Branch {
  const graph = new OwnerGraph(world.objects)
  const isCluster = kindKey(root.ref) === `Cluster.${coreGroup}`
  return {
    label: labelOf(root),
    object: root,
    children: isCluster ? clusterChildren(root, graph) : graph.below(root, new Set()),
  }
}

class OwnerGraph {
  readonly all: readonly ComputedObject[]
  readonly #byOwner: Map<string, ComputedObject[]> = new Map()

  constructor(objects: readonly ComputedObject[]) {
    this.all = objects
    for (const each of objects) {
      for (const { uid } of each.computed.metadata.ownerReferences ?? [])
        this.#byOwner.set(uid, [...(this.#byOwner.get(uid) ?? []), each])
    }
  }

  /** What an object owns, and what that owns; shown once, whatever owners there are. */
  below({ computed }: ComputedObject, shown: Set<string>): readonly Branch[] {
    const owned = this.#byOwner.get(computed.metadata.uid ?? '') ?? []
    return owned
      .filter(({ computed: child }) => !shown.has(child.metadata.uid ?? ''))
      .sort(byLabel)
      .map((child) => {
        shown.add(child.computed.metadata.uid ?? '')
        return { label: labelOf(child), object: child, children: this.below(child, shown) }
      })
  }
}

function clusterChildren(cluster: ComputedObject, graph: OwnerGraph): readonly Branch[] {
  const { namespace, name } = cluster.ref
  const spec = (cluster.computed.spec ?? {}) as Spec
  const mine = graph.all.filter(
    ({ ref, computed }) => ref.namespace === namespace && computed.metadata.labels?.[clusterLabel] === name,
  )
  const shown = new Set<string>([cluster.computed.metadata.uid ?? ''])
  const referred = (reference: Reference | undefined, heading: string): readonly Branch[] => {
    if (reference?.name === undefined) return []
    const label = `${heading} ${reference.kind ?? ''} ${reference.name}`
    const object = graph.all.find(
      ({ ref }) => ref.kind === reference.kind && ref.name === reference.name && ref.namespace === namespace,
    )
    if (object === undefined) return [{ label, missing: true, children: [] }]
    shown.add(object.computed.metadata.uid ?? '')
    return [
      { label, object, children: heading === 'ControlPlane' ? machinesOnly(graph.below(object, shown)) : [] },
    ]
  }
  const infrastructure = referred(spec.infrastructureRef, 'Infrastructure')
  const controlPlane = referred(spec.controlPlaneRef, 'ControlPlane')
  const workers = ['MachineDeployment', 'MachinePool', 'MachineSet', 'Machine'].flatMap((kind) =>
    mine
      .filter(
        ({ ref, computed }) =>
          ref.kind === kind && ref.group === coreGroup && !shown.has(computed.metadata.uid ?? ''),
      )
      .sort(byLabel)
      .flatMap((each) => {
        if (shown.has(each.computed.metadata.uid ?? '')) return []
        shown.add(each.computed.metadata.uid ?? '')
        return [{ label: labelOf(each), object: each, children: machinesOnly(graph.below(each, shown)) }]
      }),
  )
  return [
    ...infrastructure,
    ...controlPlane,
    ...(workers.length === 0 ? [] : [{ label: 'Workers', children: workers }]),
  ]
}

// Between a deployment and its Machines stand sets, and below Machines their bootstrap and infrastructure; a person looks for Machines.
function machinesOnly(branches: readonly Branch[]): readonly Branch[] {
  return branches.flatMap((branch) =>
    branch.object?.ref.kind === 'Machine' ? [{ ...branch, children: [] }] : machinesOnly(branch.children),
  )
}

const byLabel = (a: ComputedObject, b: ComputedObject): number => (labelOf(a) < labelOf(b) ? -1 : 1)

function labelOf({ ref, computed }: ComputedObject): string {
  const version = versionOf(computed)
  return `${ref.kind} ${ref.name}${version === undefined ? '' : `, ${version}`}`
}

function versionOf({ spec }: KubeObject): string | undefined {
  const { version, topology, template } = (spec ?? {}) as {
    version?: unknown
    topology?: { version?: unknown }
    template?: { spec?: { version?: unknown } }
  }
  const found = version ?? topology?.version ?? template?.spec?.version
  return typeof found === 'string' ? found : undefined
}
