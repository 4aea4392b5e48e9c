/** `v1` for the core group, `<group>/<version>` for the others. */
export function formatApiVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`
}

export interface GroupVersion {
  readonly group: string
  readonly version: string
}

export function parseApiVersion(apiVersion: string): GroupVersion {
  const slash = apiVersion.indexOf('/')
  if (slash < 0) return { group: '', version: apiVersion }
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) }
}

interface Rank {
  readonly stage: number
  readonly major: number
  readonly minor: number
}

const stages: Readonly<Record<string, number>> = { alpha: 0, beta: 1 }

/** Kubernetes priority: v2 before v1 before v1beta1 before v1alpha1; names of another form come last, by alphabet. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [rankOf(a), rankOf(b)]
  if (left === undefined || right === undefined) {
    if (left === undefined && right === undefined) return a < b ? -1 : Number(a > b)
    return left === undefined ? 1 : -1
  }
  return right.stage - left.stage || right.major - left.major || right.minor - left.minor
}

function rankOf(version: string): Rank | undefined {
  const match = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version)
  if (match === null) return undefined
  const [, major, stage, minor] = match
  return {
    stage: stage === undefined ? 2 : (stages[stage] ?? 0),
    major: Number(major),
    minor: Number(minor ?? 0),
  }
}
