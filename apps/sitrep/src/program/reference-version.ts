import type { Engine } from '@sitrep/engine'
import type { KindRef, KubeObject } from '@sitrep/status'

const definitions: KindRef = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' }
const contracts = ['v1beta2', 'v1beta1']

/**
 * The version in which v1beta1 refers to a provider's kind: the newest that the definition of the kind names for the newest
 * contract. Nothing where there is no such definition or it names no contract.
 */
export function referenceVersionIn(
  engine: Pick<Engine, 'objects'>,
): (group: string, kind: string) => string | undefined {
  return (group, kind) => {
    for (const { object } of engine.objects(definitions))
      if (defines(object, { group, kind })) return newestVersion(object.metadata.labels ?? {})
    return undefined
  }
}

function defines({ spec }: KubeObject, { group, kind }: KindRef): boolean {
  const { group: own, names } = (spec ?? {}) as { group?: unknown; names?: { kind?: unknown } }
  return own === group && names?.kind === kind
}

function newestVersion(labels: Readonly<Record<string, string>>): string | undefined {
  const listed = contracts.map((contract) => labels[`cluster.x-k8s.io/${contract}`]).find(Boolean)
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
