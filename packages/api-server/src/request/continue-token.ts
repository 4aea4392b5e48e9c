import { badRequest } from '../errors/api-error.ts'
import type { JsonObject } from '../json/json.ts'
import { JsonSyntaxError } from '../json/json-syntax-error.ts'
import { isJsonObject } from '../json/own.ts'
import { parseJson } from '../json/parse-json.ts'
import { quoteGo } from '../json/quote.ts'

/** Where the next page begins, and of which state of the store. */
export interface ContinueToken {
  /** Negative: of the most recent state, whatever that is by now. */
  readonly revision: number
  /** `<namespace>/<name>` or `<name>` of the last object seen. */
  readonly after: string
}

const version = 'meta.k8s.io/v1'
/** The next page begins with the first key behind the last one, and nothing sorts between a key and itself with this. */
const justBehind = '\u0000'

export function formatContinueToken({ revision, after }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: version, rv: revision, start: `${after}${justBehind}` })).toString(
    'base64url',
  )
}

/** Throws a 400 for a token that is not one of ours. */
export function parseContinueToken(text: string): ContinueToken {
  const token = decode(text)
  if (token['v'] !== version) {
    throw refused(
      `continue key is not valid: server does not recognize this encoded version ${String(token['v'] ?? '')}`,
    )
  }
  const { rv, start } = token
  if (typeof rv !== 'number' || !Number.isSafeInteger(rv) || rv === 0) {
    throw refused(`continue key is not valid: incorrect encoded start resourceVersion (version ${version})`)
  }
  if (typeof start !== 'string' || start === '') {
    throw refused(`continue key is not valid: encoded start key empty (version ${version})`)
  }
  const after = start.endsWith(justBehind) ? start.slice(0, -1) : start
  if (after.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw refused(`continue key is not valid: ${start}`)
  }
  return { revision: rv, after }
}

function decode(text: string): JsonObject {
  const bytes = Buffer.from(text, 'base64url')
  try {
    const { value } = parseJson(bytes.toString())
    if (isJsonObject(value)) return value
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw refused(`continue key is not valid: ${wordsFor(error, bytes)}`)
  }
  throw refused('continue key is not valid')
}

/** What is no text at all has no first character, only a first byte. */
function wordsFor({ message }: JsonSyntaxError, [first = 0]: Buffer): string {
  if (first < 0x80) return message
  const shown = quoteGo(String.fromCharCode(first)).slice(1, -1)
  return `invalid character '${shown}' looking for beginning of value`
}

function refused(why: string): Error {
  return badRequest(`invalid continue token: ${why}`)
}
