import type { FamilyParts } from '@sitrep/status'
import { gatewayApiCrds } from './crds/crds.ts'
import { gatewayApi } from './gateway-api.ts'

/** What of Gateway API is loaded when something is computed. */
export const parts: FamilyParts = { catalog: gatewayApi, crds: gatewayApiCrds }
