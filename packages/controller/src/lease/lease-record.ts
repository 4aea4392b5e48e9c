import type { KubeObject } from '@sitrep/status'

/** A Lease as coordination.k8s.io keeps it. */
export interface Lease extends KubeObject {
  readonly spec: {
    readonly holderIdentity?: string
    readonly leaseDurationSeconds?: number
    readonly acquireTime?: string
    readonly renewTime?: string
    readonly leaseTransitions?: number
  }
}

/** MicroTime: six digits below the second. */
export const microTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z')

/**
 * Whether somebody holds a lease. Clocks of different machines are not compared: a lease is live for its duration after *we* saw it
 * renewed last.
 */
export class LeaseSight {
  #renewal = ''
  #seenAt = Number.NEGATIVE_INFINITY

  live(lease: Lease | undefined, now: number): boolean {
    const { holderIdentity, renewTime = '', leaseDurationSeconds = 15 } = lease?.spec ?? {}
    if (lease === undefined || holderIdentity === undefined || holderIdentity === '') return false
    const renewal = `${holderIdentity} ${renewTime}`
    // A clock that was set back would keep a dead lease alive for as long: its time begins anew.
    if (renewal !== this.#renewal || now < this.#seenAt) {
      this.#renewal = renewal
      this.#seenAt = now
    }
    return now - this.#seenAt < leaseDurationSeconds * 1000
  }
}
