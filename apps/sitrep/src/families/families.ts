import type { Edge } from '@sitrep/controller'
import type { Family } from '@sitrep/status'

/** A family that is loaded when somebody asks for what it knows. */
export interface ListedFamily {
  readonly name: string
  readonly load: () => Promise<Family>
  /** What it has outside the API, loaded when a controller starts. */
  readonly edge?: () => Promise<Edge>
}

/** A family as it can stand in a list: as it is, or by name and loaded when it is needed. */
export type FamilyEntry = Family | ListedFamily

// biome-ignore format: one line a family
/** The families that Sitrep brings along. A family stands behind those that its status follows from. */
export const builtInFamilies: readonly ListedFamily[] = [
  { name: 'cluster-api',  load: async () => (await import('@sitrep/cluster-api/family')).clusterApiFamily, edge: async () => (await import('@sitrep/cluster-api-edge')).clusterApiEdge() },
  { name: 'eks-anywhere', load: async () => (await import('@sitrep/eks-anywhere/family')).eksAnywhereFamily },
  { name: 'crossplane',   load: async () => (await import('@sitrep/crossplane/family')).crossplaneFamily },
  { name: 'gateway-api',  load: async () => (await import('@sitrep/gateway-api/family')).gatewayApiFamily },
]

/** The families of a list, in its order. What takes long about one is still behind its `parts`. */
export const loadFamilies = (entries: readonly FamilyEntry[]): Promise<readonly Family[]> =>
  Promise.all(entries.map(loadFamily))

/** The edges of these families, as far as the list names one. */
export const loadEdges = (
  entries: readonly FamilyEntry[],
  families: readonly Family[],
): Promise<readonly Edge[]> =>
  Promise.all(
    entries.flatMap((entry) =>
      'load' in entry && entry.edge !== undefined && families.some(({ name }) => name === entry.name)
        ? [entry.edge()]
        : [],
    ),
  )

export const loadFamily = async (entry: FamilyEntry): Promise<Family> =>
  'load' in entry ? entry.load() : entry
