import type { Instant } from '@sitrep/conditions'
import { at, type Fields, fields, type KubeObject, number, text } from '@sitrep/status'
import { type ContractRef, contractRef } from '../model/references.ts'

/** What is wanted of a control plane, as far as its status depends on it. */
export interface ControlPlaneSpec {
  readonly replicas: number | undefined
  readonly version: string
  readonly infrastructureRef: ContractRef | undefined
  /** How kubeadm is to be run, as it stands. */
  readonly kubeadmConfigSpec: Fields
  /** Whether etcd runs on the Machines of this control plane, rather than somewhere else. */
  readonly etcdManaged: boolean
  readonly rolloutAfter: Instant | undefined
  /** Machines are replaced this many days before their certificates expire; zero is never. */
  readonly certificatesExpiryDays: number
  readonly rollingUpdate: boolean
}

/** Reads the spec of a KubeadmControlPlane, whatever is there. */
export function controlPlaneSpec({ spec }: KubeObject): ControlPlaneSpec {
  const template = at(spec, 'machineTemplate')
  const rollout = at(spec, 'rollout')
  const strategy = at(rollout, 'strategy') ?? at(spec, 'rolloutStrategy')
  const kubeadmConfigSpec = fields(at(spec, 'kubeadmConfigSpec'))
  const external = fields(at(kubeadmConfigSpec, 'clusterConfiguration', 'etcd', 'external'))
  return {
    replicas: number(at(spec, 'replicas')),
    version: text(at(spec, 'version')) ?? '',
    infrastructureRef: contractRef(
      at(template, 'spec', 'infrastructureRef') ?? at(template, 'infrastructureRef'),
    ),
    kubeadmConfigSpec,
    etcdManaged: Object.keys(external).length === 0,
    rolloutAfter: text(at(rollout, 'after')) ?? text(at(spec, 'rolloutAfter')),
    certificatesExpiryDays:
      number(at(rollout, 'before', 'certificatesExpiryDays')) ??
      number(at(spec, 'rolloutBefore', 'certificatesExpiryDays')) ??
      0,
    rollingUpdate: at(strategy, 'type') === 'RollingUpdate',
  }
}
