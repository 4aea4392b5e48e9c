import type { ReadPlan, Relation } from '@sitrep/status'
import { claims, composites } from '../described.ts'

/** A claim stands above its composite, a composite above what it is made of. */
export const relations: readonly Relation[] = [
  { of: claims, by: { way: 'refers', path: 'spec.resourceRef' } },
  { of: claims, by: { way: 'owns' } },
  { of: composites, by: { way: 'refers', path: 'spec.resourceRefs[]' } },
  { of: composites, by: { way: 'refers', path: 'spec.crossplane.resourceRefs[]' } },
  { of: composites, by: { way: 'owns' } },
]

/** What they are made of is of any kind and referred to one by one: nothing needs to be listed. */
export const reads: readonly ReadPlan[] = [claims, composites].map((of) => ({
  of,
  within: 'own',
  reads: 'referred',
}))
