import { at, text } from '@sitrep/status'
import type { ApiRequest, Connection } from '../connection/connection.ts'
import { ControllerError } from '../errors.ts'
import { Background, type OnFault, type Task } from '../faults.ts'
import { collectionPath, objectPath, type ServedResource } from '../observe/reflector/resource.ts'
import type { KeptKeys } from '../share/share.ts'
import { notTogether, type Timing } from '../timing.ts'
import { KeptByMember } from './kept-keys.ts'
import { groupLabel, type Lease, LeaseSight, leasesIn, microTime } from './lease-record.ts'
import { ownerOf } from './owner-of.ts'

export interface ShardOptions {
  readonly connection: Connection
  readonly timing: Timing
  readonly namespace: string
  /** The name that all members share; with one seat it is plain leader election. */
  readonly group: string
  /** Unlike every other member's. */
  readonly identity: string
  /** How many members work at once; further ones stand by. */
  readonly seats: number
  readonly durationMs?: number
  /** The share of this member changed. */
  readonly onChange?: (members: readonly string[]) => void
  readonly onError?: (error: ControllerError) => void
  /** The Leases cannot be kept for so long that nothing is written any more, or nothing: they can again. */
  readonly onTrouble?: (trouble: SeatTrouble | undefined) => void
  readonly onFault?: OnFault
}

/** Why the Leases cannot be read or written, and since when. */
export interface SeatTrouble {
  readonly why: string
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** Where a process stands among those that share the work. */
export interface Seat {
  /** Whether it has one of the Leases by which the work is shared. */
  readonly held: boolean
  /** Who has one, as far as it knows. */
  readonly members: readonly string[]
  /** Absent: the Leases can be kept. */
  readonly trouble?: SeatTrouble
}

// A member stops before a newcomer begins: whoever has not renewed for this part of the duration no longer works …
const worksFor = 0.35
// … and whoever sees the members change waits for this part of it before it takes what was another's.
const waitsFor = 0.4
const roundsPerDuration = 5
// The list and the write of a round together take no longer than a member works on its lease: what hangs is given up, so that the next round
// comes in time.
const requestShare = worksFor / 2
const mostBytesOfLeases = 16 * 1024 * 1024

const leases: ServedResource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
  names: [],
}

/**
 * One of several processes that share the work. Each seat is a Lease; a seat is held by one member at a time, keys are spread over the live seats
 * by rendezvous hashing. A member that cannot renew its seat stops working before anybody else may take it.
 */
export class ShardMember {
  readonly #options: ShardOptions
  readonly #durationMs: number
  readonly #background: Background
  readonly #abort = new AbortController()
  readonly #sights: Map<number, LeaseSight> = new Map()
  #seat: number | undefined = undefined
  /** The version of its Lease that this member wrote last. */
  #version: string | undefined = undefined
  #renewedAt = Number.NEGATIVE_INFINITY
  /** When it had a lease again that others may have seen run out. */
  #backAt = Number.NEGATIVE_INFINITY
  /** When somebody was missed whose lease was neither over nor given back: they may not know yet that they have lost it. */
  #missedAt = Number.NEGATIVE_INFINITY
  #live: readonly string[] = []
  #since: ReadonlyMap<string, number> = new Map()
  #running: Promise<void> | undefined = undefined
  /** Members as they were before changes of which not everybody need know yet. */
  #before: readonly (readonly string[])[] = []
  #kept: KeptKeys = new KeptByMember('', [])
  readonly #listeners: (() => void)[] = []
  /** When the Leases were read last, and held where one was to be had. */
  #keptAt = Number.NEGATIVE_INFINITY
  #failingSince: number | undefined = undefined
  #trouble: SeatTrouble | undefined = undefined
  readonly #looked = Promise.withResolvers<void>()

  constructor(options: ShardOptions) {
    this.#options = options
    this.#background = new Background(options.onFault)
    this.#durationMs = options.durationMs ?? 15_000
  }

  start(): void {
    this.#running ??= this.#background.start(this.#task, () => this.#run())
  }

  /** How many members work at once. */
  get seats(): number {
    return this.#options.seats
  }

  /** The members that hold a seat, as far as this one knows. */
  get members(): readonly string[] {
    return this.#live
  }

