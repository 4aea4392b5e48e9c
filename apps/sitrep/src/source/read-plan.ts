import type { Discovered, ResourceScope, ServedResource } from '@sitrep/controller/connection'
import { groupOf, type KindRef, type KubeObject } from '@sitrep/status'
import { valuesAt } from '../tree/field-values.ts'

/** A resource that has to be read for a tree, and which of its objects. */
export interface Planned {
  readonly resource: ServedResource
  readonly scope: ResourceScope
}

/** Which kinds can stand in the tree of an object, by the group of its root. The first row that fits is followed. */
interface PlanRow {
  readonly of: RegExp
  readonly reads: (kind: KindRef) => boolean
  /** Where: with the root, in these namespaces, or in all. */
  readonly within: 'own' | 'every' | readonly string[]
}

const clusterApiGroup = /(^|\.)cluster\.x-k8s\.io$/
const gatewayGroup = /^gateway\.networking\.k8s\.io$/
const eksAnywhereGroup = /^anywhere\.eks\.amazonaws\.com$/
const eksAnywhereNamespace = 'eksa-system'

// Too many, or nobody's business, or never owned by anything that is looked at.
const left: ReadonlySet<string> = new Set([
  'Event',
  'Secret',
  'Lease',
  'ComponentStatus',
  'PodMetrics',
  'NodeMetrics',
])

// biome-ignore format: the table is read as one; its columns stay aligned
const rows: readonly PlanRow[] = [
  { of: clusterApiGroup,  within: 'own',                  reads: ({ group }) => clusterApiGroup.test(group) },
  { of: eksAnywhereGroup, within: [eksAnywhereNamespace], reads: ({ group }) => clusterApiGroup.test(group) || eksAnywhereGroup.test(group) },
  { of: gatewayGroup,     within: 'every',                reads: ({ group, kind }) => gatewayGroup.test(group) || (group === '' && kind === 'Service') },
  { of: /(?:)/,           within: 'own',                  reads: ({ kind }) => !left.has(kind) },
]

const referencesOfCrossplane = ['spec.resourceRef', 'spec.resourceRefs[]', 'spec.crossplane.resourceRefs[]']

/** What to list so that the tree of this object can be drawn. What a composite refers to is followed one by one instead. */
export function planFor(root: KubeObject, discovered: Discovered): readonly Planned[] {
  if (referencesOfCrossplane.some((path) => valuesAt(root, path).length > 0)) return []
  const group = groupOf(root.apiVersion)
  const row = rows.find(({ of }) => of.test(group))
  if (row === undefined) return []
  const own = root.metadata.namespace
  return discovered.all.filter(row.reads).flatMap((resource): readonly Planned[] => {
    if (!resource.namespaced)
      return own === undefined || row.within !== 'own' ? [{ resource, scope: {} }] : []
    if (row.within === 'every') return [{ resource, scope: {} }]
    const places = new Set([...(own === undefined ? [] : [own]), ...(row.within === 'own' ? [] : row.within)])
    return [...places].map((namespace) => ({ resource, scope: { namespace, ...labelsFor(root, group) } }))
  })
}

// Providers' objects carry the name of their Cluster too, so that thousands of others need not be read.
const labelsFor = ({ kind, metadata }: KubeObject, group: string): Pick<ResourceScope, 'labelSelector'> =>
  kind === 'Cluster' && group === 'cluster.x-k8s.io'
    ? { labelSelector: `cluster.x-k8s.io/cluster-name=${metadata.name}` }
    : {}
