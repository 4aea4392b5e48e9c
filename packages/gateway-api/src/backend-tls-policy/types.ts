import type { Instant } from '@sitrep/conditions'
import type { Fields, KubeObject, Listing, Reading } from '@sitrep/status'
import type { Aged } from '../model/names.ts'
import type { Referred } from '../references/types.ts'
import type { AttachedListener } from '../route/types.ts'

/** A BackendTLSPolicy. */
export interface BackendTlsPolicy extends KubeObject {
  readonly status?: PolicyStatus
}

/** What is said of a policy: one entry for every ancestor and controller. */
export interface PolicyStatus {
  readonly ancestors: readonly Fields[]
}

/** A Service, or one of its ports, that a policy is about. */
export interface PolicyTarget {
  readonly service: string
  readonly section: string | undefined
  /** The names of the ports that the Service has; absent where the target is no Service. */
  readonly ports?: Reading<readonly string[]>
}

/** Another policy about the same Service. */
export interface RivalPolicy extends Aged {
  readonly targets: readonly Pick<PolicyTarget, 'service' | 'section'>[]
}

/** What a BackendTLSPolicy is judged from. */
export interface PolicyObserved {
  readonly self: Aged
  readonly generation: number | undefined
  readonly targets: readonly PolicyTarget[]
  readonly authorities: readonly Referred<{ readonly sound: boolean }>[]
  readonly wellKnownAuthorities: string | undefined
  readonly rivals: Listing<RivalPolicy>
  /** The Gateways that send traffic to a target. */
  readonly gateways: readonly Pick<AttachedListener, 'gateway' | 'controllerName'>[]
  readonly previous: PolicyStatus | undefined
  readonly now: Instant
}
