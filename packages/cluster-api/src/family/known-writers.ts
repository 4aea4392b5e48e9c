import type { KnownWriter } from '@sitrep/status'
import {
  clusterKind,
  kubeadmControlPlaneKind,
  machineDeploymentKind,
  machineHealthCheckKind,
  machineKind,
  machinePoolKind,
  machineSetKind,
} from '../kinds.ts'

// Both controllers come in a program of this name, and both write on Machines.
const manager = 'manager'

/** The controllers of Cluster API as its releases install them. */
export const knownWriters: readonly KnownWriter[] = [
  {
    manager,
    lease: 'controller-leader-election-capi',
    kinds: [
      clusterKind,
      machineKind,
      machineSetKind,
      machineDeploymentKind,
      machinePoolKind,
      machineHealthCheckKind,
    ],
  },
  {
    manager,
    lease: 'kubeadm-control-plane-manager-leader-election-capi',
    kinds: [kubeadmControlPlaneKind, machineKind],
  },
]
