import type { Discovered, ResourceScope, ServedResource } from '@sitrep/controller/connection'
import { type Family, type KubeObject, type ReadPlan, refOf } from '@sitrep/status'

/** A resource that has to be read for a tree, and which of its objects. */
export interface Planned {
  readonly resource: ServedResource
  readonly scope: ResourceScope
}

// Too many, or nobody's business, or never owned by anything that is looked at.
const left: ReadonlySet<string> = new Set([
  'Event',
  'Secret',
  'Lease',
  'ComponentStatus',
  'PodMetrics',
  'NodeMetrics',
])

/** Of what no family knows, all that it may own. */
const otherwise: ReadPlan = { of: () => true, within: 'own', reads: ({ kind }) => !left.has(kind) }

export interface Planning {
  readonly discovered: Discovered
  readonly families: readonly Pick<Family, 'reads'>[]
}

/** What to list so that the tree of this object can be drawn; what it only refers to is followed one by one instead. */
export function planFor(root: KubeObject, { discovered, families }: Planning): readonly Planned[] {
  const plan = [...families.flatMap(({ reads = [] }) => reads), otherwise].find((each) => isFor(each, root))
  if (plan === undefined || plan.reads === 'referred') return []
  const { within } = plan
  const own = root.metadata.namespace
  const labelSelector = plan.labelSelector?.(root)
  return discovered.all.filter(plan.reads).flatMap((resource): readonly Planned[] => {
    if (!resource.namespaced) return own === undefined || within !== 'own' ? [{ resource, scope: {} }] : []
    if (within === 'every') return [{ resource, scope: {} }]
    const places = new Set([...(own === undefined ? [] : [own]), ...(within === 'own' ? [] : within)])
    return [...places].map((namespace) => ({
      resource,
      scope: { namespace, ...(labelSelector !== undefined && { labelSelector }) },
    }))
  })
}

const isFor = ({ of }: ReadPlan, root: KubeObject): boolean =>
  typeof of === 'function' ? of(refOf(root)) : of.recognises(root)
