import type { ObjectReference, RoutingConfiguration } from '@sitrep/gateway-api'
import { materialKey } from '../../backends/backend-tls.ts'
import type { Limits } from '../../limits.ts'

/** One Gateway with everything that is needed to write its part of a configuration. */
export interface RenderedSite {
  readonly configuration: RoutingConfiguration
  /** What is opened for a port of its listeners: `127.0.0.1:8080`. Ports that are not here are not served. */
  readonly binds: ReadonlyMap<number, readonly string[]>
  /** Files with a certificate and its key, by `Secret/<namespace>/<name>`: those that can be used. */
  readonly certificates: Readonly<Record<string, CertificateFile>>
  /** Files with all the certificates that others are verified with in one place, by `authoritiesKey`. */
  readonly authorities: Readonly<Record<string, string>>
  /** Keys of rules that the program was found not to take. */
  readonly refused: ReadonlySet<string>
}

/** Names the file in which all of these authorities stand. */
export const authoritiesKey = (refs: readonly ObjectReference[]): string => refs.map(materialKey).join(' ')

/** A certificate in a file. */
export interface CertificateFile {
  readonly path: string
  /** The DNS names that it is good for. */
  readonly names: readonly string[]
}

/** What a configuration is written from. */
export interface RenderInput {
  /** Read back from the running program to know what is in force. */
  readonly version: string
  readonly sites: readonly RenderedSite[]
  readonly limits: Limits
  /** Where maps and lists will stand, and the socket of the workers. */
  readonly folder: string
  readonly socket: string
}

/** Files by name, `haproxy.cfg` among them. */
export interface Rendered {
  readonly files: Readonly<Record<string, string>>
  /** Who a line of `haproxy.cfg` is about, by its number from 1. */
  readonly origins: ReadonlyMap<number, Origin>
  /** Listeners that are part of it, by site. */
  readonly served: readonly ReadonlySet<string>[]
}

/** The site, by its place, and the key of its rule where the line is about one. */
export interface Origin {
  readonly site: number
  readonly rule?: string
}

/** One line of `haproxy.cfg`, and the rule that it is about. */
export interface Line {
  readonly text: string
  readonly rule?: string
}

/** A section of `haproxy.cfg` with the files that it names. */
export interface Section {
  readonly lines: readonly Line[]
  readonly files: Readonly<Record<string, string>>
}
