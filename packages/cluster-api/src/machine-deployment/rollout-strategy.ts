import { at, text } from '@sitrep/status'

/** How a MachineDeployment replaces Machines. */
export interface RolloutStrategy {
  readonly rolling: boolean
  /** A number, a percentage such as `25%`, or nothing. */
  readonly maxUnavailable: number | string | undefined
  readonly maxSurge: number | string | undefined
}

/** Reads the strategy of a spec: under `rollout`, or at the top as v1beta1 has it. */
export function readStrategy(spec: unknown): RolloutStrategy {
  const strategy = at(spec, 'rollout', 'strategy') ?? at(spec, 'strategy')
  return {
    rolling: text(at(strategy, 'type')) === 'RollingUpdate',
    maxUnavailable: numberOrText(at(strategy, 'rollingUpdate', 'maxUnavailable')),
    maxSurge: numberOrText(at(strategy, 'rollingUpdate', 'maxSurge')),
  }
}

const numberOrText = (value: unknown): number | string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? value : undefined

/** How many of these replicas may be missing at a time. Only a rolling update allows any. */
export function maxUnavailable(strategy: RolloutStrategy, replicas: number): number {
  if (!strategy.rolling || replicas === 0) return 0
  const surge = scaled(strategy.maxSurge, replicas, Math.ceil)
  const unavailable = scaled(strategy.maxUnavailable, replicas, Math.floor)
  if (surge === undefined || unavailable === undefined) return 0
  // With neither a spare nor a gap no Machine could ever be replaced.
  return Math.min(surge === 0 && unavailable === 0 ? 1 : unavailable, replicas)
}

/** A number or a share of the whole; nothing where it is neither. */
function scaled(
  value: number | string | undefined,
  whole: number,
  round: (share: number) => number,
): number | undefined {
  if (typeof value === 'number') return value
  const percentage = /^([+-]?[0-9]+)%$/.exec(value ?? '')?.[1]
  return percentage === undefined ? undefined : round((Number(percentage) * whole) / 100)
}

/** The number or percentage as it stands in the spec. */
export const formatShare = (value: number | string | undefined): string => String(value ?? '<nil>')
