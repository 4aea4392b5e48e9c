/** A hostname that both a listener and a route want, and how the route wrote it: precedence goes by what was written. */
export interface SharedHostname {
  /** What requests are matched with; empty for any. */
  readonly effective: string
  readonly written: string
}

/** A hostname as it is compared: in lower case, empty for any. */
export const plainHostname = (hostname: string | undefined): string => (hostname ?? '').toLowerCase()

/** Whether a hostname (perhaps a wildcard) holds every name that another one holds. */
export function covers(wide: string, narrow: string): boolean {
  if (wide === '' || wide === narrow) return true
  if (!wide.startsWith('*.')) return false
  const suffix = wide.slice(1)
  // `*.a.test` holds `b.a.test` and `*.b.a.test`, and not `a.test` itself.
  const name = narrow.startsWith('*') ? narrow.slice(1) : narrow
  return narrow !== '' && name.endsWith(suffix)
}

/** Whether some name belongs to both. */
export const overlap = (one: string, other: string): boolean => covers(one, other) || covers(other, one)

/** What two hostnames have in common: the narrower one, or nothing. */
export function intersection(one: string, other: string): string | undefined {
  if (covers(one, other)) return other
  return covers(other, one) ? one : undefined
}

/** The hostnames of a route that a listener takes. A route without hostnames takes what the listener has. */
export function sharedHostnames(
  listener: string | undefined,
  route: readonly string[],
): readonly SharedHostname[] {
  const own = plainHostname(listener)
  const wanted = route.length === 0 ? [''] : route.map(plainHostname)
  return wanted.flatMap((written) => {
    const effective = intersection(own, written)
    return effective === undefined ? [] : [{ effective, written }]
  })
}

/** Orders hostnames: exact ones first, then wildcards, then any; among equals the longer one first. */
export function compareHostnames(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || b.length - a.length || (a < b ? -1 : a > b ? 1 : 0)
}

const rankOf = (hostname: string): number => (hostname === '' ? 2 : hostname.startsWith('*') ? 1 : 0)
