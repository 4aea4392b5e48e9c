import { type Controller, ShardMember, type Timing } from '@sitrep/controller'
import { type Connection, ControllerError } from '@sitrep/controller/connection'
import type { TestFleet } from '@sitrep/simulator/testing'
import { leaseMs } from './injector.ts'
import type { SeenNews } from './news.ts'
import type { ComputedTurns } from './times.ts'

export interface ProcessOptions {
  readonly fleet: TestFleet
  /** How it reaches the server. */
  readonly connection: Connection
  readonly timing: Timing
  readonly identity: string
  /** How many share the work; one needs no Lease. */
  readonly seats: number
  /** Where it is noted what it computes. */
  readonly turns: ComputedTurns
  /** Where it is noted what it sees. */
  readonly news: SeenNews
}

/** A controller as if it were a process of its own. */
export interface ControllerProcess {
  /** Ends it as kill -9 does: nothing more leaves it, and it says goodbye to nobody. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

export function startProcess({
  fleet,
  connection: reached,
  timing,
  identity,
  seats,
  turns,
  news,
}: ProcessOptions): ControllerProcess {
  const line = killable(reached)
  const { connection } = line
  const member =
    seats === 1
      ? undefined
      : new ShardMember({
          connection,
          timing,
          namespace: 'default',
          group: 'sitrep',
          identity,
          seats,
          durationMs: leaseMs,
        })
  member?.start()
  const controller: Controller = fleet.startController({
    connection,
    timing,
    // Writes that fail are the point; what counts is what stands there in the end.
    onWriteError: () => {},
    onChanges: (changes) => turns.take(changes),
    onTaken: (changes) => news.take(identity, changes, fleet.timing.now()),
    ...(member && { mayWrite: ({ name }) => member.owns(name) }),
  })
  const stop = async (): Promise<void> => {
    await controller.stop()
    await member?.stop()
  }
  return {
    kill: () => {
      line.kill()
      return stop()
    },
    stop,
  }
}

function killable(connection: Connection): { readonly connection: Connection; readonly kill: () => void } {
  const death = Promise.withResolvers<never>()
  death.promise.catch(() => {})
  let dead = false
  const alive = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
    dead ? death.promise : Promise.race([ask(), death.promise])
  return {
    connection: {
      ...connection,
      request: (request) => alive(() => connection.request(request)),
      stream: (request) => alive(() => connection.stream(request)),
    },
    kill: () => {
      dead = true
      death.reject(new ControllerError('not-reachable', 'the process is dead', { retry: 'never' }))
    },
  }
}
