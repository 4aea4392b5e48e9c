import { at, flag, type KubeObject, list, number, text } from '@sitrep/status'
import { annotations } from '../kinds.ts'

/** A linked object as a spec names it. */
export interface Link {
  readonly kind: string
  readonly name: string
}

/** A reference to the Bundles of a release. */
export interface BundlesLink {
  readonly name: string
  readonly namespace: string
}

export interface WorkerGroup {
  readonly name: string
  readonly count: number | undefined
  /** The autoscaler moves the replicas between these two, and the count means nothing. */
  readonly autoscaling: { readonly minimum: number; readonly maximum: number } | undefined
}

export interface CiliumSpec {
  readonly skipUpgrade: boolean
  readonly policyEnforcementMode: string
  readonly egressMasqueradeInterfaces: string
  readonly exclusive: boolean
}

/** What a Cluster asks for, in one shape and without anything that its status does not depend on. */
export interface ClusterSpec {
  /** That of the control plane first, then those of worker groups that have their own. */
  readonly kubernetesVersions: readonly [string, ...string[]]
  readonly controlPlaneCount: number
  readonly upgradesInPlace: boolean
  readonly groups: readonly WorkerGroup[]
  readonly externalEtcd: boolean
  readonly externalEtcdCount: number | undefined
  readonly datacenter: Link
  readonly machines: readonly Link[]
  readonly identityProviders: readonly Link[]
  readonly gitOps: Link | undefined
  readonly cilium: CiliumSpec | undefined
  /** The CNI of clusters that are only for trying things out. */
  readonly kindnetd: boolean
  readonly registryAuthenticates: boolean
  /** Absent for a cluster that manages itself. */
  readonly managedBy: string | undefined
  readonly bundles: BundlesLink | undefined
  readonly eksaVersion: string | undefined
}

/** Reads the spec of a Cluster, whatever is missing in it. */
export function readSpec({ metadata, spec }: KubeObject): ClusterSpec {
  const groups = list(at(spec, 'workerNodeGroupConfigurations'))
  const controlPlane = at(spec, 'controlPlaneConfiguration')
  const etcd = at(spec, 'externalEtcdConfiguration')
  const manager = text(at(spec, 'managementCluster', 'name'))
  const machines = [controlPlane, ...groups, etcd].map((part) => link(at(part, 'machineGroupRef')))
  return {
    kubernetesVersions: [
      text(at(spec, 'kubernetesVersion')) ?? '',
      ...groups
        .map((group) => text(at(group, 'kubernetesVersion')))
        .filter((version) => version !== undefined),
    ],
    controlPlaneCount: number(at(controlPlane, 'count')) ?? 0,
    upgradesInPlace: at(controlPlane, 'upgradeRolloutStrategy', 'type') === 'InPlace',
    groups: groups.map(workerGroup),
    externalEtcd: isThere(etcd),
    externalEtcdCount: number(at(etcd, 'count')),
    datacenter: link(at(spec, 'datacenterRef')) ?? { kind: '', name: '' },
    machines: once(machines.filter((machine) => machine !== undefined)),
    identityProviders: list(at(spec, 'identityProviderRefs'))
      .map(link)
      .filter((provider) => provider !== undefined),
    gitOps: link(at(spec, 'gitOpsRef')),
    cilium: cilium(at(spec, 'clusterNetwork', 'cniConfig', 'cilium')),
    kindnetd: isThere(at(spec, 'clusterNetwork', 'cniConfig', 'kindnetd')),
    registryAuthenticates: flag(at(spec, 'registryMirrorConfiguration', 'authenticate')) ?? false,
    managedBy: manager === metadata.name ? undefined : manager,
    ...readRelease(spec),
  }
}

/** Which release a Cluster asks for. */
export function readRelease(spec: unknown): Pick<ClusterSpec, 'bundles' | 'eksaVersion'> {
  const bundles = at(spec, 'bundlesRef')
  return {
    eksaVersion: text(at(spec, 'eksaVersion')),
    bundles: isThere(bundles)
      ? { name: text(at(bundles, 'name')) ?? '', namespace: text(at(bundles, 'namespace')) ?? '' }
      : undefined,
  }
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null

function link(value: unknown): Link | undefined {
  if (!isThere(value)) return undefined
  return { kind: text(at(value, 'kind')) ?? '', name: text(at(value, 'name')) ?? '' }
}

const once = (links: readonly Link[]): readonly Link[] =>
  links.filter((one, place) => links.findIndex((other) => sameLink(one, other)) === place)

const sameLink = (a: Link, b: Link): boolean => a.kind === b.kind && a.name === b.name

function workerGroup(group: unknown): WorkerGroup {
  const autoscaling = at(group, 'autoscalingConfiguration')
  return {
    name: text(at(group, 'name')) ?? '',
    count: number(at(group, 'count')),
    autoscaling: isThere(autoscaling)
      ? {
          minimum: number(at(autoscaling, 'minCount')) ?? 0,
          maximum: number(at(autoscaling, 'maxCount')) ?? 0,
        }
      : undefined,
  }
}

function cilium(value: unknown): CiliumSpec | undefined {
  if (!isThere(value)) return undefined
  return {
    skipUpgrade: flag(at(value, 'skipUpgrade')) ?? false,
    policyEnforcementMode: text(at(value, 'policyEnforcementMode')) ?? 'default',
    egressMasqueradeInterfaces: text(at(value, 'egressMasqueradeInterfaces')) ?? '',
    exclusive: flag(at(value, 'cniExclusive')) ?? true,
  }
}

/** What annotations and finalizers say about how a Cluster is to be treated. */
export interface Treatment {
  readonly paused: boolean
  readonly managedByCommandLine: boolean
  readonly deletableWhenPaused: boolean
  /** The CNI of EKS Anywhere was installed once, whatever became of it. */
  readonly ciliumWasInstalled: boolean
  readonly deleting: boolean
  /** Finalizers of others. */
  readonly otherFinalizers: number
}

const ownFinalizer = 'clusters.anywhere.eks.amazonaws.com/finalizer'

export function readTreatment({ metadata }: KubeObject): Treatment {
  const is = (annotation: string): boolean => metadata.annotations?.[annotation] === 'true'
  return {
    paused: is(annotations.paused),
    managedByCommandLine: is(annotations.managedByCommandLine),
    deletableWhenPaused: is(annotations.allowDeleteWhenPaused),
    ciliumWasInstalled: metadata.annotations?.[annotations.ciliumWasInstalled] !== undefined,
    deleting: metadata.deletionTimestamp !== undefined,
    otherFinalizers: list(metadata.finalizers).filter((name) => name !== ownFinalizer).length,
  }
}
