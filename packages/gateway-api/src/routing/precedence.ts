import type { RouteKindName } from '../kinds.ts'
import { compareHostnames } from '../model/hostnames.ts'
import { type Aged, byAge } from '../model/names.ts'
import type { RoutingMatch } from './types.ts'

/** What is tried on a listener, with all that its place depends on. */
export interface Candidate {
  readonly kind: RouteKindName
  readonly route: Aged
  /** The hostname as the route wrote it: of two that mean the same on a listener the narrower one wins. */
  readonly written: string
  readonly match: RoutingMatch | undefined
  readonly rule: number
  /** The place of the match in its rule. */
  readonly order: number
}

/** Who is tried first: the narrowest hostname, then the narrowest match, then the oldest route, then the order in which it was written. */
export function byPrecedence(a: Candidate, b: Candidate): number {
  return (
    compareHostnames(a.written, b.written) ||
    compareMatches(a.match, b.match) ||
    byAge(a.route, b.route) ||
    (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0) ||
    a.rule - b.rule ||
    a.order - b.order
  )
}

const pathRanks = { Exact: 0, RegularExpression: 1, PathPrefix: 2 } as const

function compareMatches(a: RoutingMatch | undefined, b: RoutingMatch | undefined): number {
  if (a === undefined || b === undefined) return 0
  return (
    pathRanks[a.path.type] - pathRanks[b.path.type] ||
    pathLength(b) - pathLength(a) ||
    Number(b.method !== undefined) - Number(a.method !== undefined) ||
    b.headers.length - a.headers.length ||
    b.queryParams.length - a.queryParams.length
  )
}

// Exact paths exclude each other, so that their length says nothing; a slash at the end of a prefix does not make it longer.
const pathLength = ({ path }: RoutingMatch): number =>
  path.type === 'Exact' ? 0 : path.value.replace(/\/+$/, '').length
