import { conditionList } from '@sitrep/cluster-api'
import type { SeverityCondition } from '@sitrep/conditions'
import { at, fields, found, type Listing, listed, missing, text, type View, type World } from '@sitrep/status'
import { clustersByName } from '../../indexes.ts'
import { clusterKind } from '../../kinds.ts'
import type { Cluster, ClusterObserved, ClusterSpec, ClusterStatus, ManagerSeen } from '../types.ts'
import {
  readClusterApiCluster,
  readControlPlane,
  readDeployments,
  readEtcd,
  readKubeconfig,
  readNamedControlPlane,
  readReachableMachines,
} from './cluster-api-objects.ts'
import { readCni } from './cni.ts'
import { readLinks } from './linked-objects.ts'
import { readRegistryCredentials, readRelease } from './releases.ts'
import { readSpec, readTreatment, releaseIn } from './spec.ts'

/** Picks what the status of a Cluster depends on. */
export function observeCluster(cluster: Cluster, world: World<ClusterStatus>): ClusterObserved {
  const { name, namespace = '', generation = 0 } = cluster.metadata
  const spec = readSpec(cluster)
  const managers = readManagers(world, namespace, spec.managedBy)
  const clusterApi = readClusterApiCluster(world, name)
  const capi = clusterApi.read ? clusterApi.item : undefined
  const previous = previousOf(world.previous)
  return {
    now: world.now,
    previous,
    before: conditionList(previous?.conditions).map(withTexts),
    name,
    namespace,
    generation,
    spec,
    treatment: readTreatment(cluster),
    links: readLinks(world, namespace, spec),
    managers,
    release: readRelease(world, withLentRelease(spec, managers), { namespace, name }),
    registryCredentials: spec.registryAuthenticates ? readRegistryCredentials(world) : found(true),
    clusterApi,
    namedControlPlane: capi?.controlPlaneName ? readNamedControlPlane(world, capi.controlPlaneName) : missing,
    controlPlane: readControlPlane(world, name),
    etcd: spec.externalEtcd && capi?.etcdName !== undefined ? readEtcd(world, capi.etcdName) : undefined,
    deployments: readDeployments(world, name),
    kubeconfig: readKubeconfig(world, name),
    cni: readCni(world, name),
    reachableMachines: previous?.clusterCertificateInfo?.length
      ? readReachableMachines(world, name)
      : listed(),
  }
}

// What stands there may have been written by anybody: what is no status is none, and texts are texts.
function previousOf(status: unknown): ClusterStatus | undefined {
  if (status === undefined) return undefined
  const { failureMessage, failureReason, clusterCertificateInfo, ...rest } = fields(status)
  return {
    ...rest,
    ...(typeof failureMessage === 'string' && { failureMessage }),
    ...(typeof failureReason === 'string' && { failureReason }),
    ...(Array.isArray(clusterCertificateInfo) && {
      clusterCertificateInfo: clusterCertificateInfo.map(fields),
    }),
  }
}

// A reason or message of another type is as good as missing: carried on, it would be refused by everybody.
function withTexts(condition: SeverityCondition): SeverityCondition {
  const { reason = '', message = '', ...rest } = condition
  if (typeof reason === 'string' && typeof message === 'string') return condition
  return {
    ...rest,
    ...(typeof reason === 'string' && { reason }),
    ...(typeof message === 'string' && { message }),
  }
}

const managementCluster: View<ManagerSeen> = {
  name: 'managementCluster',
  of: ({ metadata, spec }) => {
    const above = text(at(spec, 'managementCluster', 'name'))
    return {
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      managed: above !== undefined && above !== metadata.name,
      ...releaseIn(spec),
    }
  },
}

// One beside the Cluster is meant before any that bears the name elsewhere; a cluster that manages itself has none.
function readManagers(world: World, namespace: string, name: string | undefined): Listing<ManagerSeen> {
  if (name === undefined) return listed()
  const named = world.list({ ...clusterKind, by: { index: clustersByName, key: name } }, managementCluster)
  const beside = named.read ? named.items.find((manager) => manager.namespace === namespace) : undefined
  return beside === undefined ? named : listed(beside)
}

// A managed cluster that asks for no release of its own takes that of its management cluster.
function withLentRelease(spec: ClusterSpec, managers: Listing<ManagerSeen>): ClusterSpec {
  const [manager, another] = managers.read ? managers.items : []
  if (manager === undefined || another !== undefined) return spec
  if (spec.eksaVersion !== undefined || spec.bundles !== undefined) return spec
  return manager.eksaVersion === undefined
    ? { ...spec, bundles: manager.bundles }
    : { ...spec, eksaVersion: manager.eksaVersion }
}
