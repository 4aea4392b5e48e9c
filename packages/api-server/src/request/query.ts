import { badRequest } from '../errors/api-error.ts'
import { quoteGo } from '../json/quote.ts'

const none = new URLSearchParams()

export function parseQuery(query: string): URLSearchParams {
  return query === '' ? none : new URLSearchParams(query)
}

/** Anything but `0` and `false` is true; `undefined` when the parameter is not there at all. */
export function booleanParameter(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  return value !== '0' && value.toLowerCase() !== 'false'
}

/** Throws a 400 in the words of Go's number parser. */
export function integerParameter(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  if (!/^[+-]?\d+$/.test(value))
    throw badRequest(`strconv.ParseInt: parsing ${quoteGo(value)}: invalid syntax`)
  const number = Number(value)
  if (!Number.isSafeInteger(number))
    throw badRequest(`strconv.ParseInt: parsing ${quoteGo(value)}: value out of range`)
  return number
}
