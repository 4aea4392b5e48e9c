import type { FamilyParts } from '@sitrep/status'
import type { Abilities } from './abilities.ts'
import { gatewayApiCrds } from './crds/crds.ts'
import { gatewayApi } from './gateway-api.ts'

/** What of Gateway API is loaded when something is computed. */
export const parts: FamilyParts = {
  // Whoever knows what a data plane can do got that from one.
  catalog: ({ abilities, ...options }) =>
    gatewayApi({ ...options, ...(abilities !== undefined && { abilities: abilities as Abilities }) }),
  crds: gatewayApiCrds,
}
