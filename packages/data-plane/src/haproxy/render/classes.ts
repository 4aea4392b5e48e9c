import type { RoutingEntry, RoutingListener } from '@sitrep/gateway-api'
import { isHostname } from './text.ts'

/** All names that are served alike on one port: by the same listener, which tries the same things in the same order. */
export interface NameClass {
  /** The place of its listener and its own: `0.3`. */
  readonly id: string
  /** An exact name, `*.` and a suffix, or empty: every name for which there is nothing narrower. */
  readonly hostname: string
  readonly listener: RoutingListener
  readonly entries: readonly RoutingEntry[]
}

/**
 * Sorts the names of one port into classes, from the narrowest to the widest. The names that cover a host form a chain, so the narrowest
 * of all that are written anywhere on the port decides which listener has it and what is tried.
 */
export function nameClasses(listeners: readonly RoutingListener[]): readonly NameClass[] {
  const written = listeners.flatMap(({ hostname, entries }) => [
    plain(hostname),
    // An entry without a hostname takes all names of its listener.
    ...entries.map((entry) => plain(entry.hostname) || plain(hostname)),
  ])
  const hostnames = [...new Set(written)]
    .filter((name) => name === '' || isHostname(name))
    .sort(narrowestFirst)
  return hostnames.flatMap((hostname) => {
    const index = listeners.findIndex((listener) => covers(plain(listener.hostname), hostname))
    const listener = listeners[index]
    if (listener === undefined) return []
    const entries = listener.entries.filter((entry) => covers(plain(entry.hostname), hostname))
    return [{ id: `${index}.${hostnames.indexOf(hostname)}`, hostname, listener, entries }]
  })
}

const plain = (hostname: string | undefined): string => (hostname ?? '').toLowerCase()

const narrowestFirst = (a: string, b: string): number =>
  rank(a) - rank(b) || b.length - a.length || (a < b ? -1 : 1)

const rank = (hostname: string): number => (hostname === '' ? 2 : hostname.startsWith('*.') ? 1 : 0)

/** Whether every name that the narrow one means is meant by the wide one. */
export const covers = (wide: string, narrow: string): boolean =>
  wide === '' ||
  wide === narrow ||
  (wide.startsWith('*.') &&
    narrow !== '' &&
    narrow.replace(/^\*/, '').endsWith(wide.slice(1)) &&
    narrow !== wide.slice(2))

/** The lines of a map from exact names to classes, of one from endings of names to classes, and the class of all other names. */
export interface ClassMaps {
  readonly exact: string
  readonly endings: string
  readonly others: string | undefined
}

/** Writes down which class a name belongs to. */
export function classMaps(classes: readonly NameClass[]): ClassMaps {
  const exact = classes.filter(({ hostname }) => rank(hostname) === 0)
  const endings = classes.filter(({ hostname }) => rank(hostname) === 1)
  return {
    exact: exact.map(({ hostname, id }) => `${hostname} ${id}\n`).join(''),
    endings: endings.map(({ hostname, id }) => `${hostname.slice(1)} ${id}\n`).join(''),
    others: classes.find(({ hostname }) => hostname === '')?.id,
  }
}