  /** Where this one stands now. */
  get seat(): Seat {
    return {
      held: this.#seat !== undefined && this.#mayWork(this.#options.timing.elapsed()),
      members: this.#live,
      ...(this.#trouble && { trouble: this.#trouble }),
    }
  }

  /** Resolves when somebody has looked for the members once, whatever came of it. */
  get looked(): Promise<void> {
    return this.#looked.promise
  }

  /** The keys that are this member's or will be as soon as everybody knows, and those that have just been. */
  get kept(): KeptKeys {
    return this.#kept
  }

  /** Calls back whenever `kept` is another. */
  listen(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /**
   * Whether a key is this member's. A member that has just come gets a key only when whoever had it before has had time to
   * notice, and one whose own lease is about to run out has none.
   */
  owns(key: string): boolean {
    const elapsed = this.#options.timing.elapsed()
    if (this.#seat === undefined || !this.#mayWork(elapsed)) return false
    const owner = ownerOf(key, this.#live)
    if (owner !== this.#options.identity) return false
    return this.#settled(elapsed)
  }

  /** Gives the seat back, so that the others need not wait for it to run out. */
  async stop(): Promise<void> {
    this.#abort.abort()
    await this.#running
    if (this.#seat !== undefined) await this.#give(this.#seat)
    this.#seat = undefined
  }

  #mayWork(elapsed: number): boolean {
    return elapsed - this.#renewedAt <= this.#durationMs * worksFor
  }

  // Whoever joins or leaves moves keys; until everybody must have seen it, nobody acts on the new share alone.
  #settled(elapsed: number): boolean {
    const newest = Math.max(this.#backAt, ...this.#since.values())
    const since = this.#live.length === 1 ? this.#missedAt : newest
    return elapsed - since >= this.#durationMs * waitsFor
  }

  get #task(): Task {
    return { what: 'sharing the work', about: 'process', name: this.#options.identity }
  }

  async #run(): Promise<void> {
    const { timing } = this.#options
    while (!this.#abort.signal.aborted) {
      let askedMs = 0
      try {
        await this.#look()
        this.#tellKept()
      } catch (error) {
        const known = this.#background.errorOf(this.#task, error)
        this.#options.onError?.(known)
        this.#tellFailed(known.message)
        askedMs = notTogether(known.retryAfterMs ?? 0, timing)
      }
      this.#looked.resolve()
      // After its duration a lease has run out for everybody: then somebody has to look, whatever was asked for.
      const waitMs = Math.max(this.#durationMs / roundsPerDuration, Math.min(askedMs, this.#durationMs))
      await timing.sleep(waitMs, this.#abort.signal)
    }
  }

  #tellKept(): void {
    this.#keptAt = this.#options.timing.elapsed()
    this.#failingSince = undefined
    if (this.#trouble === undefined) return
    this.#trouble = undefined
    this.#options.onTrouble?.(undefined)
  }

  // A look that fails once keeps nobody from working.
  #tellFailed(why: string): void {
    const { timing, onTrouble } = this.#options
    this.#failingSince ??= timing.now()
    if (this.#trouble !== undefined || timing.elapsed() - this.#keptAt <= this.#durationMs * worksFor) return
    this.#trouble = { why, since: this.#failingSince }
    onTrouble?.(this.#trouble)
  }

  // Whoever loses a seat to somebody faster looks for another one at once: until it has one, the faster one works alone.
  async #look(): Promise<void> {
    for (let tries = 0; tries < this.#options.seats; tries++)
      if ((await this.#round()) !== 'outrun' || this.#abort.signal.aborted) return
  }

  async #round(): Promise<'seen' | 'outrun'> {
    const { namespace, identity, seats, timing } = this.#options
    // All of them: one that has lost its label is a seat all the same, and could neither be held nor made anew by whoever does not see it.
    const path = collectionPath(leases, namespace)
    const byName = leasesIn(await this.#request({ path, mostBytes: mostBytesOfLeases }))
    const elapsed = timing.elapsed()
    const live: string[] = []
    const over = new Set([identity])
    let free: { seat: number; lease: Lease | undefined } | undefined
    for (const [seat, lease] of this.#seatsIn(byName)) {
      const sight = this.#sightOf(seat)
      const isLive = sight.live(lease, elapsed)
      if (lease !== undefined && !isLive) over.add(sight.holder)
      if (lease?.spec.holderIdentity === identity && (this.#seat === seat || !isLive)) {
        if (await this.#hold(seat, lease)) live.push(identity)
      } else if (isLive && lease?.spec.holderIdentity !== undefined) live.push(lease.spec.holderIdentity)
      else if (seat < seats) free ??= { seat, lease }
    }
    const sought = live.includes(identity) ? undefined : free
    if (sought !== undefined && (await this.#hold(sought.seat, sought.lease))) live.push(identity)
    const seated = live.includes(identity)
    if (!seated) this.#seat = undefined
    if (this.#live.some((member) => !live.includes(member) && !over.has(member))) this.#missedAt = elapsed
    this.#update([...new Set(live)].sort(), elapsed)
    if (this.#before.length > 0 && this.#settled(elapsed)) this.#keep([])
    return sought !== undefined && !seated ? 'outrun' : 'seen'
  }

  // Whoever was started with more seats works on those too: while some know of fewer, all of them share with all.
  #seatsIn(byName: ReadonlyMap<string, Lease>): ReadonlyMap<number, Lease | undefined> {
    const { group, seats } = this.#options
    const found = new Map(Array.from({ length: seats }, (_, seat) => [seat, byName.get(this.#name(seat))]))
    for (const [name, lease] of byName) {
      const seat = Number(name.slice(group.length + 1))
      const isFurther = seat >= seats && name === this.#name(seat)
      if (isFurther && lease.metadata.labels?.[groupLabel] === group) found.set(seat, lease)
    }
    return found
  }

  #sightOf(seat: number): LeaseSight {
    const sight = this.#sights.get(seat) ?? new LeaseSight(this.#durationMs)
    this.#sights.set(seat, sight)
    return sight
  }

  #update(live: readonly string[], elapsed: number): void {
    const changed = live.length !== this.#live.length || live.some((member, at) => member !== this.#live[at])
    if (!changed) return
    this.#since = new Map(
      [...live, ...this.#live].map((member) => [
        member,
        live.includes(member) && this.#live.includes(member) ? (this.#since.get(member) ?? elapsed) : elapsed,
      ]),
    )
    const before = this.#live
    this.#live = live
    this.#keep([before, ...this.#before])
    this.#options.onChange?.(live)
  }

  #keep(before: readonly (readonly string[])[]): void {
    this.#before = before
    this.#kept = new KeptByMember(this.#options.identity, [this.#live, ...before])
    for (const listener of this.#listeners) listener()
  }

  async #hold(seat: number, lease: Lease | undefined): Promise<boolean> {
    const { namespace, identity, timing } = this.#options
    const renewedAt = timing.elapsed()
    const body = this.#body(seat, lease, timing.now())
    try {
      const answer =
        lease === undefined
          ? await this.#request({ method: 'POST', path: collectionPath(leases, namespace), body })
          : await this.#request({
              method: 'PUT',
              path: objectPath(leases, { namespace, name: this.#name(seat) }),
              body,
            })
      this.#version = text(at(answer, 'metadata', 'resourceVersion'))
      const answeredAt = timing.elapsed()
      if (answeredAt - this.#renewedAt >= this.#durationMs) this.#backAt = answeredAt
      this.#seat = seat
      this.#renewedAt = renewedAt
      return true
    } catch (error) {
      if (!(error instanceof ControllerError) || error.httpStatus !== 409) throw error
      return lease?.spec.holderIdentity === identity && this.#seat === seat
    }
  }

  // What somebody else has written since may be theirs by now: it is left to them, or runs out.
  async #give(seat: number): Promise<void> {
    const { namespace } = this.#options
    const path = objectPath(leases, { namespace, name: this.#name(seat) })
    const body = { metadata: { resourceVersion: this.#version }, spec: { holderIdentity: '' } }
    try {
      await this.#request({ method: 'PATCH', path, body, contentType: 'application/merge-patch+json' })
    } catch (error) {
      if (!(error instanceof ControllerError)) throw error
      if (error.httpStatus !== 409) this.#options.onError?.(error)
    }
  }

  #request(request: ApiRequest): Promise<unknown> {
    return this.#options.connection.request({ ...request, timeoutMs: this.#durationMs * requestShare })
  }

  #body(seat: number, lease: Lease | undefined, now: number): unknown {
    const { namespace, group, identity } = this.#options
    const same = lease?.spec.holderIdentity === identity
    const { resourceVersion } = lease?.metadata ?? {}
    return {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: {
        name: this.#name(seat),
        namespace,
        labels: { [groupLabel]: group },
        ...(resourceVersion !== undefined && { resourceVersion }),
      },
      spec: {
        holderIdentity: identity,
        leaseDurationSeconds: Math.ceil(this.#durationMs / 1000),
        acquireTime: same ? lease.spec.acquireTime : microTime(now),
        renewTime: microTime(now),
        leaseTransitions: (lease?.spec.leaseTransitions ?? 0) + (same || lease === undefined ? 0 : 1),
      },
    }
  }

  #name(seat: number): string {
    return `${this.#options.group}-${seat}`
  }
}
