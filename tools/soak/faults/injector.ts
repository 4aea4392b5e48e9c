import type { Timing } from '@sitrep/controller'
import {
  type ApiRequest,
  type ApiStream,
  type Connection,
  ControllerError,
} from '@sitrep/controller/connection'
import type { Chance } from '../chance.ts'
import { broken, type RequestFault, requestFaults } from './request-faults.ts'
import { hitStream, streamFaults } from './stream-faults.ts'

/** How bad it is: probabilities, each from 0 to 1. */
export interface Weather {
  readonly requests: number
  readonly streams: number
  readonly twice: number
}

export interface InjectorOptions {
  readonly chance: Chance
  readonly timing: Timing
  readonly weather: Weather
}

/** Stands between clients and a server, and lets happen to them what the seed says, until it is told to be calm. */
export class Injector {
  readonly #options: InjectorOptions
  /** How often what has happened. */
  readonly hits: Map<string, number> = new Map()
  /** Requests that came sooner than the server had asked for. */
  readonly problems: string[] = []
  #calm = false

  constructor(options: InjectorOptions) {
    this.#options = options
  }

  /** From now on everything comes through. What hangs goes on hanging. */
  calm(): void {
    this.#calm = true
  }

  /** The same server as one client reaches it. */
  between(connection: Connection): Connection {
    const obeyed = new Obedience(this.#options.timing, this.problems)
    return {
      ...connection,
      request: (request) => obeyed.of(request, () => this.#send(request, () => connection.request(request))),
      stream: (request) => obeyed.of(request, () => this.#open(request, () => connection.stream(request))),
    }
  }

  async #send<Answer>(request: ApiRequest, send: () => Promise<Answer>): Promise<Answer> {
    const { chance, timing, weather } = this.#options
    if (this.#calm || !chance.happens(weather.requests)) return send()
    const { name, hit } = chance.pick(requestFaults.filter((fault) => canHit(fault, request)))
    this.#note(name)
    const answer = await hit({ request, send, timing, chance })
    if (request.signal?.aborted === true) throw broken('nobody waits for the answer')
    return answer
  }

  async #open(request: ApiRequest, send: () => Promise<ApiStream>): Promise<ApiStream> {
    const { chance, weather } = this.#options
    const stream = await this.#send(request, send)
    if (this.#calm) return stream
    const isWatch = request.path.includes('watch=true')
    const possible = isWatch ? streamFaults : streamFaults.filter((name) => !name.startsWith('ERROR'))
    return hitStream(
      {
        stream,
        fault: chance.happens(weather.streams) ? chance.pick(possible) : undefined,
        after: isWatch ? chance.below(6) : 0,
        twice: isWatch ? weather.twice : 0,
        chance,
        onHit: (name) => this.#note(`stream: ${name}`),
      },
      request.signal,
    )
  }

  #note(name: string): void {
    this.hits.set(name, (this.hits.get(name) ?? 0) + 1)
  }
}

/** Sees whether one client comes back to a place sooner than it was asked to. */
class Obedience {
  readonly #timing: Timing
  readonly #problems: string[]
  readonly #until: Map<string, number> = new Map()

  constructor(timing: Timing, problems: string[]) {
    this.#timing = timing
    this.#problems = problems
  }

  async of<Answer>(request: ApiRequest, ask: () => Promise<Answer>): Promise<Answer> {
    const place = placeOf(request)
    const early = (this.#until.get(place) ?? Number.NEGATIVE_INFINITY) - this.#timing.now()
    if (early > 0) this.#problems.push(`${place} came ${early} ms sooner than it was asked to`)
    this.#until.delete(place)
    try {
      return await ask()
    } catch (error) {
      if (error instanceof ControllerError && error.retryAfterMs !== undefined)
        this.#until.set(place, this.#timing.now() + Math.min(error.retryAfterMs, mostMs(place)))
      throw error
    }
  }
}

// Whoever follows a part of a kind asks for its own part.
function placeOf({ method = 'GET', path }: ApiRequest): string {
  const { pathname, searchParams } = new URL(path, 'http://server')
  return [method, pathname, searchParams.get('fieldSelector') ?? ''].join(' ').trim()
}

/** How long a Lease of those who share the work lasts. */
export const leaseMs = 15_000

// After its duration a lease has run out for everybody, and somebody has to look.
const mostMs = (place: string): number => (place.includes('/leases') ? leaseMs : Number.POSITIVE_INFINITY)

function canHit({ hits }: RequestFault, { method = 'GET' }: ApiRequest): boolean {
  return hits === 'all' || (hits === 'reads') === (method === 'GET')
}
