import type { Edge, Timing } from '@sitrep/controller'
import type { Ground } from '@sitrep/data-plane'
import type { Abilities } from '@sitrep/gateway-api'
import { gatewayFaults, type SimulatedFamily, servedFamilies, simulatedFamilies } from '@sitrep/simulator'
import type { Call } from '../command.ts'
import { dataPlaneKinds, openDataPlaneKind, parseDataPlane } from '../data-plane/data-plane-kinds.ts'
import { parseChoice } from '../options/option-values.ts'
import type { Log } from '../program/log.ts'

/** Who carries the traffic of Gateways, as far as `sitrep up` has to know it. */
export interface OpenedDataPlane {
  /** Absent where nothing is opened. */
  readonly edge?: Edge
  readonly abilities?: Abilities
  /** What of this machine Gateways and Pods can have. */
  readonly ground: Ground
  /** What is simulated beside it. */
  readonly simulated: readonly SimulatedFamily[]
}

/** The data plane that `--data-plane` names, or reports as if there were one. */
export async function openDataPlane(
  call: Call,
  { timing, log }: { readonly timing: Timing; readonly log: Log },
): Promise<OpenedDataPlane> {
  const named = parseDataPlane(call, [...dataPlaneKinds, 'simulated'])
  const wanted = parseChoice(call, 'loopback', ['own', 'shared'])
  const { dataPlaneEdge, loopbackPlaces, surveyGround } = await import('@sitrep/data-plane')
  const ground = await surveyGround(wanted)
  // Pods answer all the same.
  if (named === undefined || named === 'simulated') return { ground, simulated: simulatedFamilies }
  const dataPlane = await openDataPlaneKind(named, { timing })
  const onError = (error: unknown): void => log.error('the data plane failed', { why: String(error) })
  return {
    edge: dataPlaneEdge({ dataPlane, places: loopbackPlaces(ground), faults: gatewayFaults, onError }),
    abilities: dataPlane.abilities,
    ground,
    simulated: servedFamilies,
  }
}

/** What a person has to know about this machine before they connect to a Gateway or a Pod; nothing where there is nothing. */
export interface GroundWords {
  readonly gateways?: string
  readonly pods?: string
}

/** What is particular about the addresses and ports that are opened. */
export function groundWords({ ground, edge }: Pick<OpenedDataPlane, 'ground' | 'edge'>): GroundWords {
  const { ownAddresses, lowestPort } = ground
  const low = lowestPort > 1 ? `ports below ${lowestPort} are opened elsewhere` : undefined
  const ports = low ?? (ownAddresses ? undefined : 'ports that are taken are opened elsewhere')
  return {
    ...(edge && ports !== undefined && { gateways: ownAddresses ? ports : `all share 127.0.0.1, ${ports}` }),
    ...(!ownAddresses && { pods: 'all share 127.0.0.1, every port is opened elsewhere' }),
  }
}
