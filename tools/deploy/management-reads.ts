import { type KindRef, kindKey, managementCluster, namedKinds, profiles } from '@sitrep/status'
import { catalogFor } from '../families.ts'
import type { VectorReads } from '../vectors/vector-reads.ts'

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

/** Collects what the engine asked of the management cluster while it judged the vectors. */
export function managementReads(reads: readonly VectorReads[]): ManagementReads {
  const catalogs = profiles.map((profile) => catalogFor(profile))
  const computed = byKey(catalogs.flatMap(namedKinds))
  const written = byKey(
    catalogs.flatMap(({ definitions }) =>
      namedKinds({ definitions: definitions.filter(({ virtual }) => virtual !== true) }),
    ),
  )
  const asked: KindRef[] = []
  for (const each of reads) {
    const foreign = onlyForDescribed(each)
    for (const { cluster, group, kind } of each.asked)
      if (cluster === managementCluster && group !== factGroup && !foreign.has(kindKey({ group, kind })))
        asked.push({ group, kind })
  }
  const known = new Set(computed.map(kindKey))
  return { computed, written, read: byKey(asked).filter((kind) => !known.has(kindKey(kind))) }
}

// Which kinds others bring at run time, and which those refer to, no role can name: whoever brings them grants the right to read them.
function onlyForDescribed({ describedKinds, readings }: VectorReads): ReadonlySet<string> {
  const described = new Set(describedKinds.map(kindKey))
  const isNamed = (reader: KindRef): boolean => !described.has(kindKey(reader))
  const byNamed = new Set(readings.filter(({ reader }) => isNamed(reader)).map(({ read }) => kindKey(read)))
  const referred = readings.filter(({ reader }) => !isNamed(reader)).map(({ read }) => kindKey(read))
  return new Set([...described, ...referred].filter((kind) => !byNamed.has(kind)))
}

function byKey(kinds: readonly KindRef[]): readonly KindRef[] {
  const found = new Map(kinds.map((kind) => [kindKey(kind), kind]))
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind)
}
