import type { Connection } from '@sitrep/controller/connection'
import { CommandError } from '../command.ts'

export interface Interruption {
  /** Aborted when the person wants to stop. */
  readonly interrupted: AbortSignal
  /** How long all of it may take from now on; absent: as long as requests may. */
  readonly withinMs?: number
}

// A longer timer would go off at once.
const longestTimer = 2 ** 31 - 1

/** A connection whose requests end as soon as somebody stops them or the time is over, however long the server is silent. Streams are left alone. */
export function interruptible(connection: Connection, { interrupted, withinMs }: Interruption): Connection {
  const late = withinMs === undefined ? undefined : AbortSignal.timeout(Math.min(withinMs, longestTimer))
  const request: Connection['request'] = async (asked) => {
    const signals = [interrupted, late, asked.signal].filter((signal) => signal !== undefined)
    try {
      return await connection.request({ ...asked, signal: AbortSignal.any(signals) })
    } catch (error) {
      if (interrupted.aborted) throw new CommandError(3, 'Interrupted', { cause: error })
      if (late?.aborted)
        throw new CommandError(3, `${connection.server} has not answered in time`, { cause: error })
      throw error
    }
  }
  return { ...connection, request }
}
