import type { KindRef, ReadPlan, Relation } from '@sitrep/status'
import {
  apiextensionsGroup,
  claims,
  composites,
  managedResources,
  packageGroup,
  protectionGroup,
} from '../kinds.ts'

const compositionKind: KindRef = { group: apiextensionsGroup, kind: 'Composition' }
const functionKind: KindRef = { group: packageGroup, kind: 'Function' }

// They say that one resource uses another, which therefore stays.
const usageKinds: readonly KindRef[] = [
  { group: protectionGroup, kind: 'ClusterUsage' },
  { group: protectionGroup, kind: 'Usage' },
  { group: apiextensionsGroup, kind: 'Usage' },
]

const composedOf = (path: string): readonly Relation[] => [
  // How it is made is of interest to whoever asks about the composite itself.
  {
    of: composites,
    only: 'root',
    by: { way: 'refers', path: `${path}compositionRef`, kind: compositionKind, quiet: true },
  },
  { of: composites, by: { way: 'refers', path: `${path}resourceRefs[]` } },
]

/** A claim stands above its composite, a composite above what it is made of, and what is in use above who says so. */
export const relations: readonly Relation[] = [
  { of: claims, by: { way: 'refers', path: 'spec.resourceRef' } },
  { of: claims, by: { way: 'owns' } },
  ...composedOf('spec.'),
  ...composedOf('spec.crossplane.'),
  { of: composites, by: { way: 'owns' } },
  { of: managedResources, heading: 'In use:', by: { way: 'referred', path: 'spec.of', kinds: usageKinds } },
  { of: managedResources, by: { way: 'owns' } },
  {
    of: `Composition.${apiextensionsGroup}`,
    by: { way: 'refers', path: 'spec.pipeline[].functionRef', kind: functionKind },
  },
]

/** What they are made of is of any kind and referred to one by one: nothing needs to be listed. */
export const reads: readonly ReadPlan[] = [
  ...[claims, composites].map((of): ReadPlan => ({ of, within: 'own', reads: 'referred' })),
  {
    of: managedResources,
    within: 'own',
    reads: ({ group, kind }) => usageKinds.some((usage) => usage.group === group && usage.kind === kind),
  },
]
