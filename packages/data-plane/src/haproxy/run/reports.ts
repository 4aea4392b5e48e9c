import type { DataPlaneReport } from '@sitrep/gateway-api'
import type { Site } from '../../data-plane.ts'
import { answers } from './ask.ts'
import type { OpenPort } from './places.ts'

/** What of a site is in force. */
export interface InForce {
  readonly ports: readonly OpenPort[]
  readonly served: ReadonlySet<string>
  readonly refused: ReadonlySet<string>
  /** Nothing of it is. */
  readonly dropped: boolean
}

/** What is told of a site after its sockets were tried. */
export async function reportOf(
  { configuration: { spec }, place }: Site,
  { ports, served, refused, dropped }: InForce,
): Promise<DataPlaneReport> {
  const probed = new Map(
    await Promise.all(
      ports.map(async ({ port, sockets }) => {
        const answered = await Promise.all(sockets.map(answers))
        return [port, answered.length > 0 && answered.every((each) => each)] as const
      }),
    ),
  )
  const offered = new Set(place.addresses.map(({ value }) => value))
  // A route of which a rule is left out is not in force.
  const partly = new Set([...refused].flatMap((key) => spec.rules[key]?.route ?? []))
  const generations = Object.entries(spec.generations).filter(([object]) => !partly.has(object))
  return {
    addresses: place.addresses,
    unusableAddresses: spec.addresses.map(({ value }) => value).filter((value) => !offered.has(value)),
    noResources: place.noResources,
    listeners: spec.listeners.map(({ name, port }) => {
      const there = ports.find((each) => each.port === port)
      const bound = served.has(name) && (there?.sockets.length ?? 0) > 0
      return {
        name,
        bound,
        probed: bound && (probed.get(port) ?? false),
        portUnavailable: there?.lost ?? false,
      }
    }),
    generations: dropped || place.noResources !== undefined ? {} : Object.fromEntries(generations),
  }
}
