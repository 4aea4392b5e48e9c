import type { Abilities } from '../../abilities.ts'
import { gatewayGroup, type RouteKindName } from '../../kinds.ts'
import type { ListenerSpec, ServedRouteKinds } from '../types.ts'

/** The kinds of routes that a listener serves: those of its protocol, narrowed to those that it allows. */
export function servedRouteKinds(
  { protocol, allowedRoutes }: ListenerSpec,
  abilities: Abilities,
): ServedRouteKinds {
  const possible = kindsOf(protocol, abilities)
  const { kinds } = allowedRoutes
  if (kinds === undefined) return { served: possible, refused: [] }
  const served = possible.filter((name) =>
    kinds.some(({ group, kind }) => group === gatewayGroup && kind === name),
  )
  const refused = kinds.filter(
    ({ group, kind }) => group !== gatewayGroup || !possible.some((name) => name === kind),
  )
  return {
    served,
    refused: refused.map(({ group, kind }) => (group === gatewayGroup ? kind : `${kind}.${group}`)),
  }
}

/** The kinds of routes that a protocol can serve; none for one that is not supported. */
const kindsOf = (protocol: string, { protocols }: Abilities): readonly RouteKindName[] =>
  Object.hasOwn(protocols, protocol) ? (protocols[protocol] ?? []) : []

/** Whether a protocol can be served at all. */
export const isSupported = (protocol: string, { protocols }: Abilities): boolean =>
  Object.hasOwn(protocols, protocol)
