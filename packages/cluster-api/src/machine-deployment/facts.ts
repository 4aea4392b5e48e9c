import { templateDifferences } from '../machine/facts/up-to-date.ts'
import type { ReplicaFacts } from '../machines-of/facts.ts'
import type { ReplicaCounts } from '../machines-of/replica-counts.ts'
import { sumCounts } from '../machines-of/replica-counts.ts'
import { templatesThatAre } from '../scaling/template.ts'
import type { MachineDeploymentObserved, MachineSetSeen, RolloutStrategy } from './types.ts'

/** The observation reduced to what the rules ask about. */
export interface MachineDeploymentFacts extends ReplicaFacts {
  readonly machineSets: readonly MachineSetSeen[]
  readonly counts: ReplicaCounts
  /** What the spec says, also while deleting. */
  readonly replicas: number | undefined
  readonly strategy: RolloutStrategy
  /** The kinds of the templates that do not exist. */
  readonly missing: readonly string[]
  /** A new MachineSet is due, but there is nothing to make its Machines from. */
  readonly rolloutBlocked: boolean
}

/** Reduces an observation to what the rules ask about. */
export function factsOf(
  observed: MachineDeploymentObserved,
  strategy: RolloutStrategy = observed.strategy,
): MachineDeploymentFacts {
  const { machines, deleting, replicas, templates, clock } = observed
  const machineSets = observed.machineSets.read ? observed.machineSets.items : []
  const counts = sumCounts(machineSets.map((set) => set.counts))
  const missing = deleting ? [] : templatesThatAre('missing', templates)
  return {
    clock,
    // Templates that cannot be looked at end the pass before the MachineSets are listed; a deletion needs no templates.
    listed: observed.machineSets.read && (deleting || templatesThatAre('unreadable', templates).length === 0),
    machines: machines.read ? machines.items : [],
    machineSets,
    counts,
    deleting,
    replicas,
    // Deleting outranks the spec: nothing is wanted any more. But what was never said stays unsaid.
    desired: deleting && replicas !== undefined ? 0 : replicas,
    current: counts.replicas ?? 0,
    available: counts.availableReplicas,
    strategy,
    missing,
    rolloutBlocked: missing.length > 0 && !observed.rolloutPaused && currentSet(observed) === undefined,
  }
}

/**
 * The MachineSet that is what the deployment wants now. Of several the largest, then the oldest: that moves the fewest
 * Machines. Once `rollout.after` has passed, nothing older than it counts.
 */
export function currentSet({
  machineSets,
  template,
  rolloutAfter,
  clock,
}: MachineDeploymentObserved): MachineSetSeen | undefined {
  const sets = machineSets.read ? machineSets.items : []
  const same = sets
    .filter((set) => templateDifferences(set.template, template).length === 0)
    .sort(bySizeAndAge)
  if (rolloutAfter === undefined || !clock.passed(rolloutAfter, 0)) return same[0]
  const after = Date.parse(rolloutAfter)
  return same.find(({ createdAt }) => createdAt !== undefined && Date.parse(createdAt) >= after)
}

function bySizeAndAge(a: MachineSetSeen, b: MachineSetSeen): number {
  return (
    (b.desired ?? -1) - (a.desired ?? -1) ||
    Date.parse(a.createdAt ?? '') - Date.parse(b.createdAt ?? '') ||
    (a.name < b.name ? -1 : 1)
  )
}

/** How many replicas have to be available for the strategy. */
export const requiredReplicas = ({
  replicas = 0,
  strategy,
}: Pick<MachineDeploymentFacts, 'replicas' | 'strategy'>): number =>
  replicas - maxUnavailable(strategy, replicas)

/** Whether Machines are replaced one after the other, so that some may be missing at a time. */
export const isRolling = ({ type }: RolloutStrategy): boolean => type === 'RollingUpdate'

/** What holds where the spec says nothing: Machines are replaced one after the other, with one to spare and none missing. */
export const completed = ({ type, maxSurge, maxUnavailable }: RolloutStrategy): RolloutStrategy => ({
  type: type ?? 'RollingUpdate',
  maxSurge: maxSurge ?? 1,
  maxUnavailable: maxUnavailable ?? 0,
})

/** How many of these replicas may be missing at a time. Only a rolling update allows any. */
function maxUnavailable(strategy: RolloutStrategy, replicas: number): number {
  if (!isRolling(strategy) || replicas === 0) return 0
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
