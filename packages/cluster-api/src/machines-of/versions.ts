import { foldStretches } from '@sitrep/conditions'
import { compareVersions, parseVersion } from '@sitrep/status'
import type { MachineSeen } from './machine-seen.ts'

/** How many replicas run a version. */
export interface VersionCount {
  readonly version: string
  readonly replicas?: number
}

/** The versions that Machines run, oldest first: the kubelet's own word before the wish in the spec. */
export function versionsOf(machines: readonly MachineSeen[]): readonly VersionCount[] {
  return mergeVersions(versionsRun(machines).toSorted(byAge))
}

/** A version, how many Machines run it, and the oldest of them. */
interface VersionRun {
  readonly version: string
  readonly replicas: number
  readonly oldest: Aged
}

type Aged = Pick<MachineSeen, 'createdAt' | 'name'>

const versionsRun = foldStretches(
  (machines: readonly MachineSeen[]): readonly VersionRun[] =>
    addRuns(machines.map((machine) => ({ version: machine.version ?? '', replicas: 1, oldest: machine }))),
  (parts) => addRuns(parts.flat()),
)

function addRuns(runs: readonly VersionRun[]): readonly VersionRun[] {
  const byVersion = new Map<string, VersionRun>()
  for (const run of runs) {
    const known = byVersion.get(run.version)
    if (known === undefined) byVersion.set(run.version, run)
    else {
      const { version, oldest } = byAge(run, known) < 0 ? run : known
      byVersion.set(version, { version, oldest, replicas: known.replicas + run.replicas })
    }
  }
  return [...byVersion.values()]
}

const byAge = ({ oldest: a }: VersionRun, { oldest: b }: VersionRun): number =>
  compareTexts(a.createdAt ?? '', b.createdAt ?? '') || compareTexts(a.name, b.name)

/** Adds up what several objects report, oldest version first. */
export function mergeVersions(counts: readonly VersionCount[]): readonly VersionCount[] {
  const totals = new Map<string, number>()
  for (const { version, replicas = 0 } of counts) {
    if (version !== '') totals.set(version, (totals.get(version) ?? 0) + replicas)
  }
  if (totals.size < 2) return [...totals].map(counted)
  // Sorting is stable, so versions without an order among each other stay as they were met.
  return [...totals].sort(([a], [b]) => compareReported(a, b)).map(counted)
}

// An API server leaves a zero out, and so does whoever compares with it.
const counted = ([version, replicas]: readonly [string, number]): VersionCount =>
  replicas === 0 ? { version } : { version, replicas }

/** What is a version stands before what is none; texts that are none stand in their own order. */
function compareReported(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)]
  if (!left.valid || !right.valid) return Number(right.valid) - Number(left.valid) || compareTexts(a, b)
  const order = compareVersions(left.version, right.version)
  if (order === 'unordered') return 0
  return order || compareTexts(a, b)
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
