import type { KubeObject, View } from '@sitrep/status'
import { attachedRouteKind, type RouteKindName } from '../kinds.ts'
import type { Aged } from '../model/age.ts'
import type { SharedHostname } from '../model/hostnames.ts'
import { digest } from '../routing/digest.ts'
import type { RoutingBackend, RoutingMatch, RoutingRule } from '../routing/types.ts'

/** A listener of ours that a route is attached to. */
export interface AttachedListener {
  /** `namespace/name` of the Gateway. */
  readonly gateway: string
  /** The controller name of its class. */
  readonly controllerName: string
  /** `namespace/name` of the ListenerSet, where the listener is one of those. */
  readonly set?: string
  readonly listener: string
  readonly hostnames: readonly SharedHostname[]
  /** TLS is passed on as it comes. */
  readonly passthrough?: true
}

/** A rule that is in use, with what it matches. */
export interface AttachedRule {
  /** What it is called in a configuration: `HTTPRoute/shop/cart/0`. */
  readonly key: string
  readonly matches: readonly RoutingMatch[]
  readonly rule: RoutingRule
}

/** What the verdict of an accepted route yields: where it is attached and what its rules lead to. Its Gateways put their configuration together from it. */
export interface AttachedRouteSpec {
  readonly kind: RouteKindName
  readonly route: Aged
  readonly generation: number
  readonly attachments: readonly AttachedListener[]
  readonly rules: readonly AttachedRule[]
  readonly backends: Readonly<Record<string, RoutingBackend>>
  /** `namespace/name` of the Services that a policy for TLS to backends could be about. */
  readonly services: readonly string[]
  /** Differs whenever anything else differs, so that nobody has to compare all of it. */
  readonly version: string
}

/** The object that carries it: one a route, in its namespace. */
export const attachedRoute = (spec: Omit<AttachedRouteSpec, 'version'>): KubeObject => ({
  apiVersion: `${attachedRouteKind.group}/v1alpha1`,
  kind: attachedRouteKind.kind,
  metadata: { namespace: spec.route.namespace, name: `${spec.kind.toLowerCase()}.${spec.route.name}` },
  spec: { ...spec, version: digest(JSON.stringify(spec)) } satisfies AttachedRouteSpec,
})

/** All of it, for a Gateway. */
export const attachedRouteView: View<AttachedRouteSpec> = {
  name: 'attachedRoute',
  of: ({ spec }) => spec as AttachedRouteSpec,
}

/** The Gateways that send traffic of a route to Services, each with the controller name of its class. */
export const gatewaysOfRoute: View<readonly Pick<AttachedListener, 'gateway' | 'controllerName'>[]> = {
  name: 'gatewaysOfRoute',
  of: ({ spec }) => {
    const { attachments } = spec as AttachedRouteSpec
    const found = new Map(
      attachments.map(({ gateway, controllerName }) => [gateway, { gateway, controllerName }]),
    )
    return [...found.values()]
  },
}

/** The listeners that an attached route counts for. */
export const attachmentsView: View<readonly AttachedListener[]> = {
  name: 'attachments',
  of: ({ spec }) => (spec as AttachedRouteSpec).attachments,
}
