import type { Abilities } from '../../abilities.ts'
import { overlap, plainHostname } from '../../model/hostnames.ts'
import type { ListenerSpec } from '../types.ts'
import { isSupported } from './served-kinds.ts'

export const conflictReasons = ['ProtocolConflict', 'HostnameConflict'] as const

export type ConflictReason = (typeof conflictReasons)[number]

/** Why a listener cannot be had beside another one. */
export interface Conflict {
  readonly reason: ConflictReason
  /** The listeners in its way, as they are named to people. */
  readonly with: readonly string[]
}

/** The listeners of one Gateway or ListenerSet, as they contend for the ports of the Gateway. */
export interface Contenders {
  /** How its listeners are named to people: `Listener` or `ListenerSet shop/extra, listener`. */
  readonly owner: string
  readonly listeners: readonly ListenerSpec[]
}

/** Conflicts by owner and listener, in the order of what came in. */
export type Conflicts = readonly ReadonlyMap<string, Conflict>[]

/**
 * Who loses. Between owners the earlier one wins: the Gateway comes first, then its ListenerSets by age. Inside one owner nobody wins: of
 * those that no earlier one has beaten, all that are at odds are refused. A listener whose protocol is not supported takes no part.
 */
export function findConflicts(owners: readonly Contenders[], abilities: Abilities): Conflicts {
  const winners: Named[] = []
  return owners.map(({ owner, listeners }) => {
    const able = listeners
      .filter(({ protocol }) => isSupported(protocol, abilities))
      .map((spec) => ({ spec, name: `${owner} ${spec.name}` }))
    const lost = new Map<string, Conflict>()
    for (const one of able) note(lost, one, rivalsOf(one, winners, abilities))
    const left = able.filter(({ spec }) => !lost.has(spec.name))
    for (const one of left)
      note(
        lost,
        one,
        rivalsOf(
          one,
          left.filter((other) => other !== one),
          abilities,
        ),
      )
    winners.push(...able.filter(({ spec }) => !lost.has(spec.name)))
    return lost
  })
}

interface Named {
  readonly spec: ListenerSpec
  readonly name: string
}

interface Rival {
  readonly reason: ConflictReason
  readonly name: string
}

const rivalsOf = (one: Named, others: readonly Named[], abilities: Abilities): readonly Rival[] =>
  others.flatMap(({ spec, name }) => {
    const reason = conflictBetween(one.spec, spec, abilities)
    return reason === undefined ? [] : [{ reason, name }]
  })

function note(lost: Map<string, Conflict>, { spec }: Named, rivals: readonly Rival[]): void {
  const reason = conflictReasons.find((each) => rivals.some((rival) => rival.reason === each))
  if (reason !== undefined) lost.set(spec.name, { reason, with: rivals.map(({ name }) => name) })
}

/** Why two listeners cannot share a port. */
function conflictBetween(
  one: ListenerSpec,
  other: ListenerSpec,
  { mixedTlsModes }: Abilities,
): ConflictReason | undefined {
  if (one.port !== other.port || (one.protocol === 'UDP') !== (other.protocol === 'UDP')) return undefined
  if (layerOf(one) !== layerOf(other) || layerOf(one) === 'transport') return 'ProtocolConflict'
  const modes = [one, other].map(({ protocol, tls }) => (protocol === 'TLS' ? tls?.mode : protocol))
  if (!mixedTlsModes && modes[0] !== modes[1]) return 'ProtocolConflict'
  return plainHostname(one.hostname) === plainHostname(other.hostname) ? 'HostnameConflict' : undefined
}

// Listeners of one layer are told apart by hostname: in clear text, or by what a client names when TLS begins.
const layerOf = ({ protocol }: ListenerSpec): 'clear' | 'tls' | 'transport' =>
  protocol === 'HTTP' ? 'clear' : protocol === 'HTTPS' || protocol === 'TLS' ? 'tls' : 'transport'

/** The listeners that end TLS on one port for names that overlap, each with those that it overlaps with. */
export function findOverlaps(listeners: readonly ListenerSpec[]): ReadonlyMap<string, readonly string[]> {
  const secured = listeners.filter((listener) => layerOf(listener) === 'tls')
  const found = new Map<string, readonly string[]>()
  for (const one of secured) {
    const names = secured
      .filter((other) => other !== one && other.port === one.port)
      .filter(({ hostname }) => overlap(plainHostname(hostname), plainHostname(one.hostname)))
      .map(({ name }) => name)
    if (names.length > 0) found.set(one.name, names)
  }
  return found
}
