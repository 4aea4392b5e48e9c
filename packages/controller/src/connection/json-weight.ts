import { ControllerError } from '../errors.ts'

/** Of a server of strangers, in one piece: more than any object has, and parsed within some ten milliseconds. */
export const mostValuesOfStrangers = 200_000

// An empty list takes three bytes in a text and forty in memory, and has a bracket and a comma.
const bytesOfValue = 20
const [comma, openArray, openObject] = [0x2c, 0x5b, 0x7b]

/**
 * What JSON weighs once it is parsed, told from its length, its commas and brackets. Throws at what has more values than may be parsed in one
 * piece: how long that takes, and how much memory, is not said by its length.
 */
export function weighJson(json: Buffer, mostValues: number): number {
  if (mostValues === Number.POSITIVE_INFINITY) return json.length
  let values = 0
  for (let at = 0; at < json.length && values <= mostValues; at++) {
    const byte = json[at]
    if (byte === comma || byte === openArray || byte === openObject) values++
  }
  if (values > mostValues)
    throw new ControllerError('unreadable-answer', `What was sent has more than ${mostValues} values`, {
      retry: 'with-backoff',
    })
  return Math.max(json.length, values * bytesOfValue)
}
