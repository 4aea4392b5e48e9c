import {
  at,
  type FollowedFacts,
  type FollowedKubeconfig,
  type FollowedObjects,
  type FollowedParts,
  type Found,
  type KindRef,
  type KubeObject,
} from '@sitrep/status'
import {
  controlPlaneGroup,
  coreGroup,
  infrastructureGroup,
  labels,
  machineDeploymentKind,
  machineKind,
  machinePoolKind,
} from '../kinds.ts'
import { contractRef } from '../model/references.ts'

/** A Cluster and what it is made of, as far as progress is told from it. */
export interface ClusterParts {
  readonly cluster: KubeObject | undefined
  readonly controlPlane: KubeObject | undefined
  /** MachineDeployments and MachinePools. */
  readonly workers: readonly KubeObject[]
  readonly machines: readonly KubeObject[]
}

/** All that the progress of a Cluster is told from. */
export interface ClusterFacts extends ClusterParts, Pick<FollowedFacts, 'kubeconfig'> {}

/** A Cluster by its name, before anybody has seen it. */
export interface ClusterPlace {
  readonly namespace: string
  readonly name: string
}

/** Where a Cluster is; the server fills in this namespace where none is named. */
export const placeOf = ({ metadata: { name, namespace = 'default' } }: KubeObject): ClusterPlace => ({
  namespace,
  name,
})

/** The Secret with the kubeconfig that leads into a Cluster. */
export const kubeconfigSecret = ({
  namespace,
  name,
}: ClusterPlace): ReturnType<FollowedKubeconfig['secret']> => ({
  namespace,
  name: `${name}-kubeconfig`,
  key: 'value',
})

/** The labels that everything carries which belongs to a Cluster. */
export const partsSelector = (name: string): string => `${labels.clusterName}=${name}`

/** What to watch of a Cluster besides itself. Which object is the control plane is known only once the Cluster names it. */
export function watchedParts(
  { namespace, name }: ClusterPlace,
  cluster: KubeObject | undefined,
): readonly FollowedObjects[] {
  const labelled = { namespace, labelSelector: partsSelector(name) }
  const reference = contractRef(at(cluster?.spec, 'controlPlaneRef'))
  return [
    { name: 'workers', kind: machineDeploymentKind, ...labelled },
    { name: 'workers', kind: machinePoolKind, ...labelled },
    { name: 'machines', kind: machineKind, ...labelled },
    ...(reference === undefined
      ? []
      : [
          {
            name: 'controlPlane',
            kind: { group: reference.group, kind: reference.kind },
            namespace,
            objectName: reference.name,
          },
        ]),
  ]
}

/** What was found by what `watchedParts` named. */
export const foundParts = (
  { controlPlane, workers = [], machines = [] }: Found,
  cluster: KubeObject | undefined,
): ClusterParts => ({ cluster, controlPlane: controlPlane?.[0], workers, machines })

/** The observation of a Cluster reduced to what its rules ask. */
export const factsOf = ({ object, found, kubeconfig }: FollowedFacts): ClusterFacts => ({
  ...foundParts(found, object),
  kubeconfig,
})

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
