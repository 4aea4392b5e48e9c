import { filterStretches, foldStretches, isFalse, isTrue } from '@sitrep/conditions'
import type { MachineSeen } from './machine-seen.ts'

/** How many Machines are in which state. */
export interface MachineCounts {
  readonly replicas: number
  readonly readyReplicas: number
  readonly availableReplicas: number
  readonly upToDateReplicas: number
}

/** Counters that could not be taken: they are not there, which is not the same as zero. */
export const uncounted: Readonly<Record<keyof MachineCounts, undefined>> = {
  replicas: undefined,
  readyReplicas: undefined,
  availableReplicas: undefined,
  upToDateReplicas: undefined,
}

/** Counts by the Machines' own conditions. Machines that start or end count as replicas too. */
export const countMachines: (machines: readonly MachineSeen[]) => MachineCounts = foldStretches(
  (machines: readonly MachineSeen[]) => ({
    replicas: machines.length,
    readyReplicas: countTrue(machines, 'Ready'),
    availableReplicas: countTrue(machines, 'Available'),
    upToDateReplicas: countTrue(machines, 'UpToDate'),
  }),
  (counts) => ({
    replicas: total(counts.map(({ replicas }) => replicas)),
    readyReplicas: total(counts.map(({ readyReplicas }) => readyReplicas)),
    availableReplicas: total(counts.map(({ availableReplicas }) => availableReplicas)),
    upToDateReplicas: total(counts.map(({ upToDateReplicas }) => upToDateReplicas)),
  }),
)

/** The Machines that do not say that they are out of date: where nobody rolls out, that is all there is to know. */
export const notOutdated: (machines: readonly MachineSeen[]) => readonly MachineSeen[] = filterStretches(
  ({ conditions }) => !isFalse(conditions, 'UpToDate'),
)

/** What these numbers add up to. */
export const total = (numbers: readonly number[]): number => numbers.reduce((sum, count) => sum + count, 0)

function countTrue(machines: readonly MachineSeen[], type: string): number {
  let count = 0
  for (const { conditions } of machines) if (isTrue(conditions, type)) count++
  return count
}
