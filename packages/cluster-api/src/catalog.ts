import type { CatalogPart } from '@sitrep/status'
import { clusterStatus } from './cluster/status.ts'
import { reach } from './connection/probe.ts'
import { indexes } from './indexes.ts'
import { kubeadmControlPlaneStatus } from './kubeadm-control-plane/status.ts'
import { machineStatus } from './machine/status.ts'
import { machineDeploymentStatus } from './machine-deployment/status.ts'
import { machineHealthCheckStatus } from './machine-health-check/status.ts'
import { machinePoolStatus } from './machine-pool/status.ts'
import { machineSetStatus } from './machine-set/status.ts'
import type { ClusterApiOptions } from './options.ts'
import { shapes } from './shapes.ts'

/** The definitions of all kinds, in the order in which they rest on each other. */
export function clusterApi(options: ClusterApiOptions): CatalogPart {
  return {
    definitions: [
      machineStatus(options),
      machineHealthCheckStatus(options),
      machineSetStatus(options),
      machineDeploymentStatus(options),
      machinePoolStatus(options),
      kubeadmControlPlaneStatus(options),
      clusterStatus(options),
    ],
    indexes,
    shapes,
    reach: [reach],
  }
}
