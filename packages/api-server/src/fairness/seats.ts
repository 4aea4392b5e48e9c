import { AsyncLocalStorage } from 'node:async_hooks'
import { tooManyRequests } from '../errors/api-error.ts'

export interface SeatLimits {
  /** Requests that are worked on at the same time. */
  readonly total: number
  /** How many of them may belong to one flow. */
  readonly perFlow: number
  /** How many requests of one flow may wait for a seat. */
  readonly queued: number
  /** How many requests of one flow may wait for the same party outside. */
  readonly asidePerFlow: number
}

const defaults: SeatLimits = { total: 128, perFlow: 32, queued: 500, asidePerFlow: 100 }

interface Flow {
  readonly name: string
  /** Requests that were given a seat and are not answered, whether they hold it now or wait outside. */
  present: number
  running: number
  readonly queue: (() => void)[]
}

interface Seat {
  readonly flow: Flow
  /** Parties outside that this request waits for; it holds its seat while there are none. */
  aside: number
}

/**
 * Seats for requests, shared fairly: a flow is one user in one cluster, and flows that wait take turns. Who asks for more
 * than his queue holds is refused, and nobody else. A request that waits for somebody outside gives its seat back meanwhile.
 */
export class Seats {
  readonly #limits: SeatLimits
  readonly #flows = new Map<string, Flow>()
  /** Flows with somebody in their queue; the first has waited longest for its turn. */
  readonly #turns = new Set<Flow>()
  readonly #outside = new Map<string, number>()
  readonly #current = new AsyncLocalStorage<Seat>()
  #running = 0

  constructor(limits: Partial<SeatLimits> = {}) {
    this.#limits = { ...defaults, ...limits }
  }

  /** Works on a request of a flow when there is a seat for it. Throws a 429 when its queue is full. */
  async run<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
    const flow = this.#flowOf(name)
    if (this.#hasRoom(flow)) this.#sit(flow)
    else if (flow.queue.length >= this.#limits.queued) throw tooManyRequests(refusal, 1)
    else await this.#queue(flow)
    flow.present++
    try {
      return await this.#current.run({ flow, aside: 0 }, work)
    } finally {
      flow.present--
      this.#leave(flow)
    }
  }

  /** Waits for a party outside without a seat. Throws a 429 when too many of the same flow wait for it already. */
  async aside<Result>(party: string, wait: () => Promise<Result>): Promise<Result> {
    const seat = this.#current.getStore()
    // The server's own work has no seat, and nobody else to leave it to.
    if (seat === undefined) return wait()
    const place = `${seat.flow.name}\n${party}`
    const waiting = this.#outside.get(place) ?? 0
    if (waiting >= this.#limits.asidePerFlow) throw tooManyRequests(refusal, 1)
    this.#outside.set(place, waiting + 1)
    if (seat.aside++ === 0) this.#leave(seat.flow)
    try {
      return await wait()
    } finally {
      // Who comes back goes on at once: what he holds would only be held longer if he had to queue.
      if (--seat.aside === 0) this.#sit(seat.flow)
      const left = (this.#outside.get(place) ?? 1) - 1
      if (left === 0) this.#outside.delete(place)
      else this.#outside.set(place, left)
    }
  }

  #flowOf(name: string): Flow {
    const known = this.#flows.get(name)
    if (known !== undefined) return known
    const flow: Flow = { name, present: 0, running: 0, queue: [] }
    this.#flows.set(name, flow)
    return flow
  }

  #hasRoom({ running }: Flow): boolean {
    return this.#running < this.#limits.total && running < this.#limits.perFlow
  }

  #sit(flow: Flow): void {
    this.#running++
    flow.running++
  }

  #queue(flow: Flow): Promise<void> {
    this.#turns.add(flow)
    return new Promise((resolve) => flow.queue.push(resolve))
  }

  #leave(flow: Flow): void {
    this.#running--
    flow.running--
    this.#seatNext()
    if (flow.present === 0 && flow.running === 0 && flow.queue.length === 0) this.#flows.delete(flow.name)
  }

  #seatNext(): void {
    for (const flow of this.#turns) {
      if (!this.#hasRoom(flow)) continue
      this.#turns.delete(flow)
      const next = flow.queue.shift()
      if (flow.queue.length > 0) this.#turns.add(flow)
      if (next === undefined) continue
      this.#sit(flow)
      next()
      return
    }
  }
}

const refusal = 'Too many requests, please try again later.'
