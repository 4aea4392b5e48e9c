import type { Condition, Instant } from '@sitrep/conditions'
import type { KubeObject, Reading } from '@sitrep/status'

/** A GatewayClass, as far as it is looked at. */
export interface GatewayClass extends KubeObject {
  readonly status?: GatewayClassStatus
}

/** What is said of a GatewayClass. */
export interface GatewayClassStatus {
  readonly conditions: readonly Condition[]
  readonly supportedFeatures?: readonly { readonly name: string }[]
}

/** What a GatewayClass is judged from. */
export interface GatewayClassObserved {
  readonly controllerName: string
  /** The kind of the parameters that it names. */
  readonly parameters: string | undefined
  /** The version of the CRDs that the cluster has; an empty text where they say none. */
  readonly bundleVersion: Reading<string>
  readonly generation: number | undefined
  readonly previous: GatewayClassStatus | undefined
  readonly now: Instant
}
