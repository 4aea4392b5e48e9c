import { isFalse } from '@sitrep/conditions'
import type { JudgedMachine } from './machines.ts'

/** The Machines one of which is to go, and by what it is chosen. */
export interface Candidates {
  readonly machines: readonly JudgedMachine[]
  /** Those that a rollout is to replace. */
  readonly outdated: readonly JudgedMachine[]
  readonly failureDomains: readonly string[]
  readonly healthTypes: readonly string[]
}

/** The Machine that would go next: first those that somebody marked, then broken and outdated ones, out of the fullest failure domain. */
export function scaleDownCandidate(candidates: Candidates): JudgedMachine | undefined {
  const eligible = eligibleOf(candidates)
  const domain = fullestDomain(eligible, candidates)
  return oldest(eligible.filter(({ failureDomain }) => failureDomain === domain))
}

function eligibleOf({ machines, outdated, healthTypes }: Candidates): readonly JudgedMachine[] {
  const groups = [
    outdated.filter((machine) => machine.markedForDeletion),
    machines.filter((machine) => machine.markedForDeletion),
    outdated.filter(({ conditions }) => healthTypes.some((type) => isFalse(conditions, type))),
    outdated,
  ]
  return groups.find((group) => group.length > 0) ?? machines
}

function fullestDomain(eligible: readonly JudgedMachine[], { machines, failureDomains }: Candidates): string {
  const stray = eligible.filter(({ failureDomain }) => !failureDomains.includes(failureDomain))
  if (stray.length > 0) return oldest(stray)?.failureDomain ?? ''
  const count = (list: readonly JudgedMachine[], domain: string): number =>
    list.filter(({ failureDomain }) => failureDomain === domain).length
  const [fullest] = failureDomains
    .map((domain) => ({ domain, eligible: count(eligible, domain), all: count(machines, domain) }))
    .sort((a, b) => b.eligible - a.eligible || b.all - a.all)
  return fullest !== undefined && fullest.eligible > 0 ? fullest.domain : ''
}

function oldest(machines: readonly JudgedMachine[]): JudgedMachine | undefined {
  const age = ({ createdAt }: JudgedMachine): string => createdAt ?? ''
  return machines.toSorted((a, b) => compare(age(a), age(b)) || compare(a.name, b.name))[0]
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
