// Whoever asks for more would keep everything of that server from being seen: it is asked again, and may refuse again.
const mostMs = 120_000

/** What an answer says about when to come back, as it was sent. */
export interface WaitingHeaders {
  readonly 'retry-after'?: string | undefined
  /** When it was sent, by the clock of whoever sent it. */
  readonly date?: string | undefined
}

/**
 * For how long the sender asks to be left alone: seconds, or a date by its own clock, which is compared with no other where it says what
 * that clock shows. Nothing where it does not ask, or in no way that can be understood; never longer than two minutes.
 */
export function retryAfterIn(headers: WaitingHeaders, now: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Math.min(mostMs, Number(text) * 1_000)
  const until = dateIn(text)
  if (until === undefined) return undefined
  return Math.min(mostMs, Math.max(0, until - (dateIn(headers.date ?? '') ?? now)))
}

// Such dates begin with the day of the week; what else Date.parse understands was not meant as one.
function dateIn(text: string): number | undefined {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
