import {
  bundleKind,
  clusterOf,
  createEngine,
  type Engine,
  factGroup,
  fileChanges,
  type Looked,
} from '@sitrep/engine'
import {
  type Catalog,
  crdKind,
  fields,
  type KindRef,
  type KubeObject,
  kindKey,
  layoutOf,
  managementCluster,
  type ObjectRef,
  refOf,
} from '@sitrep/status'
import type { ObjectFromFile } from './parse-objects.ts'

/** Objects with the statuses that Sitrep computes for them. */
export interface ComputedWorld {
  readonly engine: Engine
  readonly objects: readonly ComputedObject[]
  /** Kinds of which the files hold nothing and that somebody asks for: what depends on them stays as it is reported. */
  readonly unlooked: readonly KindRef[]
  /** Those whose status cannot be computed from what stands in them. */
  readonly uncomputed: readonly ObjectRef[]
}

export interface ComputedObject {
  readonly ref: ObjectRef
  readonly reported: KubeObject
  /** In the layout in which everything is read: with the computed status, or with the reported one where nothing is computed. */
  readonly computed: KubeObject
  /** The same in the version in which it came. */
  readonly written: KubeObject
  /** Whether Sitrep says anything about it. */
  readonly decided: boolean
}

/** Computes everything that can be computed from these objects alone, in the order in which they came. */
export function computeWorld(
  found: readonly ObjectFromFile[],
  {
    catalog,
    at,
    looked = 'found',
  }: { readonly catalog: Catalog; readonly at: string; readonly looked?: Looked },
): ComputedWorld {
  const engine = createEngine(catalog, { unread: 'hold' })
  const objects = found.map(({ object }) => object)
  const first = engine.apply(fileChanges(objects, catalog.reach, looked), at)
  // Facts are seen by whoever looks from outside: where there is none, nobody did.
  const facts = engine.wanted.filter(({ group }) => group === factGroup)
  const changes = [
    ...first,
    ...engine.apply(
      facts.map((kind) => ({ kind, read: true })),
      at,
    ),
  ]
  return {
    engine,
    unlooked: unlookedIn(engine),
    uncomputed: changes.flatMap(({ ref, problems }) =>
      problems.some(({ problem }) => problem === 'definition-threw') ? [ref] : [],
    ),
    objects: objects
      .filter((object) => kindKey(refOf(object)) !== kindKey(bundleKind))
      .map((reported) => {
        const ref = refOf(reported, clusterOf(reported))
        const { apiVersion, status } = engine.object(ref) ?? reported
        const decided = engine.claims(ref).length > 0
        const layout = layoutOf(catalog, reported)
        if (!decided) {
          const computed = layout?.keep(reported) ?? reported
          return { ref, reported, computed, written: reported, decided }
        }
        const laidOut = layout?.layOut(fields(status), reported) ?? status
        return {
          ref,
          reported,
          computed: { ...reported, apiVersion, status },
          written: { ...reported, status: laidOut },
          decided,
        }
      }),
  }
}

// Of a kind several keys may be asked for.
function unlookedIn(engine: Engine): readonly KindRef[] {
  const kinds = new Map<string, KindRef>()
  for (const { cluster, group, kind } of engine.wanted)
    if (cluster === managementCluster) kinds.set(kindKey({ group, kind }), { group, kind })
  kinds.delete(kindKey(crdKind))
  return [...kinds.values()]
}
