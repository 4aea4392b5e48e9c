import { isFields, type KubeObject } from '@sitrep/status'
import { ControllerError } from '../errors.ts'

/** Which group's seat a Lease is. */
export const groupLabel = 'sitrep.dev/shard-group'

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

/**
 * The Leases in a list, by name. What is no list is thrown; a Lease of which a field has another type than it should has lost that field,
 * so that its seat is free for whoever writes it anew.
 */
export function leasesIn(answer: unknown): ReadonlyMap<string, Lease> {
  const items = isFields(answer) ? (answer['items'] ?? []) : undefined
  if (!Array.isArray(items))
    throw new ControllerError('unreadable-answer', 'The Leases cannot be read: the answer is no list', {
      retry: 'with-backoff',
    })
  const leases = new Map<string, Lease>()
  for (const item of items as readonly unknown[]) {
    const metadata = isFields(item) ? item['metadata'] : undefined
    const name = isFields(metadata) ? metadata['name'] : undefined
    if (!isFields(item) || !isFields(metadata) || typeof name !== 'string') continue
    const version = textIn(metadata, 'resourceVersion')
    const shardGroup = isFields(metadata['labels']) ? textIn(metadata['labels'], groupLabel) : {}
    leases.set(name, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name, ...version, labels: shardGroup },
      spec: specIn(isFields(item['spec']) ? item['spec'] : {}),
    })
  }
  return leases
}

type Fields = Readonly<Record<string, unknown>>

const specIn = (spec: Fields): Lease['spec'] => ({
  ...textIn(spec, 'holderIdentity'),
  ...textIn(spec, 'acquireTime'),
  ...textIn(spec, 'renewTime'),
  ...countIn(spec, 'leaseDurationSeconds'),
  ...countIn(spec, 'leaseTransitions'),
})

const textIn = (fields: Fields, key: string): { readonly [key: string]: string } => {
  const value = fields[key]
  return typeof value === 'string' ? { [key]: value } : {}
}

const countIn = (fields: Fields, key: string): { readonly [key: string]: number } => {
  const value = fields[key]
  return Number.isSafeInteger(value) && (value as number) >= 0 ? { [key]: value as number } : {}
}

/** MicroTime: six digits below the second. */
export const microTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z')

// Somebody may have written anything there: what is held for longer than this was never meant.
const mostDurations = 10

/**
 * Whether somebody holds a lease. Clocks of different machines are not compared: a lease is live for its duration after *we* saw it
 * renewed last.
 */
export class LeaseSight {
  readonly #usualMs: number
  #renewal = ''
  #holder = ''
  #seenAt = Number.NEGATIVE_INFINITY

  /** No lease is over sooner than the usual one: its holder goes by what it wrote itself. */
  constructor(usualMs: number) {
    this.#usualMs = usualMs
  }

  /** Who held it when it was held last. */
  get holder(): string {
    return this.#holder
  }

  /** `elapsed` is by a clock that nobody sets. */
  live(lease: Lease | undefined, elapsed: number): boolean {
    const { holderIdentity, renewTime = '', leaseDurationSeconds = 0 } = lease?.spec ?? {}
    if (lease === undefined || holderIdentity === undefined || holderIdentity === '') return false
    const renewal = `${holderIdentity} ${renewTime}`
    if (renewal !== this.#renewal) {
      this.#renewal = renewal
      this.#holder = holderIdentity
      this.#seenAt = elapsed
    }
    const durationMs = Math.min(leaseDurationSeconds * 1000, this.#usualMs * mostDurations)
    return elapsed - this.#seenAt < Math.max(durationMs, this.#usualMs)
  }
}
