import { clusterApi } from '@sitrep/cluster-api'
import { eksAnywhere } from '@sitrep/eks-anywhere'
import { type Catalog, type CatalogPart, createCatalog } from '@sitrep/status'
import type { Profile } from './vector.ts'

/** All families that Sitrep knows, by name, in one language. */
export const familiesFor = (profile: Profile): Readonly<Record<string, CatalogPart>> => ({
  'cluster-api': clusterApi({ profile }),
  'eks-anywhere': eksAnywhere({ profile }),
})

/** All that Sitrep knows, in one language. */
export const catalogFor = (profile: Profile): Catalog => createCatalog(...Object.values(familiesFor(profile)))
