import { globSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine, type Engine, fileChanges } from '@sitrep/engine'
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
      const foreign = onlyForDescribed(engine)
      for (const { cluster, group, kind } of engine.asked)
        if (cluster === managementCluster && group !== factGroup && !foreign.has(kindKey({ group, kind })))
          asked.push({ group, kind })
    }
  }
  const known = new Set(computed.map(kindKey))
  return { computed, written, read: byKey(asked).filter((kind) => !known.has(kindKey(kind))) }
}

// Which kinds others bring at run time, and which those refer to, no role can name: whoever brings them grants the right to read them.
function onlyForDescribed(engine: Engine): ReadonlySet<string> {
  const described = new Set(engine.describedKinds.map(kindKey))
  const readings = engine.reads()
  const isNamed = (reader: KindRef): boolean => !described.has(kindKey(reader))
  const byNamed = new Set(readings.filter(({ reader }) => isNamed(reader)).map(({ read }) => kindKey(read)))
  const referred = readings.filter(({ reader }) => !isNamed(reader)).map(({ read }) => kindKey(read))
  return new Set([...described, ...referred].filter((kind) => !byNamed.has(kind)))
}

function byKey(kinds: readonly KindRef[]): readonly KindRef[] {
  const found = new Map(kinds.map((kind) => [kindKey(kind), kind]))
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind)
}
