import { globSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine, fileChanges } from '@sitrep/engine'
import { type KindRef, kindKey, managementCluster, namedKinds, profiles } from '@sitrep/status'
import { catalogFor } from '../families.ts'
import { vectorCatalog } from '../vectors/catalogs.ts'
import { readVectors } from '../vectors/vector.ts'
import { root } from '../workspace.ts'

/** What Sitrep knows and what that makes it read in the management cluster. */
export interface ManagementReads {
  /** Kinds whose status is computed: watched. */
  readonly computed: readonly KindRef[]
  /** Those of them whose status is written where Sitrep writes. */
  readonly written: readonly KindRef[]
  /** Kinds that are only looked at, as the worlds of all vectors ask for them. */
  readonly read: readonly KindRef[]
}

// Facts come from the controller itself and lie on no server.
const factGroup = 'sitrep.dev'

/** Runs every vector and collects what the engine asked of the management cluster. */
export function managementReads(): ManagementReads {
  const catalogs = profiles.map((profile) => catalogFor(profile))
  const computed = byKey(catalogs.flatMap(namedKinds))
  const written = byKey(
    catalogs.flatMap(({ definitions }) =>
      namedKinds({ definitions: definitions.filter(({ virtual }) => virtual !== true) }),
    ),
  )
  const asked: KindRef[] = []
  for (const file of globSync('packages/*/vectors/**/*.yaml', { cwd: root })) {
    for (const vector of readVectors(join(root, file))) {
      const catalog = vectorCatalog(vector)
      const engine = createEngine(catalog, { passes: 'once' })
      engine.apply(fileChanges(vector.objects, catalog.reach), vector.at)
      for (const { cluster, group, kind } of engine.asked)
        if (cluster === managementCluster && group !== factGroup) asked.push({ group, kind })
    }
  }
  const known = new Set(computed.map(kindKey))
  return { computed, written, read: byKey(asked).filter((kind) => !known.has(kindKey(kind))) }
}

function byKey(kinds: readonly KindRef[]): readonly KindRef[] {
  const found = new Map(kinds.map((kind) => [kindKey(kind), kind]))
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind)
}
