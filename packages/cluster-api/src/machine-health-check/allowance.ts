import type { HealthCheckSpec } from './spec.ts'

/** Whether sick Machines may be replaced: too many of them are no accident, and replacing them would not help. */
export type Allowance =
  | { readonly allowed: boolean; readonly remaining: number }
  /** The limit cannot be understood. */
  | { readonly allowed: 'unclear' }

export function allowanceOf(spec: HealthCheckSpec, expected: number, healthy: number): Allowance {
  const unhealthy = expected - healthy
  if (spec.unhealthyRange !== undefined) {
    const [, low, high] = /^\[(\d+)-(\d+)\]$/.exec(spec.unhealthyRange) ?? []
    if (low === undefined || high === undefined || Number(high) < Number(low)) return { allowed: 'unclear' }
    return {
      allowed: unhealthy >= Number(low) && unhealthy <= Number(high),
      remaining: Number(high) - unhealthy,
    }
  }
  const [, amount, percent] = /^(\d+)(%?)$/.exec(spec.maxUnhealthy) ?? []
  if (amount === undefined) return { allowed: 'unclear' }
  const limit = percent === '%' ? Math.floor((Number(amount) * expected) / 100) : Number(amount)
  return { allowed: unhealthy <= limit, remaining: limit - unhealthy }
}
