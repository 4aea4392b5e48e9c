import type { FamilyParts } from '@sitrep/status'
import { eksAnywhere } from './catalog.ts'
import { eksAnywhereCrds } from './crds.ts'

/** What takes time to load. */
export const parts: FamilyParts = { catalog: eksAnywhere, crds: eksAnywhereCrds }
