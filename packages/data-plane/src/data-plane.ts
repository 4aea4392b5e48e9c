import type { Abilities, DataPlaneReport, RoutingConfiguration } from '@sitrep/gateway-api'

/** Whatever carries traffic: the proxy in this package, or another one that is driven from here. */
export interface DataPlane {
  /** What it can do: the statuses refuse the rest before it is asked for. */
  readonly abilities: Abilities
  /**
   * Serves these Gateways and no others, all of them switched at once; connections and requests that are under way go on. Resolves when
   * all of it is in force, with one report a site, in the same order. Never rejects for what a configuration or its materials hold: what
   * could not be had is told in the report. Calls are carried out one after the other.
   */
  readonly program: (sites: readonly Site[]) => Promise<readonly DataPlaneReport[]>
  /**
   * Tells a site's report again whenever it changes after `program` has resolved: a port that was taken may become free. Returns what
   * ends it.
   */
  readonly onReport: (listen: (site: Site, report: DataPlaneReport) => void) => () => void
  /** Takes no new connections, lets what is under way end within the time of its limits, and closes the rest. */
  readonly close: () => Promise<void>
}

/** One Gateway as it is to be served. */
export interface Site {
  readonly configuration: RoutingConfiguration
  readonly materials: Materials
  readonly place: Place
}

/** The texts behind the references of a configuration, by `Secret/<namespace>/<name>` and `ConfigMap/<namespace>/<name>`. What is missing here could not be read. */
export interface Materials {
  readonly certificates: Readonly<Record<string, KeyPair>>
  /** Certificates that others are verified with, in PEM. */
  readonly authorities: Readonly<Record<string, string>>
}

/** A certificate with what follows it up to its authority, and its key, in PEM. */
export interface KeyPair {
  readonly certificate: string
  readonly key: string
}

/** Where a Gateway is served. */
export interface Place {
  /** What is told as its addresses. */
  readonly addresses: DataPlaneReport['addresses']
  /** The addresses of this machine on which sockets are opened. */
  readonly hosts: readonly string[]
  /** The ports that are opened in place of those of listeners; a port that is not here is opened itself. */
  readonly ports: Readonly<Record<number, number>>
  /** Why there is no place for it, in words; nothing of it is served then. */
  readonly noResources?: string
  /** Ports that may not be had, for whoever wants to see what happens then. */
  readonly unavailable?: readonly number[]
}
