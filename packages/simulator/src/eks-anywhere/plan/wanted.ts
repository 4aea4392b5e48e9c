import { eksAnywhereGroup } from '@sitrep/eks-anywhere/kinds'
import { at, fields, type KubeObject, list, number, type ObjectRef, text } from '@sitrep/status'

/** An object that a Cluster names by kind and name, in its own namespace. */
export interface Link {
  readonly kind: string
  readonly name: string
}

export interface WantedGroup {
  readonly name: string
  readonly count: number
  readonly machines: Link | undefined
  /** Absent: the version of the control plane. */
  readonly kubernetesVersion: string | undefined
  readonly autoscaling: { readonly minimum: number; readonly maximum: number } | undefined
}

/** What a Cluster of EKS Anywhere asks for, as far as it is simulated. */
export interface WantedCluster {
  readonly kubernetesVersion: string
  readonly controlPlane: { readonly count: number; readonly machines: Link | undefined }
  readonly groups: readonly WantedGroup[]
  /** Members of an etcd of its own; absent: etcd runs on the control plane. */
  readonly externalEtcd: { readonly count: number; readonly machines: Link | undefined } | undefined
  readonly datacenter: Link | undefined
  readonly cilium:
    | { readonly skipUpgrade: boolean; readonly config: Readonly<Record<string, string>> }
    | undefined
  /** Absent for a cluster that manages itself. */
  readonly managedBy: string | undefined
  readonly eksaVersion: string | undefined
  readonly bundles: { readonly name: string; readonly namespace: string } | undefined
}

export function wantedOf({ metadata, spec }: KubeObject): WantedCluster {
  const controlPlane = at(spec, 'controlPlaneConfiguration')
  const etcd = at(spec, 'externalEtcdConfiguration')
  const manager = text(at(spec, 'managementCluster', 'name'))
  const bundles = fields(at(spec, 'bundlesRef'))
  const bundlesName = text(bundles['name'])
  return {
    kubernetesVersion: text(at(spec, 'kubernetesVersion')) ?? '',
    controlPlane: { count: number(at(controlPlane, 'count')) ?? 1, machines: machinesOf(controlPlane) },
    groups: list(at(spec, 'workerNodeGroupConfigurations')).map(groupOf),
    externalEtcd:
      etcd === undefined || etcd === null
        ? undefined
        : { count: number(at(etcd, 'count')) ?? 3, machines: machinesOf(etcd) },
    datacenter: linkOf(at(spec, 'datacenterRef')),
    cilium: ciliumOf(at(spec, 'clusterNetwork', 'cniConfig', 'cilium')),
    managedBy: manager === metadata.name ? undefined : manager,
    eksaVersion: text(at(spec, 'eksaVersion')),
    bundles:
      bundlesName === undefined
        ? undefined
        : { name: bundlesName, namespace: text(bundles['namespace']) ?? metadata.namespace ?? '' },
  }
}

function groupOf(group: unknown): WantedGroup {
  const autoscaling = at(group, 'autoscalingConfiguration')
  const minimum = number(at(autoscaling, 'minCount')) ?? 0
  return {
    name: text(at(group, 'name')) ?? 'md-0',
    count: number(at(group, 'count')) ?? 1,
    machines: machinesOf(group),
    kubernetesVersion: text(at(group, 'kubernetesVersion')),
    autoscaling:
      autoscaling === undefined || autoscaling === null
        ? undefined
        : { minimum, maximum: number(at(autoscaling, 'maxCount')) ?? minimum },
  }
}

const machinesOf = (part: unknown): Link | undefined => linkOf(at(part, 'machineGroupRef'))

function linkOf(reference: unknown): Link | undefined {
  const { kind, name } = fields(reference)
  return text(kind) === undefined || text(name) === undefined
    ? undefined
    : { kind: String(kind), name: String(name) }
}

function ciliumOf(cilium: unknown): WantedCluster['cilium'] {
  if (cilium === undefined || cilium === null) return undefined
  return {
    skipUpgrade: at(cilium, 'skipUpgrade') === true,
    config: {
      'enable-policy': text(at(cilium, 'policyEnforcementMode')) ?? 'default',
      'egress-masquerade-interfaces': text(at(cilium, 'egressMasqueradeInterfaces')) ?? '',
      'cni-exclusive': String(at(cilium, 'cniExclusive') !== false),
    },
  }
}

/** Every object that must be there before anything is made of a Cluster. */
export function linksOf({ datacenter, controlPlane, groups, externalEtcd }: WantedCluster): readonly Link[] {
  const machines = [controlPlane.machines, ...groups.map((group) => group.machines), externalEtcd?.machines]
  return [datacenter, ...machines].filter((link) => link !== undefined)
}

/** Where the object of a link lies: beside the Cluster. */
export const linkRef = ({ kind, name }: Link, { metadata }: KubeObject): ObjectRef => ({
  group: eksAnywhereGroup,
  kind,
  name,
  ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
})
