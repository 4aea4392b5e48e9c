import type { FollowedParts, KindRef } from '@sitrep/status'
import { controlPlaneGroup, coreGroup, infrastructureGroup } from '../kinds.ts'
import { type ClusterPlace, partsSelector } from './facts.ts'

const partGroups: readonly string[] = [coreGroup, controlPlaneGroup, infrastructureGroup]

// What is only a plan for machines, or a rule about them, holds nothing.
const isPart = ({ group, kind }: KindRef): boolean =>
  partGroups.includes(group) && !/Template$|^ClusterClass$|^Machine(HealthCheck|DrainRule)$/.test(kind)

/** What goes with a Cluster that is deleted. */
export const deletedParts = ({ namespace, name }: ClusterPlace): FollowedParts => ({
  nouns: 'machines',
  kinds: isPart,
  namespace,
  labelSelector: partsSelector(name),
})

/** Each of these is taken off by a controller of Cluster API or of a provider, as the last step of what its condition tells. */
export const ordinaryFinalizers: RegExp = /(^|\.)cluster\.x-k8s\.io(\/|$)/
