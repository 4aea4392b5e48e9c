import { same } from '@sitrep/status'
import type { PolicySeen } from '../gateway/types.ts'
import { gatewayKind, listenerSetKind } from '../kinds.ts'
import type { ListenerHead } from '../listener/types.ts'
import type { AttachedListenerSetSpec } from '../listener-set/types.ts'
import { compareHostnames, plainHostname } from '../model/hostnames.ts'
import { kindedName, type NamespacedName, nameText } from '../model/names.ts'
import type { ObjectReference } from '../references/types.ts'
import type { AttachedRouteSpec } from '../route/types.ts'
import { changeOf, merged } from './change.ts'
import { digest } from './digest.ts'
import { type ListenerEntries, listenerEntries } from './entries.ts'
import type {
  RoutingBackend,
  RoutingConfiguration,
  RoutingConfigurationSpec,
  RoutingListener,
} from './types.ts'

/** What a configuration is put together from. */
export interface Composition {
  readonly gateway: NamespacedName & { readonly generation: number }
  readonly addresses: RoutingConfigurationSpec['addresses']
  readonly clientCertificate: ObjectReference | undefined
  /** The Gateway's own listeners that are to be served. */
  readonly listeners: readonly ListenerHead[]
  readonly sets: readonly AttachedListenerSetSpec[]
  readonly routes: readonly AttachedRouteSpec[]
  /** What there is to know about TLS to backends. */
  readonly policies: readonly PolicySeen[]
  /** A backend with what policies say about it. */
  readonly secured: (backend: RoutingBackend, policies: readonly PolicySeen[]) => RoutingBackend
}

/** A configuration with what the next one of the same Gateway can be made from. */
export interface Composed {
  readonly configuration: RoutingConfiguration
  readonly composition: Composition
  /** The routes by their names. */
  readonly routes: readonly AttachedRouteSpec[]
  readonly listeners: readonly ListenerEntries[]
}

/**
 * Puts the configuration of one Gateway together: the same world gives the same text, whatever was composed before. What
 * has not changed since then is taken over as it is, so that one route of many costs little.
 */
export function composeRouting(composition: Composition, before?: Composed): Composed {
  if (before !== undefined && isUnchanged(composition, before.composition)) return before
  const { gateway, addresses, clientCertificate, sets, policies, secured } = composition
  const change = changeOf(composition.routes, before?.composition.routes ?? [])
  const routes = merged(before?.routes ?? [], change, { of: (route) => route, compare: byName })
  const owners = [
    { set: undefined, heads: composition.listeners },
    ...sets.map(({ set, listeners: heads }) => ({ set: nameText(set), heads })),
  ]
  const own = nameText(gateway)
  const entries = owners.flatMap(({ set, heads }) =>
    heads.map((head) => {
      const place = { gateway: own, set, head }
      return listenerEntries(place, { routes, change, before: before?.listeners ?? [] })
    }),
  )
  const listeners = entries.map(({ listener }) => listener).sort(byPortAndHostname)
  const used = new Set(listeners.flatMap((each) => each.entries.map(({ rule }) => rule)))
  const active = routes.filter(({ rules }) => rules.some(({ key }) => used.has(key)))
  const head = {
    generations: sorted([
      [kindedName(gatewayKind.kind, gateway), gateway.generation],
      ...sets.map(({ set, generation }) => [kindedName(listenerSetKind.kind, set), generation] as const),
      ...active.map((route) => [nameOfRoute(route), route.generation] as const),
    ]),
    addresses,
    ...(clientCertificate !== undefined && { clientCertificate }),
  }
  const backends = active.flatMap((route) => Object.entries(route.backends))
  const places = sorted(backends.map(([place, backend]) => [place, secured(backend, policies)] as const))
  const rules = active.flatMap((route) =>
    route.rules.flatMap(({ key, rule }) => (used.has(key) ? [[key, rule] as const] : [])),
  )
  // What a listener tries follows from its own text and from its routes, whose versions are known.
  const versioned = [head, owners, routes.map(({ version }) => version), securedIn(places)]
  const configuration: RoutingConfiguration = {
    apiVersion: 'sitrep.dev/v1alpha1',
    kind: 'RoutingConfiguration',
    metadata: { namespace: gateway.namespace, name: gateway.name },
    spec: {
      version: digest(JSON.stringify(versioned)),
      ...head,
      listeners,
      rules: sorted(rules),
      backends: places,
    },
  }
  return { configuration, composition, routes, listeners: entries }
}

/** Composes configurations, each from the last one of its Gateway for as long as somebody has that. */
export function createComposer(): (composition: Composition) => RoutingConfiguration {
  const latest = new Map<string, WeakRef<RoutingConfiguration>>()
  const composed = new WeakMap<RoutingConfiguration, Composed>()
  return (composition) => {
    const name = nameText(composition.gateway)
    const last = latest.get(name)?.deref()
    const now = composeRouting(composition, last && composed.get(last))
    if (now.configuration === last) return last
    latest.set(name, new WeakRef(now.configuration))
    composed.set(now.configuration, now)
    return now.configuration
  }
}

// Routes are told apart by identity: there are many of them, and nobody changes one in place.
const isUnchanged = (a: Composition, b: Composition): boolean =>
  a.routes.length === b.routes.length &&
  a.routes.every((route, index) => route === b.routes[index]) &&
  same(
    [a.gateway, a.addresses, a.clientCertificate, a.listeners, a.sets, a.policies],
    [b.gateway, b.addresses, b.clientCertificate, b.listeners, b.sets, b.policies],
  )

const nameOfRoute = ({ kind, route }: AttachedRouteSpec): string => kindedName(kind, route)

const byName = (a: AttachedRouteSpec, b: AttachedRouteSpec): number =>
  nameOfRoute(a) < nameOfRoute(b) ? -1 : 1

const byPortAndHostname = (a: RoutingListener, b: RoutingListener): number =>
  a.port - b.port || compareHostnames(plainHostname(a.hostname), plainHostname(b.hostname))

const securedIn = (places: Readonly<Record<string, RoutingBackend>>) =>
  Object.entries(places).flatMap(([place, { tls, answer }]) =>
    tls === undefined && answer === undefined ? [] : [[place, tls, answer]],
  )

const sorted = <Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
