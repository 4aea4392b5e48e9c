/** How Machines are replaced: by a rolling update within limits, or only as somebody deletes them. */
export type Strategy =
  | { readonly type: 'OnDelete' }
  | {
      readonly type: 'RollingUpdate'
      readonly maxSurge: number | string
      readonly maxUnavailable: number | string
    }

export interface SetSize {
  readonly name: string
  /** What the set is told to have. */
  readonly replicas: number
  /** What it has, those that are going included. */
  readonly machines: number
  readonly available: number
}

export interface Rollout {
  readonly desired: number
  readonly strategy: Strategy
  /** The set of what is wanted now. */
  readonly current: SetSize
  /** The sets of what was wanted before, the oldest first. */
  readonly others: readonly SetSize[]
}

/** The next size of every set, by name: one step that stays within the limits of the strategy. */
export function rolloutStep({ desired, strategy, current, others }: Rollout): ReadonlyMap<string, number> {
  const old = others.reduce((sum, { replicas }) => sum + replicas, 0)
  if (strategy.type === 'OnDelete') return onDelete(desired, current, others)
  if (old === 0) return new Map([[current.name, desired]])
  const { surge, unavailable } = limits(strategy, desired)
  const room = Math.max(0, desired + surge - old - current.replicas)
  const grown = current.replicas > desired ? desired : Math.min(desired, current.replicas + room)
  return new Map([[current.name, grown], ...shrunk({ desired, current, others, unavailable })])
}

function onDelete(
  desired: number,
  current: SetSize,
  others: readonly SetSize[],
): ReadonlyMap<string, number> {
  // Old sets follow what is left of them: a Machine that somebody deleted is not made again.
  const kept = others.map(({ name, replicas, machines }) => [name, Math.min(replicas, machines)] as const)
  const left = kept.reduce((sum, [, replicas]) => sum + replicas, 0)
  return new Map([...kept, [current.name, Math.max(current.replicas, desired - left)]])
}

interface Shrinking {
  readonly desired: number
  readonly current: SetSize
  readonly others: readonly SetSize[]
  readonly unavailable: number
}

function shrunk({
  desired,
  current,
  others,
  unavailable,
}: Shrinking): readonly (readonly [string, number])[] {
  const total = [current, ...others].reduce((sum, { replicas }) => sum + replicas, 0)
  const least = desired - unavailable
  // What the current set has not brought up yet must be borne by the old ones.
  let budget = total - least - Math.max(0, current.replicas - current.available)
  const sizes = new Map(others.map((set) => [set.name, set.replicas]))
  const take = (name: string, count: number): void => {
    const taken = Math.max(0, Math.min(count, budget, sizes.get(name) ?? 0))
    sizes.set(name, (sizes.get(name) ?? 0) - taken)
    budget -= taken
  }
  // Those that serve nobody go first: they cost nothing.
  for (const { name, replicas, available } of others) take(name, replicas - Math.min(replicas, available))
  const serving = [current, ...others].reduce((sum, set) => sum + Math.min(set.available, set.replicas), 0)
  let spare = serving - least
  for (const { name } of others) {
    const before = sizes.get(name) ?? 0
    take(name, Math.min(before, spare))
    spare -= before - (sizes.get(name) ?? 0)
  }
  return [...sizes]
}

function limits(strategy: Extract<Strategy, { type: 'RollingUpdate' }>, desired: number) {
  const surge = amount(strategy.maxSurge, desired, Math.ceil)
  const unavailable = Math.min(desired, amount(strategy.maxUnavailable, desired, Math.floor))
  // With neither room above nor below nothing could ever move.
  return surge === 0 && unavailable === 0 ? { surge, unavailable: 1 } : { surge, unavailable }
}

/** A count, or a share of another one in percent (`25%`), as Kubernetes writes either. */
export function amount(value: unknown, of: number, round: (number: number) => number = Math.ceil): number {
  const share = typeof value === 'string' ? /^(\d+)%$/.exec(value)?.[1] : undefined
  return share === undefined ? Number(value) || 0 : round((Number(share) * of) / 100)
}
