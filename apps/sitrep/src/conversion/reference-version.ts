import { type Reflected, startReflector, type Timing } from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import { type KindRef, type KubeObject, kindKey } from '@sitrep/status'
import { crds } from '../cluster/install-crds.ts'

/** In which versions kinds are referred to, as long as it is followed. */
export interface ReferenceVersions {
  /** Nothing where there is no such definition, where it does not tell, and until the crds have been read. */
  readonly get: (kind: KindRef) => string | undefined
  /** Resolves once the CRDs have been read. */
  readonly read: Promise<void>
  readonly stop: () => Promise<void>
}

export interface ReferenceOptions {
  readonly timing: Timing
  /** What a CustomResourceDefinition tells of its kind. */
  readonly versionIn: (definition: KubeObject) => string | undefined
}

/** Follows the CustomResourceDefinitions of a cluster. */
export function followReferenceVersions(
  connection: Connection,
  { timing, versionIn }: ReferenceOptions,
): ReferenceVersions {
  const known = new Map<string, { readonly kind: string; readonly version: string | undefined }>()
  const take = (change: Reflected): void => {
    if ('gone' in change) known.delete(change.gone.name)
    else
      known.set(change.object.metadata.name, {
        kind: kindKey(definedKind(change.object)),
        version: versionIn(change.object),
      })
  }
  const whenRead = Promise.withResolvers<void>()
  const reflector = startReflector({
    connection,
    timing,
    resource: crds,
    onChanges: (changes) => changes.forEach(take),
    onState: ({ read }) => (read ? whenRead.resolve() : undefined),
  })
  return {
    read: whenRead.promise,
    get: (kind) => [...known.values()].find((entry) => entry.kind === kindKey(kind))?.version,
    stop: reflector.stop,
  }
}

function definedKind({ spec }: KubeObject): KindRef {
  const { group, names } = (spec ?? {}) as { group?: unknown; names?: { kind?: unknown } }
  return { group: String(group), kind: String(names?.kind) }
}
