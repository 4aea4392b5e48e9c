import type { Fault, Metrics, OnFault } from '@sitrep/controller'
import type { UncaughtListener } from '../command.ts'
import type { Log } from './log.ts'

interface Tellers {
  readonly metrics: Pick<Metrics, 'observeFault'>
  readonly log: Log
}

/** One line with what it was about, and one more in the metrics. */
export function tellFault({ what, about, name, error }: Fault, { metrics, log }: Tellers): void {
  metrics.observeFault(about)
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log.error('something went wrong by a mistake of Sitrep and is set aside', { what, about, name, why })
}

export interface LastNetOptions {
  readonly onFault: OnFault
  readonly now: () => number
}

// One that comes over and over would fill the log and leave nothing working: then a new process is better than this one.
const [mostExceptions, withinMs] = [20, 60_000]

/**
 * What ends here had no other place to end, which is our mistake. It is told, and the process goes on: one cluster or one request must
 * not take the others along. Exceptions that do not cease are thrown on, and end the process.
 */
export function lastNet({ onFault, now }: LastNetOptions): UncaughtListener {
  let exceptions: number[] = []
  return (error, from) => {
    onFault({ what: `something that nobody caught (${from})`, about: 'process', name: 'sitrep', error })
    if (from !== 'exception') return
    exceptions = [...exceptions, now()].filter((at) => Math.abs(now() - at) < withinMs)
    if (exceptions.length > mostExceptions) throw error
  }
}
