import type { WeightedBackend } from '@sitrep/gateway-api'

/** Chooses one of the places of a rule by their weights; `chance` lies between 0 and 1. Nothing where no place has any weight. */
export function weighted(backends: readonly WeightedBackend[], chance: number): WeightedBackend | undefined {
  const sum = backends.reduce((total, { weight }) => total + weight, 0)
  let left = chance * sum
  return backends.find(({ weight }) => {
    left -= weight
    return weight > 0 && left < 0
  })
}
