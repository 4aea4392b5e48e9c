/** Where a request wants to go. */
export interface Target {
  /** The name alone, as hostnames are compared: lower case, no port, no dot at its end; empty where none was said. */
  readonly host: string
  /** What is sent on as `Host`, as it came. */
  readonly authority: string
  readonly path: string
  /** With its question mark, or empty. */
  readonly search: string
}

const longestName = 255
const name = /^(\[[0-9a-f:.]+\]|[a-z0-9_.*-]+)(?::([0-9]{1,5}))?$/i
// What a request line may have, and what neither a proxy nor a backend would read in two ways.
const unusable = /[^\x21-\x7e\x80-\xff]|#/
const absolute = /^https?:\/\/([^/?]*)(.*)$/i

/** Reads a request's target together with its `Host`; nothing where either cannot be meant for us. */
export function parseTarget(target: string, authority: string): Target | undefined {
  if (unusable.test(target)) return undefined
  if (target.startsWith('/') || target === '*') return resolve(target, authority)
  const parts = absolute.exec(target)
  if (parts === null) return undefined
  // A target that names a host outranks the header.
  const [, named = '', rest = ''] = parts
  return named === '' ? undefined : resolve(rest.startsWith('/') ? rest : `/${rest}`, named)
}

function resolve(target: string, authority: string): Target | undefined {
  const host = parseHost(authority)
  if (host === undefined) return undefined
  const mark = target.indexOf('?')
  return {
    host,
    authority,
    path: mark < 0 ? target : target.slice(0, mark),
    search: mark < 0 ? '' : target.slice(mark),
  }
}

/** The name in a `Host` header as hostnames are compared; nothing where it is none. */
export function parseHost(authority: string): string | undefined {
  if (authority === '') return ''
  if (authority.length > longestName + 6) return undefined
  const parts = name.exec(authority)
  if (parts === null) return undefined
  const [, given = '', port] = parts
  if (port !== undefined && Number(port) > 65_535) return undefined
  const plain = given.toLowerCase().replace(/\.$/, '')
  return plain === '' || plain.length > longestName || plain.includes('*') ? undefined : plain
}
