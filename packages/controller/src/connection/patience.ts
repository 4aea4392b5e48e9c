import { ControllerError } from '../errors.ts'
import type { Timing } from '../timing.ts'
import type { ApiRequest, Connection } from './connection.ts'

interface Rest {
  readonly until: number
  readonly error: ControllerError
}

// Most of those who were asked to wait come back. What nobody asks for any more is forgotten with the others of its age.
const mostRests = 1_000

/**
 * The same server for many askers, who are patient together: what one of them was asked to leave alone for a while is refused to the others
 * for the rest of it, with the answer that he got. Two parts that follow the same know nothing of each other.
 */
export function patient(connection: Connection, timing: Timing): Connection {
  const rests = new Map<string, Rest>()
  const ask = async <Answer>(request: ApiRequest, send: () => Promise<Answer>): Promise<Answer> => {
    // Nearly always nobody was asked to wait, and of thousands of writes nobody has to know the place.
    if (rests.size > 0) {
      const place = placeOf(request)
      const rest = rests.get(place)
      const leftMs = (rest?.until ?? 0) - timing.elapsed()
      if (rest !== undefined && leftMs > 0) throw refused(rest.error, leftMs)
      rests.delete(place)
    }
    try {
      return await send()
    } catch (error) {
      if (error instanceof ControllerError && error.retryAfterMs !== undefined) {
        if (rests.size >= mostRests) forgetOver(rests, timing.elapsed())
        const place = placeOf(request)
        // Of two that were under way together, the one who was asked for longer speaks for both.
        const until = timing.elapsed() + error.retryAfterMs
        if (until > (rests.get(place)?.until ?? 0)) rests.set(place, { until, error })
      }
      throw error
    }
  }
  return {
    ...connection,
    request: (request) => ask(request, () => connection.request(request)),
    stream: (request) => ask(request, () => connection.stream(request)),
  }
}

const refused = ({ code, message, retry, httpStatus }: ControllerError, leftMs: number): ControllerError =>
  new ControllerError(code, message, {
    retry,
    retryAfterMs: leftMs,
    ...(httpStatus !== undefined && { httpStatus }),
  })

function forgetOver(rests: Map<string, Rest>, elapsed: number): void {
  for (const [place, { until }] of rests) if (until <= elapsed) rests.delete(place)
}

// Lists and watches of the same are one place; another part of a kind is another.
function placeOf({ method = 'GET', path }: ApiRequest): string {
  const { pathname, searchParams } = new URL(path, 'http://server')
  return `${method} ${pathname} ${searchParams.get('fieldSelector') ?? ''}`
}
