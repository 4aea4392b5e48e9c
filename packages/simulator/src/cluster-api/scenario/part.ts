import type { ScenarioPart } from '../../scenario/part.ts'
import { durations } from '../durations.ts'
import { clusterApiActions } from './happening-actions.ts'
import { clusterHappenings } from './happenings.ts'
import { creationOf, readCluster } from './read-cluster.ts'

/** What scenario files say about clusters, and what that does to those of Cluster API. */
export const scenario: ScenarioPart = {
  timings: durations,
  lists: { clusters: (reader, entry) => creationOf(readCluster(reader, entry, 'cluster-api')) },
  happenings: clusterHappenings,
  actions: clusterApiActions,
}
