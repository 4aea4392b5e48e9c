import { quoteGo } from '../../json/quote.ts'

/** The parts of a URL as Go's net/url names them. */
export interface GoUrl {
  readonly scheme: string
  readonly user: string
  readonly host: string
  readonly path: string
  readonly query: string
  readonly fragment: string
}

/** Splits a URL as Go does, without the normalising that the platform's own parser brings; says why when it cannot. */
export function parseGoUrl(text: string): GoUrl | { readonly error: string } {
  const problem = urlProblem(text)
  if (problem !== undefined) return { error: `parse ${quoteGo(text)}: ${problem}` }
  const { scheme, authority, path, query, fragment } = split(text)
  const at = authority.lastIndexOf('@')
  return {
    scheme,
    user: authority.slice(0, Math.max(at, 0)),
    host: authority.slice(at + 1),
    path,
    query,
    fragment,
  }
}

function split(text: string): Omit<GoUrl, 'user' | 'host'> & { readonly authority: string } {
  const [withoutFragment = '', fragment = ''] = cut(text, '#')
  const [withoutQuery = '', query = ''] = cut(withoutFragment, '?')
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(withoutQuery)?.[1] ?? ''
  const rest = scheme === '' ? withoutQuery : withoutQuery.slice(scheme.length + 1)
  const slash = rest.startsWith('//') ? rest.indexOf('/', 2) : 0
  const authority = rest.startsWith('//') ? rest.slice(2, slash < 0 ? undefined : slash) : ''
  const path = slash < 0 ? '' : rest.slice(slash)
  return { scheme: scheme.toLowerCase(), authority, path, query, fragment }
}

function cut(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function urlProblem(text: string): string | undefined {
  if (/[\p{Cc}]/u.test(text.replace(/[\u0080-\u009f]/g, '')))
    return 'net/url: invalid control character in URL'
  if (text.startsWith(':')) return 'missing protocol scheme'
  const { scheme, authority, path, fragment } = split(text)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const firstSegment = path.split('/')[0] ?? ''
  if (scheme === '' && authority === '' && firstSegment.includes(':')) {
    return 'first path segment in URL cannot contain colon'
  }
  const badCharacter = /[\s^`{|}\\]/.exec(host)?.[0]
  if (badCharacter !== undefined) return `invalid character ${quoteGo(badCharacter)} in host name`
  const port = /:([^\]]*)$/.exec(host)
  if (port && !/^\d*$/.test(port[1] ?? '')) return `invalid port ${quoteGo(port[0])} after host`
  const badEscape = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(`${host}${path}${fragment}`)?.[0]
  return badEscape === undefined ? undefined : `invalid URL escape ${quoteGo(badEscape)}`
}
