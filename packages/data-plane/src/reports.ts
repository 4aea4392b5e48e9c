import type { DataPlaneReport, ReportedListener } from '@sitrep/gateway-api'
import type { Site } from './data-plane.ts'
import type { PortProgram } from './sockets/port-program.ts'

/** Why a socket could not be opened. */
export interface BindFailure {
  readonly fault: 'port' | 'address' | 'other'
  /** A plain sentence. */
  readonly words: string
  /** Whether it may be gone later although nobody changes the configuration. */
  readonly passing?: true
}

const portWords: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by something else',
  EACCES: 'may not be opened by this process',
}

/** What the system's error about a socket means. */
export function bindFailureOf(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): BindFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'an unknown error'
  const words = portWords[code]
  if (words !== undefined) return { fault: 'port', words: `Port ${port} of ${host} ${words}`, passing: true }
  if (code === 'EADDRNOTAVAIL')
    return { fault: 'address', words: `${host} is no address of this machine`, passing: true }
  return { fault: 'other', words: `Port ${port} of ${host} cannot be opened: ${code}`, passing: true }
}

/** How one socket of a site is doing. */
export interface SocketState {
  readonly host: string
  readonly failure?: BindFailure
  readonly probed: boolean
}

/** What is known of a site once it is in force. */
export interface SiteState {
  readonly site: Site
  readonly programs: readonly PortProgram[]
  /** One for each host, by the program whose port it is. */
  readonly sockets: ReadonlyMap<PortProgram, readonly SocketState[]>
}

/** What is told of a site. */
export function reportOf({ site, programs, sockets }: SiteState): DataPlaneReport {
  const { configuration, place } = site
  const listeners = configuration.spec.listeners.map((listener): ReportedListener => {
    const program = programs.find((each) => each.listeners.includes(listener))
    const refused = { name: listener.name, bound: false, probed: false, portUnavailable: false }
    if (place.noResources !== undefined) return { ...refused, problem: place.noResources }
    if (program === undefined)
      return { ...refused, problem: `Port ${listener.port} is served with another protocol` }
    return { name: listener.name, ...stateOf(listener.name, program, sockets.get(program) ?? []) }
  })
  const unusable = new Set(
    [...sockets.values()].flat().flatMap(({ host, failure }) => (failure?.fault === 'address' ? [host] : [])),
  )
  const served = place.noResources === undefined
  return {
    addresses: served ? place.addresses.filter(({ value }) => !unusable.has(value)) : [],
    unusableAddresses: [...unusable],
    noResources: place.noResources,
    listeners,
    generations: served ? configuration.spec.generations : {},
  }
}

function stateOf(
  name: string,
  { terminating }: PortProgram,
  sockets: readonly SocketState[],
): Omit<ReportedListener, 'name'> {
  const failures = sockets.flatMap(({ failure }) => failure ?? [])
  // An address that is none of this machine's is told apart: the others may be enough.
  const usable = sockets.filter(({ failure }) => failure?.fault !== 'address')
  const ending = terminating.get(name)
  const bound =
    usable.length > 0 &&
    usable.every(({ failure }) => failure === undefined) &&
    (ending === undefined || ending.termination !== undefined)
  const nowhere = sockets.length === 0 ? ['There is no address to open the port on'] : []
  const problems = new Set([
    ...failures.map(({ words }) => words),
    ...nowhere,
    ...(ending?.problem === undefined ? [] : [ending.problem]),
  ])
  return {
    bound,
    probed: bound && usable.every(({ probed }) => probed),
    portUnavailable: failures.some(({ fault }) => fault === 'port'),
    ...(problems.size > 0 && { problem: [...problems].join('; ') }),
  }
}
