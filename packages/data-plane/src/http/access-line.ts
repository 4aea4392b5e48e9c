import type { FinishedRequest } from './observer.ts'

/** How much of a text that a client chose stands in a line. */
const longest = 2_048

/**
 * One line of JSON about a request. Texts of clients are cut and escaped, so that nothing in them can end the line, begin another one or
 * speak to a terminal; the query is left out unless it is asked for, for it often holds secrets.
 */
export function formatAccessLine(
  request: FinishedRequest,
  { time, query = false }: { readonly time: string; readonly query?: boolean },
): string {
  const { durationMs, method, host, target, ...rest } = request
  const shown = query ? target : target.replace(/\?.*$/s, '?')
  const line = {
    time,
    method: shortened(method),
    host: shortened(host),
    target: shortened(shown),
    ...rest,
    durationMs: Math.round(durationMs * 1_000) / 1_000,
  }
  return escapeOthers(JSON.stringify(line))
}

const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)

// JSON leaves alone what ends lines elsewhere, what moves a cursor, and what turns text around.
const escapeOthers = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
