import { createServer } from 'node:net'
import type { RoutingConfiguration } from '@sitrep/gateway-api'
import type { Place } from '../data-plane.ts'
import { loopbackAddress } from './loopback-address.ts'
import { mappedPorts, type OpenedPort } from './mapped-ports.ts'

/** A Gateway that wants a place. */
export interface PlaceRequest {
  readonly configuration: RoutingConfiguration
  /** The addresses that its status names: where it was before. */
  readonly before: readonly string[]
}

/** A place, and the addresses that were asked for and cannot be had. */
export interface AssignedPlace extends Place {
  readonly unusable: readonly string[]
}

/** Finds a place for each Gateway, and keeps it there. */
export interface Places {
  /** All Gateways that there are: what others had is free again. In the same order. */
  readonly assign: (requests: readonly PlaceRequest[]) => Promise<readonly AssignedPlace[]>
  /** Another one whenever a Gateway may have to move although nothing about it has changed; absent: that never is. */
  readonly revision?: () => number
  /** Calls back when the revision is another one; the answer ends that. */
  readonly onChange?: (listen: () => void) => () => void
}

/** What can be had on this machine. */
export interface Ground {
  /** Whether each Gateway and Pod can have a loopback address of its own; macOS has 127.0.0.1 alone. */
  readonly ownAddresses: boolean
  /** The first port that may be opened. */
  readonly lowestPort: number
}

/** Asks this machine, by trying. Where addresses are to be shared, none but 127.0.0.1 is tried. */
export async function surveyGround(addresses: 'own' | 'shared' = 'own'): Promise<Ground> {
  const ownAddresses = addresses === 'own' && (await trial('127.191.255.254', 0)) === 'free'
  // Taken is as good as free: what counts is whether it is allowed.
  const low = await trial(ownAddresses ? '127.191.255.254' : '127.0.0.1', 80)
  return { ownAddresses, lowestPort: low === 'refused' ? 1024 : 1 }
}

/** Whether a socket can be opened there now. */
export type Trial = (address: string, port: number) => Promise<'free' | 'taken' | 'refused'>

/** Opens a socket and closes it again. */
export const trial: Trial = (address, port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRINUSE' ? 'taken' : 'refused'),
    )
    server.listen(port, address, () => server.close(() => resolve('free')))
  })

/** Places on the loopback addresses of this machine. */
export function loopbackPlaces(ground: Ground, attempt: Trial = trial): Places {
  const owned = new Map<string, string>()
  // Who came first keeps the ports: a Gateway that appears moves nobody.
  const opened: OpenedPort[] = []
  return {
    async assign(requests) {
      const wanted = new Map(
        requests.map(({ configuration }) => [nameOf(configuration), portsOf(configuration)]),
      )
      for (const name of owned.keys()) if (!wanted.has(name)) owned.delete(name)
      const kept = opened.filter(({ name, port }) => wanted.get(name)?.includes(port))
      opened.splice(0, opened.length, ...kept)
      const places: AssignedPlace[] = []
      for (const request of requests) {
        const { hosts, addresses, unusable } = await addressesFor(request, { ground, attempt, owned })
        const ports = await mappedPorts(portsOf(request.configuration), {
          name: nameOf(request.configuration),
          host: hosts[0] ?? '',
          lowestPort: ground.lowestPort,
          opened,
          // An address of its own was looked at when it was chosen; on the shared one anybody may be.
          isFree: async (host, port) => ground.ownAddresses || (await attempt(host, port)) !== 'taken',
        })
        places.push({ addresses, hosts, ports, unusable })
      }
      return places
    },
  }
}

const nameOf = ({ metadata: { namespace, name } }: RoutingConfiguration): string => `${namespace}/${name}`

const portsOf = ({ spec }: RoutingConfiguration): readonly number[] => [
  ...new Set(spec.listeners.map(({ port }) => port)),
]

interface Around {
  readonly ground: Ground
  readonly attempt: Trial
  /** The address of each Gateway that did not ask for one. */
  readonly owned: Map<string, string>
}

async function addressesFor(
  request: PlaceRequest,
  around: Around,
): Promise<Pick<AssignedPlace, 'hosts' | 'addresses' | 'unusable'>> {
  const wanted = request.configuration.spec.addresses
  const asked = wanted.length === 0 ? [{ type: 'IPAddress', value: '' }] : wanted
  const hosts: string[] = []
  const unusable: string[] = []
  for (const { type, value } of asked) {
    if (value === '') hosts.push(await ownAddress(request, around))
    else if (type === 'IPAddress' && (await around.attempt(value, 0)) === 'free') hosts.push(value)
    else unusable.push(value)
  }
  const addresses = hosts.map((value) => ({ type: 'IPAddress', value }))
  // Some that cannot be had leave the whole without a place: what was asked for is all or nothing.
  return unusable.length > 0 ? { hosts: [], addresses: [], unusable } : { hosts, addresses, unusable }
}

async function ownAddress(
  { configuration, before }: PlaceRequest,
  { ground, attempt, owned }: Around,
): Promise<string> {
  const name = nameOf(configuration)
  const known = owned.get(name)
  if (known !== undefined) return known
  const taken = new Set(owned.values())
  const ports = portsOf(configuration).filter((port) => port >= ground.lowestPort)
  const address = ground.ownAddresses
    ? await loopbackAddress({
        name,
        before,
        isFree: async (candidate) => {
          if (taken.has(candidate)) return false
          const trials = await Promise.all(ports.map((port) => attempt(candidate, port)))
          return !trials.includes('taken')
        },
      })
    : '127.0.0.1'
  owned.set(name, address)
  return address
}
