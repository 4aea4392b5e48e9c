import type { Typed } from '@sitrep/cluster-api'
import type { KubeObject } from '@sitrep/status'
import type { clusterStatusSchema } from './schema.ts'

type Statuses = typeof clusterStatusSchema

/** The status of a Cluster of EKS Anywhere, in either language. */
export type ClusterStatus = Typed<Statuses['released']> & Typed<Statuses['proposal']>

/** A Cluster of EKS Anywhere. Its spec is looked into, never trusted. */
export interface Cluster extends KubeObject {
  readonly status?: ClusterStatus
}
