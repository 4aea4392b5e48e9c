import type { RoutingEntry, RoutingMatch } from '@sitrep/gateway-api'
import type { NameClass } from './classes.ts'
import { isPath } from './text.ts'

/** How the requests of one port are told apart by their paths. */
export interface Buckets {
  /** Lines of maps from `<class>|<path>` to the number of a bucket; in the second the longest beginning that fits counts, each ends in a slash. */
  readonly exact: string
  readonly prefixes: string
  /** A map from buckets to what is done where nothing that has further conditions fits. */
  readonly last: ReadonlyMap<number, string>
  /** What has further conditions, in the order in which it is tried, with the buckets that it is tried for. */
  readonly conditional: readonly { readonly entry: RoutingEntry; readonly buckets: readonly number[] }[]
}

/**
 * Puts everything that is tried into buckets. A bucket is one exact path or one prefix of a class, with all that can fit requests
 * whose narrowest path it is. What fits without looking at anything else ends it, so that most buckets hold one thing and need no rule
 * of their own; those that hold the same are one.
 */
export function bucketsOf(classes: readonly NameClass[]): Buckets {
  const known = new Map<string, number>()
  const last = new Map<number, string>()
  const conditional = new Map<RoutingEntry, number[]>()
  const lines = { exact: [] as string[], prefixes: [] as string[] }
  const numbers = new Map<RoutingEntry, number>()
  const numberOf = (entry: RoutingEntry): number => {
    const found = numbers.get(entry) ?? numbers.size
    numbers.set(entry, found)
    return found
  }
  const bucket = (candidates: readonly RoutingEntry[]): number => {
    const end = candidates.findIndex(({ match }) => match === undefined || isPlain(match))
    const tried = end < 0 ? candidates : candidates.slice(0, end)
    const rule = candidates[end]?.rule
    const key = `${tried.map(numberOf).join()} ${rule ?? ''}`
    const found = known.get(key)
    if (found !== undefined) return found
    const id = known.size + 1
    known.set(key, id)
    if (rule !== undefined) last.set(id, rule)
    for (const entry of tried) conditional.set(entry, [...(conditional.get(entry) ?? []), id])
    return id
  }
  for (const { id, entries } of classes) {
    for (const path of pathsOf(entries, 'Exact'))
      lines.exact.push(`${id}|${path} ${bucket(entries.filter((entry) => canFit(entry, path)))}\n`)
    for (const prefix of new Set(['', ...pathsOf(entries, 'PathPrefix').map(trimmed)]))
      lines.prefixes.push(
        `${id}|${prefix}/ ${bucket(entries.filter((entry) => entry.match?.path.type !== 'Exact' && canFit(entry, prefix)))}\n`,
      )
  }
  const order = new Map(
    classes.flatMap(({ listener }) => listener.entries).map((entry, index) => [entry, index]),
  )
  const inOrder = [...conditional].sort(([a], [b]) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
  return {
    exact: lines.exact.join(''),
    prefixes: lines.prefixes.join(''),
    last,
    conditional: inOrder.map(([entry, buckets]) => ({ entry, buckets })),
  }
}

const pathsOf = (entries: readonly RoutingEntry[], type: RoutingMatch['path']['type']): readonly string[] => [
  ...new Set(
    entries.flatMap(({ match }) =>
      match?.path.type === type && isPath(match.path.value) ? [match.path.value] : [],
    ),
  ),
]

/** A prefix without the slashes at its end, which mean nothing. */
export const trimmed = (prefix: string): string => prefix.replace(/\/+$/, '')

const isPlain = ({ path, method, headers, queryParams }: RoutingMatch): boolean =>
  path.type !== 'RegularExpression' &&
  method === undefined &&
  headers.length === 0 &&
  queryParams.length === 0

function canFit({ match }: RoutingEntry, path: string): boolean {
  if (match === undefined || match.path.type === 'RegularExpression') return true
  const { type, value } = match.path
  return type === 'Exact' ? value === path : `${path}/`.startsWith(`${trimmed(value)}/`)
}
