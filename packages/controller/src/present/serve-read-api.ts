import type { StatusChange } from '@sitrep/engine'
import type { OpenStream, StreamListener } from './event-streams.ts'
import { answerRead, changeEvent, type ReadApiOptions } from './read-api.ts'
import { type ServeAnswersOptions, type ServedAnswers, serveAnswers } from './serve-answers.ts'

export interface ServeOptions extends ReadApiOptions, Omit<ServeAnswersOptions, 'answer' | 'open'> {}

/** The read-only API on a socket. */
export interface ServedReadApi extends ServedAnswers {
  /** Hands changes on to whoever listens. */
  readonly publish: (changes: readonly StatusChange[], at: number) => void
}

/** Serves status, explanations, history, disagreements and metrics, and what else it is given. Refuses to open itself to the network without a token. */
export async function serveReadApi(options: ServeOptions): Promise<ServedReadApi> {
  const listeners = new Set<StreamListener>()
  const changes: OpenStream = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const served = await serveAnswers({
    ...options,
    open: ['/healthz', '/readyz'],
    streams: { ...options.streams, '/api/v1/changes': changes },
    answer: (asked) => answerRead(asked, options),
  })
  return {
    ...served,
    publish: (published, at) => {
      if (listeners.size === 0) return
      const events = published.map((change) => changeEvent(change, at)).join('')
      for (const listener of listeners) listener.send(events)
    },
  }
}
