import type { Timing } from '@sitrep/controller'
import type { TestFleet } from '@sitrep/simulator/testing'
import type { Chance } from '../chance.ts'
import { Injector } from './injector.ts'
import { SeenNews } from './news.ts'
import { type ControllerProcess, startProcess } from './processes.ts'
import { ComputedTurns } from './times.ts'
import { Traffic } from './traffic.ts'

/** Everything that a seed lets happen besides what happens to single requests. */
export interface Disturbance {
  readonly seats: number
  readonly requests: number
  readonly streams: number
  readonly twice: number
  /** When what happens, in order; in milliseconds since the beginning. */
  readonly blows: readonly { readonly at: number; readonly blow: Blow }[]
}

type Blow =
  | { readonly kind: 'kill controller'; readonly which: number }
  | { readonly kind: 'restart server'; readonly downMs: number }
  | { readonly kind: 'jump clock'; readonly byMs: number }

/** What a seed has in store. Some seeds bring a single sort of trouble, others all at once. */
export function disturbanceOf(chance: Chance, lastsMs: number): Disturbance {
  const often = chance.pick([0, 0.02, 0.1, 0.3])
  const blows = Array.from({ length: chance.below(5) }, () => ({
    at: chance.below(lastsMs),
    blow: blowOf(chance),
  }))
  return {
    seats: chance.pick([1, 1, 2]),
    requests: often,
    streams: chance.pick([0, 0.2, 0.6]),
    twice: chance.pick([0, 0.1]),
    blows: blows.sort((a, b) => a.at - b.at),
  }
}

function blowOf(chance: Chance): Blow {
  const kind = chance.pick(['kill controller', 'restart server', 'jump clock'] as const)
  switch (kind) {
    case 'kill controller':
      return { kind, which: chance.below(2) }
    case 'restart server':
      return { kind, downMs: 1_000 + chance.below(10_000) }
    case 'jump clock':
      return { kind, byMs: (chance.below(600) - 300) * 1_000 }
  }
}

/** A fleet with controllers to which all that happens. */
export class DisturbedFleet {
  readonly #fleet: TestFleet
  readonly #seats: number
  readonly #injector: Injector
  readonly #processes: ControllerProcess[] = []
  readonly #traffic = new Traffic()
  readonly turns: ComputedTurns = new ComputedTurns()
  readonly news: SeenNews = new SeenNews()
  #ahead = 0
  #born = 0

  constructor(fleet: TestFleet, { seats, requests, streams, twice }: Disturbance, chance: Chance) {
    this.#fleet = fleet
    this.#seats = seats
    // By its own clock, which nobody sets.
    this.#injector = new Injector({ chance, timing: fleet.timing, weather: { requests, streams, twice } })
    for (let seat = 0; seat < seats; seat++) this.#start()
  }

  get hits(): ReadonlyMap<string, number> {
    return this.#injector.hits
  }

  get problems(): readonly string[] {
    return this.#injector.problems
  }

  async suffer(blow: Blow): Promise<void> {
    switch (blow.kind) {
      case 'kill controller': {
        const [dead] = this.#processes.splice(blow.which % this.#processes.length, 1)
        await dead?.kill()
        return this.#start()
      }
      case 'restart server':
        return this.#fleet.restartServer(blow.downMs)
      case 'jump clock':
        this.#ahead += blow.byMs
    }
  }

  /** Lets time pass, and everybody keep up with it: on a busy machine a lease would run out while it is renewed. */
  async advance(milliseconds: number, step: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= step) {
      await this.#fleet.timing.advance(Math.min(left, step))
      await this.#traffic.answered()
      await this.#fleet.simulated()
    }
  }

  calm(): void {
    this.#injector.calm()
    this.#ahead = 0
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map(({ stop }) => stop()))
  }

  #start(): void {
    this.#processes.push(
      startProcess({
        fleet: this.#fleet,
        connection: this.#injector.between(this.#traffic.of(this.#fleet.connection)),
        timing: this.#timing(),
        identity: `process-${++this.#born}`,
        seats: this.#seats,
        turns: this.turns,
        news: this.news,
      }),
    )
  }

  /** The clock of the machine on which the controllers run: somebody sets it, and sleepers sleep as long as before. */
  #timing(): Timing {
    const { timing } = this.#fleet
    return { ...timing, now: () => timing.now() + this.#ahead }
  }
}
