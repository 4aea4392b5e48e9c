import { quoteGo } from '../../../json/quote.ts'
import { type GoUrl, parseGoUrl } from '../../formats/go-url.ts'
import { isRequestUri } from '../../formats/uri.ts'
import { CelError } from '../cel-error.ts'
import { traversalOfFirst } from '../meter.ts'
import { declare, type Overload } from '../overload.ts'
import { ArrayList, type CelMap, EntryMap, Opaque } from '../values.ts'

class UrlValue extends Opaque {
  readonly typeName: string = 'kubernetes.URL'
  readonly text: string
  readonly parts: GoUrl

  constructor(text: string, parts: GoUrl) {
    super()
    this.text = text
    this.parts = parts
  }

  equals(other: Opaque): boolean {
    return other instanceof UrlValue && other.text === this.text
  }
}

export const urlFunctions: readonly Overload[] = [
  declare('url(string): url', toUrl, traversalOfFirst),
  declare('isURL(string): bool', (text: string) => read(text) instanceof UrlValue, traversalOfFirst),
  declare('.getScheme(url): string', ({ parts }: UrlValue) => parts.scheme),
  declare('.getHost(url): string', ({ parts }: UrlValue) => parts.host),
  declare('.getHostname(url): string', ({ parts }: UrlValue) => hostname(parts.host)),
  declare('.getPort(url): string', ({ parts }: UrlValue) => /:(\d*)$/.exec(parts.host)?.[1] ?? ''),
  declare('.getEscapedPath(url): string', ({ parts }: UrlValue) => escapePath(parts.path)),
  declare('.getQuery(url): map(string, list(string))', ({ parts }: UrlValue) => query(parts.query)),
]

/** An absolute URI, or an absolute path. */
function read(text: string): UrlValue | string {
  const parts = parseGoUrl(text)
  if ('error' in parts) return parts.error
  return isRequestUri(text) ? new UrlValue(text, parts) : `parse ${quoteGo(text)}: invalid URI for request`
}

function toUrl(text: string): UrlValue {
  const url = read(text)
  if (typeof url === 'string') throw new CelError(`URL parse error during conversion from string: ${url}`)
  return url
}

function hostname(host: string): string {
  return host.replace(/:\d*$/, '').replace(/^\[|\]$/g, '')
}

function escapePath(path: string): string {
  return path.replace(/[^\w\-._~!$&'()*+,;=:@/%]/gu, (character) => encodeURIComponent(character))
}

function query(text: string): CelMap {
  const values = new Map<string, string[]>()
  for (const [key, value] of new URLSearchParams(text)) values.set(key, [...(values.get(key) ?? []), value])
  return new EntryMap([...values].map(([key, list]) => [key, new ArrayList(list)]))
}
