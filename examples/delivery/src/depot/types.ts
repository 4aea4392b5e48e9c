import type { Condition } from '@sitrep/conditions'
import type { Listing } from '@sitrep/status'

/** A gate as the spec has it. */
export interface Gate {
  readonly name: string
  readonly locked: boolean
}

/** What a Depot knows of a Parcel that names it. */
export interface ParcelForDepot {
  readonly name: string
  readonly weight: number
}

export interface DepotObserved {
  readonly namespace: string
  readonly name: string
  readonly generation: number | undefined
  readonly ours: boolean
  readonly gates: readonly Gate[]
  readonly capacity: number
  readonly parcels: Listing<ParcelForDepot>
  /** Whether each of its vehicles can go. */
  readonly vehicles: Listing<boolean>
  readonly previous: DepotStatus | undefined
  readonly now: string
}

export interface GateStatus {
  readonly name: string
  readonly conditions: readonly Condition[]
}

export interface DepotStatus {
  readonly observedGeneration?: number
  readonly parcels?: number
  readonly gates?: readonly GateStatus[]
  readonly conditions?: readonly Condition[]
}
