import type { DepotObserved, Gate } from './types.ts'

/** The observation reduced to what the rules ask. */
export interface DepotFacts {
  readonly gates: readonly Gate[]
  readonly listed: boolean
  readonly parcels: number
  readonly weight: number
  readonly capacity: number
  readonly vehiclesListed: boolean
  readonly vehiclesReady: number
}

/** Reduces the observation to them. */
export function depotFacts({ gates, capacity, parcels, vehicles }: DepotObserved): DepotFacts {
  const weights = parcels.read ? parcels.items.map(({ weight }) => weight) : []
  return {
    gates,
    capacity,
    listed: parcels.read,
    parcels: weights.length,
    weight: weights.reduce((sum, weight) => sum + weight, 0),
    vehiclesListed: vehicles.read,
    vehiclesReady: vehicles.read ? vehicles.items.filter(Boolean).length : 0,
  }
}
