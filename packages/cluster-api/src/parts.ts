import type { FamilyParts } from '@sitrep/status'
import { clusterApi } from './catalog.ts'
import { conversion } from './conversion/conversion.ts'
import { crds } from './crds/crds.ts'
import { optionsIn } from './settings.ts'

/** What takes time to load. */
export const parts: FamilyParts = {
  catalog: (options) => clusterApi(optionsIn(options)),
  crds,
  conversion,
}
