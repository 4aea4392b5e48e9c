import { at, list, number, text } from '@sitrep/status'
import { mergeVersions, type VersionCount } from './versions.ts'

/** The counters that an object reports about its replicas. One that is not reported is not zero. */
export interface ReplicaCounts {
  readonly replicas: number | undefined
  readonly readyReplicas: number | undefined
  readonly availableReplicas: number | undefined
  readonly upToDateReplicas: number | undefined
  readonly versions: readonly VersionCount[]
}

/** Reads the counters of a status. */
export function readCounts(status: unknown): ReplicaCounts {
  return {
    replicas: number(at(status, 'replicas')),
    readyReplicas: number(at(status, 'readyReplicas')),
    availableReplicas: number(at(status, 'availableReplicas')),
    upToDateReplicas: number(at(status, 'upToDateReplicas')),
    versions: readVersions(at(status, 'versions')),
  }
}

function readVersions(value: unknown): readonly VersionCount[] {
  return list(value).map((entry) => ({
    version: text(at(entry, 'version')) ?? '',
    replicas: number(at(entry, 'replicas')) ?? 0,
  }))
}

/** Adds counters up. Each stays unsaid until somebody reports it. */
export function sumCounts(counts: readonly ReplicaCounts[]): ReplicaCounts {
  return {
    replicas: sum(counts.map(({ replicas }) => replicas)),
    readyReplicas: sum(counts.map(({ readyReplicas }) => readyReplicas)),
    availableReplicas: sum(counts.map(({ availableReplicas }) => availableReplicas)),
    upToDateReplicas: sum(counts.map(({ upToDateReplicas }) => upToDateReplicas)),
    versions: mergeVersions(counts.flatMap(({ versions }) => versions)),
  }
}

/** The sum of what is known; nothing when nothing is. */
export function sum(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0)
}
