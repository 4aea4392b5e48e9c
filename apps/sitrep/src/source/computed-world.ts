import { clusterOf, createEngine, type Engine, fileChanges } from '@sitrep/engine'
import { type Catalog, type KubeObject, type ObjectRef, refOf } from '@sitrep/status'
import type { ObjectFromFile } from './parse-objects.ts'

/** Objects with the statuses that Sitrep computes for them. */
export interface ComputedWorld {
  readonly engine: Engine
  readonly objects: readonly ComputedObject[]
}

export interface ComputedObject {
  readonly ref: ObjectRef
  readonly reported: KubeObject
  /** With the computed status; the reported object itself where nothing is computed. */
  readonly computed: KubeObject
  /** Whether Sitrep says anything about it. */
  readonly decided: boolean
}

/** Computes everything that can be computed from these objects alone, in the order in which they came. */
export function computeWorld(
  found: readonly ObjectFromFile[],
  { catalog, at }: { readonly catalog: Catalog; readonly at: string },
): ComputedWorld {
  const engine = createEngine(catalog)
  const objects = found.map(({ object }) => object)
  engine.apply(fileChanges(objects, catalog.reach), at)
  return {
    engine,
    objects: objects.map((reported) => {
      const ref = refOf(reported, clusterOf(reported))
      const computed = engine.object(ref) ?? reported
      const decided = engine.claims(ref).length > 0
      return {
        ref,
        reported,
        computed: decided ? { ...reported, status: computed.status } : reported,
        decided,
      }
    }),
  }
}
