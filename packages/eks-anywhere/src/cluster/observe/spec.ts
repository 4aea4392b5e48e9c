import { at, flag, type KubeObject, list, number, text } from '@sitrep/status'
import { annotations, clusterFinalizer } from '../../kinds.ts'
import type { CiliumSpec, ClusterSpec, Link, Treatment, WorkerGroupSpec } from '../types.ts'

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
    ...releaseIn(spec),
  }
}

/** Which release a Cluster asks for. */
export function releaseIn(spec: unknown): Pick<ClusterSpec, 'bundles' | 'eksaVersion'> {
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

function workerGroup(group: unknown): WorkerGroupSpec {
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

export function readTreatment({ metadata }: KubeObject): Treatment {
  const is = (annotation: string): boolean => metadata.annotations?.[annotation] === 'true'
  return {
    paused: is(annotations.paused),
    managedByCommandLine: is(annotations.managedByCommandLine),
    deletableWhenPaused: is(annotations.allowDeleteWhenPaused),
    ciliumWasInstalled: metadata.annotations?.[annotations.ciliumWasInstalled] !== undefined,
    deleting: metadata.deletionTimestamp !== undefined,
    otherFinalizers: list(metadata.finalizers).filter((name) => name !== clusterFinalizer).length,
    ownFinalizer: list(metadata.finalizers).includes(clusterFinalizer),
  }
}
