import { clusterApi } from '@sitrep/cluster-api'
import { type Catalog, createCatalog } from '@sitrep/status'
import type { Profile } from './vector.ts'

/** All that Sitrep knows, in one language. */
export const catalogFor = (profile: Profile): Catalog => createCatalog(clusterApi({ profile }))
