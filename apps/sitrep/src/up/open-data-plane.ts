import type { Edge, Timing } from '@sitrep/controller'
import type { Ground } from '@sitrep/data-plane'
import type { Abilities } from '@sitrep/gateway-api'
import { gatewayFaults, type SimulatedFamily, servedFamilies, simulatedFamilies } from '@sitrep/simulator'
import { type Call, CommandError } from '../command.ts'
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

const choices = ['built-in', 'simulated'] as const

/** The data plane that `--data-plane` names: the built-in one, or reports as if there were one. */
export async function openDataPlane(
  { options }: Call,
  { timing, log }: { readonly timing: Timing; readonly log: Log },
): Promise<OpenedDataPlane> {
  const named = String(options['data-plane'] ?? 'built-in')
  if (!choices.some((choice) => choice === named))
    throw new CommandError(2, `--data-plane takes ${choices.join(' or ')}, not ${JSON.stringify(named)}`)
  if (named === 'simulated') return { simulated: simulatedFamilies }
  const {
    createBuiltInDataPlane,
    createHttpServing,
    dataPlaneEdge,
    loopbackPlaces,
    surveyGround,
    usualLimits,
  } = await import('@sitrep/data-plane')
  const ground = await surveyGround()
  const { now, random } = timing
  const http = createHttpServing({ limits: usualLimits, now, random })
  const dataPlane = createBuiltInDataPlane({ http, now, random })
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
