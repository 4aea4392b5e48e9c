import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import type { Chance } from '../../chance.ts'
import { bringUp, type Statuses, settled } from '../driven.ts'
import { statusDifferences } from '../told.ts'
import { Acknowledged } from './acknowledged.ts'
import { type Killable, startProgram } from './processes.ts'

/** Who is killed, and when, in milliseconds since the beginning. */
export interface Killing {
  readonly seats: number
  readonly kills: readonly {
    readonly at: number
    readonly whom: 'server' | 'controller'
    readonly which: number
  }[]
}

export interface KillOutcome {
  readonly statuses: Statuses
  /** In which ways it ended differently, and what was acknowledged and is lost; nothing where it held. */
  readonly differences: readonly string[]
  /** How many writes had been acknowledged. */
  readonly acknowledged: number
}

const lastsMs = 3_000

export const nobody: Killing = { seats: 1, kills: [] }

/** Whom a seed kills. */
export function killingOf(chance: Chance): Killing {
  const kills = Array.from({ length: 1 + chance.below(4) }, () => ({
    at: chance.below(lastsMs),
    whom: chance.pick(['server', 'controller'] as const),
    which: chance.below(2),
  }))
  return { seats: chance.pick([1, 2]), kills: kills.sort((a, b) => a.at - b.at) }
}

/**
 * Lets a cluster come up and be scaled in processes of their own while they are killed and started again on the same data, and waits until
 * everything is said that is expected. Without an expectation: until nothing changes any more.
 */
export async function playKilling(killing: Killing, expected?: Statuses): Promise<KillOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-kill-'))
  const crew = new Crew(folder, killing.seats)
  try {
    const connection = await crew.begin()
    const acknowledged = new Acknowledged(connection)
    const begin = performance.now()
    const until = (moment: number): Promise<void> => delay(Math.max(0, begin + moment - performance.now()))
    const changing = bringUp(connection, until)
    for (const { at: moment, whom, which } of killing.kills) {
      await until(moment)
      await crew.kill(whom, which)
    }
    await until(lastsMs)
    await changing
    const statuses = await settled(connection, expected)
    return {
      statuses,
      differences: [...statusDifferences(statuses, expected ?? statuses), ...(await acknowledged.lost())],
      acknowledged: acknowledged.count,
    }
  } finally {
    await crew.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

class Crew {
  readonly #folder: string
  readonly #seats: number
  readonly #controllers: Killable[] = []
  #server: Killable | undefined
  #port = 0
  #born = 0

  constructor(folder: string, seats: number) {
    this.#folder = folder
    this.#seats = seats
  }

  async begin(): Promise<Connection> {
    this.#server = startProgram({ role: 'server', folder: this.#folder, port: 0 })
    this.#port = Number(/port (\d+)/.exec(await this.#server.ready)?.[1])
    for (let seat = 0; seat < this.#seats; seat++) this.#controllers.push(this.#controller())
    await Promise.all(this.#controllers.map(({ ready }) => ready))
    const text = readFileSync(join(this.#folder, 'kubeconfig'), 'utf8')
    return (await openKubeconfig({ text })).connection
  }

  async kill(whom: 'server' | 'controller', which: number): Promise<void> {
    if (whom === 'server') {
      await this.#server?.kill()
      this.#server = startProgram({ role: 'server', folder: this.#folder, port: this.#port })
      return
    }
    const [dead] = this.#controllers.splice(which % this.#controllers.length, 1)
    await dead?.kill()
    this.#controllers.push(this.#controller())
  }

  async end(): Promise<void> {
    await Promise.all([this.#server, ...this.#controllers].map((each) => each?.kill()))
  }

  #controller(): Killable {
    const identity = `process-${++this.#born}`
    return startProgram({ role: 'controller', folder: this.#folder, identity, seats: this.#seats })
  }
}
