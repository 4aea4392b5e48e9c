import { type Fields, list, number, text } from '@sitrep/status'
import type { Asked } from '../match/asked.ts'
import { headerText } from './safe-text.ts'

/** What a CORS filter says about a request that a page of another origin sent. */
export interface CorsVerdict {
  /** What is answered to whoever asks beforehand whether a request may be sent; absent where the request itself came. */
  readonly preflight?: number
  /** Name, value, name, value. */
  readonly headers: readonly string[]
}

/** Looks at a request; nothing where it says no origin. */
export type Cors = (asked: Asked) => CorsVerdict | undefined

const vary = ['Vary', 'Origin']

/** Reads a CORS filter. */
export function readCors(settings: Fields): Cors {
  const allows = list(settings['allowOrigins']).flatMap((origin) => originTest(text(origin)))
  const shown = shownHeaders(settings)
  const methods = texts(settings['allowMethods'])
  const headers = texts(settings['allowHeaders'])
  const maxAge = String(number(settings['maxAge']) ?? 5)
  return (asked) => {
    const origin = asked.header('origin')
    if (origin === undefined) return undefined
    const method = asked.method === 'OPTIONS' ? asked.header('access-control-request-method') : undefined
    const allowed = allows.some((test) => test(origin.toLowerCase()))
    if (!allowed) return { ...(method !== undefined && { preflight: 403 }), headers: vary }
    const both = ['Access-Control-Allow-Origin', origin, ...shown, ...vary]
    if (method === undefined) return { headers: both }
    return {
      preflight: 200,
      headers: [
        ...both,
        ...told('Access-Control-Allow-Methods', methods, method),
        ...told('Access-Control-Allow-Headers', headers, asked.header('access-control-request-headers')),
        'Access-Control-Max-Age',
        maxAge,
      ],
    }
  }
}

const texts = (value: unknown): readonly string[] =>
  list(value).flatMap((each) => headerText(text(each) ?? '') || [])

// A star is no answer where credentials are sent along, so that whatever was asked for is what is told.
function told(name: string, allowed: readonly string[], asked: string | undefined): readonly string[] {
  const value = allowed.includes('*') ? asked : allowed.join(', ')
  return value === undefined || value === '' ? [] : [name, value]
}

function shownHeaders(settings: Fields): readonly string[] {
  const exposed = texts(settings['exposeHeaders'])
  return [
    ...(settings['allowCredentials'] === true ? ['Access-Control-Allow-Credentials', 'true'] : []),
    ...(exposed.length > 0 ? ['Access-Control-Expose-Headers', exposed.join(', ')] : []),
  ]
}

function originTest(allowed: string | undefined): readonly ((origin: string) => boolean)[] {
  if (allowed === undefined) return []
  if (allowed === '*') return [() => true]
  const plain = allowed.toLowerCase()
  const star = plain.indexOf('*')
  if (star < 0) return [(origin) => origin === plain]
  const [before, after] = [plain.slice(0, star), plain.slice(star + 1)]
  // The star stands for one or more labels, and for nothing that could end the name or begin another one.
  return [
    (origin) =>
      origin.length > before.length + after.length &&
      origin.startsWith(before) &&
      origin.endsWith(after) &&
      /^[a-z0-9._-]+$/.test(origin.slice(before.length, origin.length - after.length)),
  ]
}

/** Which headers of a backend's answer the filter speaks for. */
export const corsAnswerHeaders: ReadonlySet<string> = new Set([
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
])
