import type { FamilyParts } from '@sitrep/status'
import { claimStatus } from './claim/status.ts'
import { compositeStatus } from './composite-resource/status.ts'
import { managedStatus } from './managed-resource/status.ts'

/** What of Crossplane is loaded when something is computed, in the order in which one rests on another. */
export const parts: FamilyParts = {
  catalog: ({ profile }) => ({ definitions: [managedStatus(profile), compositeStatus, claimStatus] }),
}
