const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*:/
const badEscape = /%(?![0-9a-fA-F]{2})/
// What may stand in a host, by shouldEscape of Go's net/url; percent escapes only for bytes beyond ASCII.
const host = /^(\[[0-9a-fA-F:.]+(%25[^\]]+)?\]|([^\s/?#[\]^`{|}\\%:]|%[89a-fA-F][0-9a-fA-F])*)(:\d*)?$/

/** A URI or absolute path as Go's `url.ParseRequestURI` takes it: it has a scheme, or begins with a slash. */
export function isRequestUri(text: string): boolean {
  if (text === '*') return true
  if (text === '' || /\p{Cc}/u.test(text.replace(/[\u0080-\u009f]/g, ''))) return false
  const [beforeQuery = ''] = text.split('?')
  const match = scheme.exec(beforeQuery)
  const rest = match ? beforeQuery.slice(match[0].length) : beforeQuery
  if (!rest.startsWith('/')) return match !== null
  if (!match || !rest.startsWith('//')) return !badEscape.test(rest)
  const slash = rest.indexOf('/', 2)
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash)
  const path = slash < 0 ? '' : rest.slice(slash)
  return isAuthority(authority) && !badEscape.test(path)
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@')
  const address = authority.slice(at + 1)
  return !badEscape.test(authority.slice(0, Math.max(at, 0))) && host.test(address)
}
