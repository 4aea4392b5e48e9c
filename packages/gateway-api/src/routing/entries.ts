import { same } from '@sitrep/status'
import type { ListenerHead } from '../listener/types.ts'
import { byAge } from '../model/names.ts'
import type { AttachedListener, AttachedRouteSpec } from '../route/types.ts'
import { type ListChange, merged } from './change.ts'
import { byPrecedence, type Candidate } from './precedence.ts'
import type { RoutingEntry, RoutingListener } from './types.ts'

/** Where a listener stands: in a Gateway itself, or in a ListenerSet. */
export interface ListenerPlace {
  readonly gateway: string
  readonly set: string | undefined
  readonly head: ListenerHead
}

/** A listener with all that is tried on it, and where each of these comes from. */
export interface ListenerEntries {
  readonly place: ListenerPlace
  readonly listener: RoutingListener
  readonly candidates: readonly RouteCandidate[]
}

/** What is tried, with the route that it comes from. */
interface RouteCandidate extends Candidate {
  readonly from: AttachedRouteSpec
  readonly entry: RoutingEntry
}

interface RouteChange {
  /** All routes as they are now. */
  readonly routes: readonly AttachedRouteSpec[]
  readonly change: ListChange<AttachedRouteSpec>
  /** The listeners from before the change. */
  readonly before: readonly ListenerEntries[]
}

/** What is tried on a listener, from what was tried before: only the routes that came are looked at. */
export function listenerEntries(
  place: ListenerPlace,
  { routes, change, before }: RouteChange,
): ListenerEntries {
  const { section: _, ...head } = place.head
  if (head.protocol === 'TCP' || head.protocol === 'UDP')
    return { place, listener: { ...head, entries: oldest(routes, place) }, candidates: [] }
  const last = before.find((each) => same(each.place, place))
  const found = last === undefined ? { added: routes, gone: new Set<AttachedRouteSpec>() } : change
  const candidates = merged(
    last?.candidates ?? [],
    { added: found.added.flatMap((route) => candidatesOf(route, place)), gone: found.gone },
    { of: ({ from }) => from, compare: byPrecedence },
  )
  if (last !== undefined && candidates === last.candidates) return last
  return { place, listener: { ...head, entries: candidates.map(({ entry }) => entry) }, candidates }
}

const attachmentAt = (
  { attachments }: AttachedRouteSpec,
  { gateway, set, head }: ListenerPlace,
): AttachedListener | undefined =>
  attachments.find((each) => each.listener === head.section && each.gateway === gateway && each.set === set)

// Connections cannot be told apart: of several routes the oldest has all of them.
function oldest(routes: readonly AttachedRouteSpec[], place: ListenerPlace): readonly RoutingEntry[] {
  const here = routes.filter((route) => attachmentAt(route, place) !== undefined)
  const [first] = here.sort((a, b) => byAge(a.route, b.route))
  const [rule] = first?.rules ?? []
  return rule === undefined ? [] : [{ hostname: '', rule: rule.key }]
}

function candidatesOf(from: AttachedRouteSpec, place: ListenerPlace): readonly RouteCandidate[] {
  const { kind, route, rules } = from
  const hostnames = attachmentAt(from, place)?.hostnames ?? []
  return hostnames.flatMap(({ effective, written }) =>
    rules.flatMap(({ key, matches, rule }) =>
      (matches.length === 0 ? [undefined] : matches).map((match, order): RouteCandidate => {
        const entry = { hostname: effective, ...(match !== undefined && { match }), rule: key }
        return { from, entry, kind, route, written, match, rule: rule.index, order }
      }),
    ),
  )
}
