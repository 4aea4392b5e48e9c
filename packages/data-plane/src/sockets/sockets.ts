import { Background, type OnFault } from '@sitrep/controller'
import type { Site } from '../data-plane.ts'
import type { HttpServing } from '../http/types.ts'
import type { Limits } from '../limits.ts'
import { type BindFailure, bindFailureOf, type SocketState } from '../reports.ts'
import type { PortProgram } from './port-program.ts'
import { type OpenPort, openTcpPort } from './tcp-port.ts'
import { openUdpPort } from './udp-port.ts'

/** A site and what its ports do. */
export interface ProgrammedSite {
  readonly site: Site
  readonly programs: readonly PortProgram[]
}

/** All sockets that are open. */
export interface Sockets {
  /**
   * Opens what is missing, switches all of it at once, then closes what nobody wants any more and lets its connections end. Resolves when
   * all is in force and probed. Calls must not overlap.
   */
  readonly program: (
    sites: readonly ProgrammedSite[],
  ) => Promise<ReadonlyMap<PortProgram, readonly SocketState[]>>
  /** Closes everything, connections under way within the time to drain. */
  readonly close: () => Promise<void>
}

/** What sockets are opened with. */
export interface SocketsOptions {
  readonly http: HttpServing
  readonly limits: Limits
  readonly random: () => number
  readonly now: () => number
  readonly onFault?: OnFault | undefined
}

/** A socket that a program wants. */
interface Wanted {
  /** `udp 127.0.0.1 53`. */
  readonly key: string
  readonly host: string
  readonly port: number
  readonly program: PortProgram
  /** Known before anything is tried. */
  readonly failure?: BindFailure
}

/** Opens and closes sockets as programs want them. */
export function createSockets(options: SocketsOptions): Sockets {
  const open = new Map<string, OpenPort>()
  const draining = new Set<Promise<void>>()
  const background = new Background(options.onFault)
  let current: ReadonlyMap<string, PortProgram> = new Map()

  const drain = (gone: Promise<void>): void => {
    const over = gone.finally(() => draining.delete(over))
    draining.add(over)
    background.run({ what: 'draining a port', about: 'process', name: 'data plane' }, () => over)
  }
  const openOne = async ({ key, host, port, program }: Wanted): Promise<BindFailure | undefined> => {
    if (open.has(key)) return undefined
    const settings = { ...options, host, port, program: () => current.get(key) }
    try {
      open.set(key, await (program.speaks === 'udp' ? openUdpPort(settings) : openTcpPort(settings)))
      return undefined
    } catch (error) {
      return bindFailureOf(error, { host, port })
    }
  }

  return {
    async program(sites) {
      const wanted = sites.flatMap(wantedBy)
      const owners = ownersOf(wanted)
      const opened = await Promise.all(
        wanted.map(async (each) => {
          const failure = each.failure ?? takenBy(each, owners) ?? (await openOne(each))
          return { ...each, ...(failure !== undefined && { failure }) }
        }),
      )
      // The switch: from here on every new connection and request finds the new configuration, and none finds half of it.
      current = new Map(
        opened.flatMap(({ key, program, failure }) =>
          failure === undefined ? [[key, program] as const] : [],
        ),
      )
      for (const [key, port] of open) {
        if (current.has(key)) drain(port.settle())
        else {
          open.delete(key)
          drain(port.close())
        }
      }
      return statesOf(
        await Promise.all(
          opened.map(async ({ key, host, program, failure }) => {
            const probed = failure === undefined && (await open.get(key)?.probe()) === true
            return { program, state: { host, probed, ...(failure !== undefined && { failure }) } }
          }),
        ),
      )
    },
    async close() {
      current = new Map()
      for (const port of open.values()) drain(port.close())
      open.clear()
      await Promise.all(draining)
    },
  }
}

function wantedBy({ site: { place }, programs }: ProgrammedSite): readonly Wanted[] {
  if (place.noResources !== undefined) return []
  return programs.flatMap((program) => {
    const port = place.ports[program.port] ?? program.port
    const refused = place.unavailable?.includes(program.port) === true
    const failure: BindFailure = { fault: 'port', words: `Port ${program.port} may not be had` }
    return place.hosts.map((host) => ({
      key: `${program.speaks === 'udp' ? 'udp' : 'tcp'} ${host} ${port}`,
      host,
      port,
      program,
      ...(refused && { failure }),
    }))
  })
}

// Of several that want one socket the first has it: what two Gateways do cannot be told apart on one address.
function ownersOf(wanted: readonly Wanted[]): ReadonlyMap<string, PortProgram> {
  const owners = new Map<string, PortProgram>()
  for (const { key, program, failure } of wanted)
    if (failure === undefined && !owners.has(key)) owners.set(key, program)
  return owners
}

function takenBy(
  { key, host, port, program }: Wanted,
  owners: ReadonlyMap<string, PortProgram>,
): BindFailure | undefined {
  const owner = owners.get(key)
  if (owner === undefined || owner === program) return undefined
  const other = owner.gateway === program.gateway ? `its port ${owner.port}` : `the Gateway ${owner.gateway}`
  return { fault: 'port', words: `Port ${port} of ${host} is taken by ${other}` }
}

function statesOf(
  told: readonly { readonly program: PortProgram; readonly state: SocketState }[],
): ReadonlyMap<PortProgram, readonly SocketState[]> {
  const states = new Map<PortProgram, SocketState[]>()
  for (const { program, state } of told) states.set(program, [...(states.get(program) ?? []), state])
  return states
}
