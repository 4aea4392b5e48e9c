import type { ConnectionOptions } from 'node:tls'

/** Who answers for the backends of one configuration, and how they have been doing. It outlives the configuration: what was learnt stays. */
export interface Upstreams {
  /**
   * Whose turn it is for a key of `backends`: those put aside are left out while there are others, those in `tried` always. Nothing where
   * nobody is left.
   */
  readonly pick: (backend: string, tried?: ReadonlySet<string>) => Upstream | undefined
}

/** One endpoint of a backend. */
export interface Upstream {
  /** `address:port`. */
  readonly key: string
  readonly address: string
  readonly port: number
  /** `kubernetes.io/h2c` and the like. */
  readonly appProtocol?: string
  /** How TLS is spoken to it, certificates in place; absent: in clear text. */
  readonly tls?: ConnectionOptions
  /** TLS is asked for and cannot be had: this is answered instead. */
  readonly answer?: number
  /** It answered, whatever it said; or a connection to it failed, was reset, or took too long. Several failures in a row put it aside for a while. */
  readonly succeeded: () => void
  readonly failed: () => void
}
