import { globSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine, fileChanges } from '@sitrep/engine'
import { type KindRef, kindKey, managementCluster, namedKinds } from '@sitrep/status'
import { catalogOf } from '../../apps/sitrep/src/program/families.ts'
import { profiles, readVectors } from '../vectors/vector.ts'
import { root } from '../workspace.ts'

/** What Sitrep knows and what that makes it read in the management cluster. */
export interface ManagementReads {
  /** Kinds whose status is computed: watched, and written where Sitrep writes. */
  readonly computed: readonly KindRef[]
  /** Kinds that are only looked at, as the worlds of all vectors ask for them. */
  readonly read: readonly KindRef[]
}

// Facts come from the controller itself and lie on no server.
const factGroup = 'sitrep.dev'

/** Runs every vector and collects what the engine asked of the management cluster. */
export function managementReads(): ManagementReads {
  const catalogs = new Map(profiles.map((profile) => [profile, catalogOf(profile)]))
  const computed = byKey([...catalogs.values()].flatMap(namedKinds))
  const asked: KindRef[] = []
  for (const file of globSync('packages/*/vectors/**/*.yaml', { cwd: root })) {
    for (const { objects, at, profile = 'released' } of readVectors(join(root, file))) {
      const catalog = catalogs.get(profile)
      if (catalog === undefined) continue
      const engine = createEngine(catalog, { passes: 'once' })
      engine.apply(fileChanges(objects, catalog.reach), at)
      for (const { cluster, group, kind } of engine.asked)
        if (cluster === managementCluster && group !== factGroup) asked.push({ group, kind })
    }
  }
  const known = new Set(computed.map(kindKey))
  return { computed, read: byKey(asked).filter((kind) => !known.has(kindKey(kind))) }
}

function byKey(kinds: readonly KindRef[]): readonly KindRef[] {
  const found = new Map(kinds.map((kind) => [kindKey(kind), kind]))
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind)
}
