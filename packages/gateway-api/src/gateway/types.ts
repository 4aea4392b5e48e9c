import type { Condition, Instant } from '@sitrep/conditions'
import type { Fields, KubeObject, Listing, Reading } from '@sitrep/status'
import type { CertificateState } from '../certificates/types.ts'
import type { DataPlaneReport, GatewayAddress } from '../data-plane/types.ts'
import type { RouteKindName } from '../kinds.ts'
import type { ListenerObserved, ListenerStatus } from '../listener/types.ts'
import type { AttachedListenerSetSpec } from '../listener-set/types.ts'
import type { Aged, NamespacedName } from '../model/names.ts'
import type { ObjectReference, Referred } from '../references/types.ts'
import type { AttachedRouteSpec } from '../route/types.ts'

/** A Gateway. */
export interface Gateway extends KubeObject {
  readonly status?: GatewayStatus
}

/** What is said of a Gateway. */
export interface GatewayStatus {
  readonly addresses?: readonly GatewayAddress[]
  readonly attachedListenerSets?: number
  readonly conditions: readonly Condition[]
  readonly listeners?: readonly ListenerStatus[]
}

/** The class of a Gateway, as the Gateway sees it. */
export interface ClassSeen {
  readonly controllerName: string
  /** It is ours and refused. */
  readonly refused: boolean
}

/** An address that a Gateway asks for; one without a value leaves the choice open. */
export interface WantedAddress {
  readonly type: string
  readonly value: string | undefined
}

/** A policy for TLS to a backend, as a Gateway sees it that sends traffic there. */
export interface PolicySeen extends Aged {
  /** The Services and perhaps the names of their ports. */
  readonly targets: readonly { readonly service: string; readonly section: string | undefined }[]
  readonly hostname: string
  readonly subjectAltNames: readonly Fields[]
  readonly authorities: readonly ObjectReference[]
  readonly wellKnownAuthorities: string | undefined
  /** What is said of it for each Gateway, by `namespace/name`: that it holds, or why it does not. */
  readonly reasons: Readonly<Record<string, string>>
}

/** What a Gateway is judged from. */
export interface GatewayObserved {
  readonly self: NamespacedName
  readonly generation: number | undefined
  readonly className: string
  readonly class: Reading<ClassSeen>
  /** The kind of the parameters that it names. */
  readonly parameters: string | undefined
  readonly addresses: readonly WantedAddress[]
  readonly listeners: readonly ListenerObserved[]
  readonly clientCertificate: Referred<CertificateState> | undefined
  readonly insecureClients: boolean
  readonly sets: Listing<AttachedListenerSetSpec>
  readonly routes: readonly AttachedRouteSpec[]
  readonly readableRoutes: readonly RouteKindName[]
  readonly policies: readonly PolicySeen[]
  readonly report: Reading<DataPlaneReport>
  readonly previous: GatewayStatus | undefined
  readonly now: Instant
}
