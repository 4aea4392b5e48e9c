import { coreGroup } from '../kinds.ts'

const contracts = ['v1beta2', 'v1beta1']

/** The newest of the versions that the labels of a definition name for the newest contract. Nothing where they name no contract. */
export function newestVersion(labels: Readonly<Record<string, string>>): string | undefined {
  const listed = contracts.map((contract) => labels[`${coreGroup}/${contract}`]).find(Boolean)
  return listed?.split('_').sort(byAge).at(-1)
}

// As Kubernetes orders versions: released ones above betas above alphas, then by number; what is no version comes first.
function byAge(a: string, b: string): number {
  const [left, right] = [rankOf(a), rankOf(b)]
  for (const at of [0, 1, 2]) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a < b ? 1 : -1
}

function rankOf(version: string): readonly number[] {
  const [, major, stage, minor] = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version) ?? []
  if (major === undefined) return [0, 0, 0]
  const level = stage === undefined ? 3 : stage === 'beta' ? 2 : 1
  return [level, Number(major), Number(minor ?? 0)]
}
