import type { Edge } from '@sitrep/controller'
import type { FamilyOptions } from '@sitrep/status'
import { type Call, CommandError, type Context } from '../command.ts'
import { openLog } from '../program/log.ts'
import { abilitiesOf, dataPlaneKinds, parseDataPlane } from './data-plane-kinds.ts'

/** The replicas that a controller looks after. */
export interface OpenedReplicas {
  readonly edge: Edge
  /** What they can do, for those who compute. */
  readonly abilities: Pick<FamilyOptions, 'abilities'>
}

/** The replicas that `--data-plane-service` names; nothing where it names none. */
export async function openReplicas(call: Call, { env }: Context): Promise<OpenedReplicas | undefined> {
  const service = parseService(call)
  if (service === undefined) return undefined
  const { replicasEdge, serviceTypes } = await import('@sitrep/data-plane')
  const wanted = call.options['gateway-service-type'] ?? serviceTypes[0]
  const type = serviceTypes.find((each) => each === wanted)
  if (type === undefined)
    throw new CommandError(
      2,
      `--gateway-service-type takes ${serviceTypes.join(', ')}, not ${JSON.stringify(wanted)}`,
    )
  const log = openLog(String(call.options['log-level'] ?? 'info'))
  const token = env.SITREP_API_TOKEN
  const abilities = await abilitiesOf(parseDataPlane(call, dataPlaneKinds) ?? 'built-in')
  return {
    abilities: { abilities },
    edge: replicasEdge({
      service,
      type,
      asking: token === undefined ? {} : { token },
      onError: (error) =>
        log.warn('the data plane is not looked after as it should', {
          why: error instanceof Error ? error.message : String(error),
        }),
    }),
  }
}

/** One without the other would be something else than what was meant. */
export function refuseHalfDataPlane({ options }: Call): void {
  const { 'data-plane-service': service, write } = options
  if (service !== undefined && write !== true)
    throw new CommandError(2, '--data-plane-service goes with --write')
  for (const name of ['data-plane', 'gateway-service-type'])
    if (options[name] !== undefined && service === undefined)
      throw new CommandError(2, `--${name} goes with --data-plane-service`)
}

function parseService({ options }: Call): { readonly namespace: string; readonly name: string } | undefined {
  const given = options['data-plane-service']
  if (given === undefined) return undefined
  const [namespace, name, ...more] = String(given).split('/')
  if (namespace && name && more.length === 0) return { namespace, name }
  throw new CommandError(2, `--data-plane-service takes NAMESPACE/NAME, not ${JSON.stringify(given)}`)
}
