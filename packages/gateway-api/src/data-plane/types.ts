/** An address as it stands in a Gateway. */
export interface GatewayAddress {
  readonly type: string
  readonly value: string
}

/** What a data plane tells of one listener. */
export interface ReportedListener {
  /** The name of the listener; `ListenerSet/<namespace>/<set>/<name>` for one of a ListenerSet. */
  readonly name: string
  /** Whether its socket is open. */
  readonly bound: boolean
  /** Whether a probe went through that socket after the configuration in force was taken over. */
  readonly probed: boolean
  /** Its port cannot be had: taken by something else, or not allowed. */
  readonly portUnavailable: boolean
  /** What could not be had for it, in words. */
  readonly problem?: string | undefined
}

/** One of several processes that carry the traffic of a Gateway together. */
export interface ReportedReplica {
  readonly name: string
  /** The generation of the Gateway that it has in force; absent where it has none, or does not answer. */
  readonly generation?: number
}

/** What a data plane tells of one Gateway, under `status` of a DataPlaneReport that is named like the Gateway. */
export interface DataPlaneReport {
  /** Addresses on which it listens. */
  readonly addresses: readonly GatewayAddress[]
  /** Addresses that were asked for and cannot be bound. */
  readonly unusableAddresses: readonly string[]
  /** There is no capacity for this Gateway; in words. */
  readonly noResources: string | undefined
  readonly listeners: readonly ReportedListener[]
  /** Ports that are open in place of those of listeners, where those cannot be opened; those that are not here are open themselves. */
  readonly ports?: Readonly<Record<number, number>>
  /** Where several processes are the data plane: all that traffic goes to now. What else is told here holds for all of them. */
  readonly replicas?: readonly ReportedReplica[]
  /** The generations of the configuration in force, by object: those of its RoutingConfiguration. */
  readonly generations: Readonly<Record<string, number>>
}
