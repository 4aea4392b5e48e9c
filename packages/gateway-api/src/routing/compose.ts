import { gatewayKind, listenerSetKind } from '../kinds.ts'
import type { ListenerHead } from '../listener/types.ts'
import type { AttachedListenerSetSpec } from '../listener-set/types.ts'
import { compareHostnames, plainHostname } from '../model/hostnames.ts'
import { byAge, kindedName, type NamespacedName, nameText } from '../model/names.ts'
import type { ObjectReference } from '../references/types.ts'
import type { AttachedListener, AttachedRouteSpec } from '../route/types.ts'
import { digest } from './digest.ts'
import { byPrecedence, type Candidate } from './precedence.ts'
import type {
  RoutingBackend,
  RoutingConfiguration,
  RoutingConfigurationSpec,
  RoutingEntry,
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
  /** A backend with what policies say about it. */
  readonly secured: (backend: RoutingBackend) => RoutingBackend
}

/** Puts the configuration of one Gateway together: the same world gives the same text. */
export function composeRouting(composition: Composition): RoutingConfiguration {
  const { gateway, addresses, clientCertificate, sets, routes, secured } = composition
  const owners = [
    { set: undefined, heads: composition.listeners },
    ...sets.map(({ set, listeners: heads }) => ({ set: nameText(set), heads })),
  ]
  const own = nameText(gateway)
  const listeners = owners
    .flatMap(({ set, heads }) =>
      heads.map((head) => withEntries(head, routes, (each) => each.gateway === own && each.set === set)),
    )
    .sort(byPortAndHostname)
  const used = new Set(listeners.flatMap(({ entries }) => entries.map(({ rule }) => rule)))
  const active = routes.filter(({ rules }) => rules.some(({ key }) => used.has(key)))
  const backends = active.flatMap((route) => Object.entries(route.backends))
  const head = {
    generations: sorted([
      [kindedName(gatewayKind.kind, gateway), gateway.generation],
      ...sets.map(({ set, generation }) => [kindedName(listenerSetKind.kind, set), generation] as const),
      ...active.map(({ kind, route, generation }) => [kindedName(kind, route), generation] as const),
    ]),
    addresses,
    ...(clientCertificate !== undefined && { clientCertificate }),
  }
  const places = sorted(backends.map(([place, backend]) => [place, secured(backend)] as const))
  // What a listener tries follows from its own text and from its routes, whose versions are known.
  const versioned = [head, owners, routes.map(({ version }) => version), securedIn(places)]
  return {
    apiVersion: 'sitrep.dev/v1alpha1',
    kind: 'RoutingConfiguration',
    metadata: { namespace: gateway.namespace, name: gateway.name },
    spec: {
      version: digest(JSON.stringify(versioned)),
      ...head,
      listeners,
      rules: sorted(
        active.flatMap(({ rules }) =>
          rules.flatMap(({ key, rule }) => (used.has(key) ? [[key, rule] as const] : [])),
        ),
      ),
      backends: places,
    },
  }
}

const byPortAndHostname = (a: RoutingListener, b: RoutingListener): number =>
  a.port - b.port || compareHostnames(plainHostname(a.hostname), plainHostname(b.hostname))

const securedIn = (places: Readonly<Record<string, RoutingBackend>>) =>
  Object.entries(places).flatMap(([place, { tls, answer }]) =>
    tls === undefined && answer === undefined ? [] : [[place, tls, answer]],
  )

const sorted = <Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))

function withEntries(
  { section, ...head }: ListenerHead,
  routes: readonly AttachedRouteSpec[],
  isHere: (attachment: AttachedListener) => boolean,
): RoutingListener {
  const here = routes.flatMap((route) => {
    const attachment = route.attachments.find((each) => each.listener === section && isHere(each))
    return attachment === undefined ? [] : [{ route, attachment }]
  })
  const connections = head.protocol === 'TCP' || head.protocol === 'UDP'
  return { ...head, entries: connections ? oldest(here.map(({ route }) => route)) : ordered(here) }
}

// Connections cannot be told apart: of several routes the oldest has all of them.
function oldest(routes: readonly AttachedRouteSpec[]): readonly RoutingEntry[] {
  const [first] = [...routes].sort((a, b) => byAge(a.route, b.route))
  const [rule] = first?.rules ?? []
  return rule === undefined ? [] : [{ hostname: '', rule: rule.key }]
}

function ordered(
  here: readonly { readonly route: AttachedRouteSpec; readonly attachment: AttachedListener }[],
): readonly RoutingEntry[] {
  const candidates = here.flatMap(({ route: { kind, route, rules }, attachment }) =>
    attachment.hostnames.flatMap(({ effective, written }) =>
      rules.flatMap(({ key, matches, rule }) =>
        (matches.length === 0 ? [undefined] : matches).map(
          (match, order): Candidate => ({
            kind,
            route,
            written,
            effective,
            match,
            key,
            rule: rule.index,
            order,
          }),
        ),
      ),
    ),
  )
  return candidates.sort(byPrecedence).map(({ effective, match, key }) => ({
    hostname: effective,
    ...(match !== undefined && { match }),
    rule: key,
  }))
}
