import type { Edge, Timing } from '@sitrep/controller'
import type { Ground } from '@sitrep/data-plane'
import type { Abilities } from '@sitrep/gateway-api'
import { gatewayFaults, type SimulatedFamily, servedFamilies, simulatedFamilies } from '@sitrep/simulator'
import type { Call } from '../command.ts'
import { dataPlaneKinds, openDataPlaneKind, parseDataPlane } from '../data-plane/data-plane-kinds.ts'
import type { Log } from '../program/log.ts'

/** Who carries the traffic of Gateways, as far as `sitrep up` has to know it. */
export interface OpenedDataPlane {
  /** Absent where nothing is opened. */
  readonly edge?: Edge
  readonly abilities?: Abilities
  /** What of this machine Gateways can have; absent where nothing is opened. */
  readonly ground?: Ground
  /** What is simulated beside it. */
  readonly simulated: readonly SimulatedFamily[]
}

/** The data plane that `--data-plane` names, or reports as if there were one. */
export async function openDataPlane(
  call: Call,
  { timing, log }: { readonly timing: Timing; readonly log: Log },
): Promise<OpenedDataPlane> {
  const named = parseDataPlane(call, [...dataPlaneKinds, 'simulated'])
  if (named === undefined || named === 'simulated') return { simulated: simulatedFamilies }
  const { dataPlaneEdge, loopbackPlaces, surveyGround } = await import('@sitrep/data-plane')
  const ground = await surveyGround()
  const dataPlane = await openDataPlaneKind(named, { timing })
  const onError = (error: unknown): void => log.error('the data plane failed', { why: String(error) })
  return {
    edge: dataPlaneEdge({ dataPlane, places: loopbackPlaces(ground), faults: gatewayFaults, onError }),
    abilities: dataPlane.abilities,
    ground,
    simulated: servedFamilies,
  }
}

/** What a person has to know about this machine before they connect to a Gateway; nothing where there is nothing. */
export function groundWords({ ownAddresses, lowestPort }: Ground): string | undefined {
  const ports = lowestPort > 1 ? `ports below ${lowestPort} are opened elsewhere` : undefined
  if (ownAddresses) return ports
  return `all share 127.0.0.1, ${ports ?? 'ports that are taken are opened elsewhere'}`
}
