import type { Condition } from '@sitrep/conditions'
import type { Fields, KubeObject } from '@sitrep/status'

/** What is needed to use an external resource, by name: addresses, passwords. It ends up in the connection secret. */
export type ConnectionDetails = Readonly<Record<string, string>>

/**
 * A managed resource during a pass, as a provider sees it. What is said of it counts also where the call then fails.
 */
export interface ManagedResource {
  /** The object as it stands, with all that was said of it in this pass. */
  readonly object: KubeObject
  /** The name of the external resource; set it in `create` where the other side chooses it. */
  externalName: string
  /** Sets conditions: `available()`, `unavailable('Disk full')`, or some of the provider's own. */
  readonly say: (...conditions: readonly Condition[]) => void
  /** Sets fields of the status, merged into what is there. */
  readonly setStatus: (fields: Fields) => void
  /** Fills in fields of the spec that were left open; say so in the observation. */
  readonly fillIn: (spec: Fields) => void
  /** Adds to what the change log tells of the call under way. */
  readonly addDetails: (details: Readonly<Record<string, string>>) => void
}

/** What an external resource was seen to be. */
export interface ExternalObservation {
  readonly exists: boolean
  /** Whether it is as the spec wants it. */
  readonly upToDate?: boolean
  /** Whether `fillIn` was called and the spec should be stored. */
  readonly lateInitialized?: boolean
  /** Whether work on it goes on, so that what matches now may not be the end of it. */
  readonly inProgress?: boolean
  /** How it differs, for people. No secrets. */
  readonly diff?: string
  readonly connectionDetails?: ConnectionDetails
}

/** What a change of an external resource yields. */
export interface ExternalChange {
  readonly connectionDetails?: ConnectionDetails
}

/** Turns the wishes of a managed resource into calls of one external API. Every call should end soon after its signal does. */
export interface ExternalClient {
  /** Looks, and changes nothing outside. */
  readonly observe: (resource: ManagedResource, signal: AbortSignal) => Promise<ExternalObservation>
  readonly create: (resource: ManagedResource, signal: AbortSignal) => Promise<ExternalChange | undefined>
  readonly update: (resource: ManagedResource, signal: AbortSignal) => Promise<ExternalChange | undefined>
  /** Asks for deletion; that it is gone is what `observe` finds. */
  readonly delete: (resource: ManagedResource, signal: AbortSignal) => Promise<void>
  readonly disconnect?: (signal: AbortSignal) => Promise<void>
}

/** Opens a client for one pass over one managed resource: reads credentials, chooses an endpoint. */
export interface ExternalConnector {
  readonly connect: (resource: ManagedResource, signal: AbortSignal) => Promise<ExternalClient>
  readonly disconnect?: (signal: AbortSignal) => Promise<void>
}

/** Does something to a managed resource before it is first looked at. */
export type Initializer = (resource: ManagedResource, signal: AbortSignal) => Promise<void>

/** Finds the values of fields of the spec that other objects decide; nothing where none changes. */
export type ReferenceResolver = (object: KubeObject, signal: AbortSignal) => Promise<Fields | undefined>
