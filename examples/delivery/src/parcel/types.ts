import type { Condition } from '@sitrep/conditions'
import type { Reading } from '@sitrep/status'

/** A Depot as a Parcel names it, the namespace filled in. */
export interface DepotReference {
  readonly namespace: string
  readonly name: string
}

/** What a Parcel knows of a Depot. */
export interface DepotForParcel {
  readonly operator: string
  readonly ready: string | undefined
}

export interface Named {
  readonly depot: DepotReference
  readonly reading: Reading<DepotForParcel>
}

export interface ParcelObserved {
  readonly namespace: string
  readonly generation: number | undefined
  readonly named: readonly Named[]
  readonly previous: ParcelStatus | undefined
  readonly now: string
}

export interface DepotEntry {
  readonly depot: DepotReference
  readonly operator: string
  readonly conditions: readonly Condition[]
}

export interface ParcelStatus {
  readonly depots?: readonly DepotEntry[]
}
