import type { FamilyParts } from '@sitrep/status'
import { clusterApi } from './catalog.ts'
import { conversion } from './conversion/conversion.ts'
import { crds } from './crds/crds.ts'

/** What takes time to load. */
export const parts: FamilyParts = { catalog: clusterApi, crds, conversion }
