import { byteLength, startsPair } from './byte-order.ts'
import { type Condition, noReasonReported } from './condition.ts'

/** The sizes, in bytes, up to which an API server takes a condition. */
export interface ConditionLimits {
  readonly reason: number
  readonly message: number
}

/** The limits of `metav1.Condition`. */
export const conditionLimits: ConditionLimits = Object.freeze({ reason: 1_024, message: 32_768 })

/** The limits of the older model. */
export const severityConditionLimits: ConditionLimits = Object.freeze({ reason: 256, message: 10_240 })

const reasonMarker = ':Shortened'

/**
 * A condition that an API server will not refuse for its texts: one long message would otherwise cost the
 * whole status. Returns the same object when there is nothing to do.
 */
export function withinLimits(condition: Condition): Condition {
  const reason = shortenReason(condition.reason ?? '', conditionLimits.reason) || noReasonReported
  const message = shortenMessage(condition.message ?? '', conditionLimits.message)
  if (reason === condition.reason && message === condition.message) return condition
  return { ...condition, reason, message }
}

/** Cuts a message after a whole line, or inside its first one where that alone is too long, and says how much is gone. */
export function shortenMessage(message: string, limit: number): string {
  if (fits(message, limit)) return message
  const total = byteLength(message)
  // The marker names a size no larger than the total, so room for that is always enough.
  const room = limit - byteLength(markerFor(total))
  const end = cutAt(message, room)
  const line = message.lastIndexOf('\n', end)
  const kept = message.slice(0, line > 0 && end < message.length ? line : end)
  return kept + markerFor(total - byteLength(kept))
}

function markerFor(bytes: number): string {
  return `\n[shortened, ${bytes} more bytes]`
}

/** Cuts a reason so that it still is one word of the characters that reasons may have. */
export function shortenReason(reason: string, limit: number): string {
  if (fits(reason, limit)) return reason
  const kept = reason.slice(0, cutAt(reason, limit - reasonMarker.length))
  const line = kept.indexOf('\n')
  return (line > 0 ? kept.slice(0, line) : kept) + reasonMarker
}

// No UTF-16 unit takes more than three bytes, so most texts are settled without being counted.
function fits(text: string, limit: number): boolean {
  return text.length * 3 <= limit || (text.length <= limit && byteLength(text) <= limit)
}

/** The largest index at which the text before it fits, never inside a character. */
function cutAt(text: string, room: number): number {
  let bytes = 0
  for (let i = 0; i < text.length; ) {
    const units = startsPair(text, i) ? 2 : 1
    bytes += byteLength(text.slice(i, i + units))
    if (bytes > room) return i
    i += units
  }
  return text.length
}
