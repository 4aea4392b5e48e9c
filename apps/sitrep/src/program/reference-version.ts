import { type Reflected, startReflector, type Timing } from '@sitrep/controller'
import type { Connection, ServedResource } from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'

const definitions: ServedResource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
  names: [],
}
const contracts = ['v1beta2', 'v1beta1']

/** In which versions providers' kinds are referred to, as long as it is followed. */
export interface ReferenceVersions {
  /**
   * The version in which v1beta1 refers to a kind: the newest that the definition of the kind names for the newest contract. Nothing
   * where there is no such definition, where it names no contract, and until the definitions have been read.
   */
  readonly get: (group: string, kind: string) => string | undefined
  readonly stop: () => Promise<void>
}

/** Follows the CustomResourceDefinitions of a cluster. */
export function followReferenceVersions(connection: Connection, timing: Timing): ReferenceVersions {
  const known = new Map<string, { readonly kind: string; readonly version: string | undefined }>()
  const take = (change: Reflected): void => {
    if ('gone' in change) known.delete(change.gone.name)
    else
      known.set(change.object.metadata.name, {
        kind: definedKind(change.object),
        version: newestVersion(change.object.metadata.labels ?? {}),
      })
  }
  const reflector = startReflector({
    connection,
    timing,
    resource: definitions,
    onChanges: (changes) => changes.forEach(take),
    onState: () => {},
  })
  return {
    get: (group, kind) => [...known.values()].find((entry) => entry.kind === `${group} ${kind}`)?.version,
    stop: reflector.stop,
  }
}

function definedKind({ spec }: KubeObject): string {
  const { group, names } = (spec ?? {}) as { group?: unknown; names?: { kind?: unknown } }
  return `${String(group)} ${String(names?.kind)}`
}

/** The newest of the versions that the labels of a definition name for the newest contract. */
export function newestVersion(labels: Readonly<Record<string, string>>): string | undefined {
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
