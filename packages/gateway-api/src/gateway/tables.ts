import { absent, type ConditionRules, otherwise } from '@sitrep/conditions'
import type { Setup } from '../setup.ts'
import type { GatewayFacts } from './facts.ts'
import {
  gatewayAccepted,
  gatewayAddressesAssigned,
  gatewayInsecure,
  gatewayOldReady,
  gatewayProgrammed,
  gatewayReady,
  gatewayResolvedRefs,
  gatewayScheduled,
} from './rules.ts'

const notSaid = (type: string): ConditionRules<GatewayFacts> => ({
  type,
  rows: [['it was not asked for', otherwise, absent]],
})

/** The tables of a Gateway, in the order of its conditions. The document knows no condition for addresses. */
export function gatewayTables({
  profile,
  ready,
  deprecated,
}: Setup): readonly ConditionRules<GatewayFacts>[] {
  const readyTables = { none: notSaid('Ready'), strict: gatewayReady, old: gatewayOldReady }
  return [
    gatewayAccepted[profile],
    gatewayResolvedRefs,
    gatewayProgrammed,
    ...(profile === 'released' ? [gatewayAddressesAssigned] : []),
    gatewayInsecure,
    readyTables[ready],
    deprecated ? gatewayScheduled : notSaid('Scheduled'),
  ]
}
