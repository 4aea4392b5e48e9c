import { at, type CatalogPart, type IndexDefinition, type KubeObject, text } from '@sitrep/status'
import { clusterStatus } from './cluster/status.ts'
import { reach } from './connection/probe.ts'
import { configMapKind, machineHealthCheckKind, nodeKind, podKind, secretKind, secretType } from './kinds.ts'
import { kubeadmControlPlaneStatus } from './kubeadm-control-plane/status.ts'
import { machineStatus } from './machine/status.ts'
import { machineDeploymentStatus } from './machine-deployment/status.ts'
import { machineHealthCheckStatus } from './machine-health-check/status.ts'
import { machinePoolStatus } from './machine-pool/status.ts'
import { machineSetStatus } from './machine-set/status.ts'
import type { ClusterApiOptions } from './options.ts'
import { shapes } from './shapes.ts'

const keysAt =
  (...path: readonly string[]) =>
  ({ spec }: KubeObject): readonly string[] => {
    const key = text(at(spec, ...path))
    return key === undefined ? [] : [key]
  }

// How health checks of a cluster, and Nodes, Pods and ConfigMaps of workload clusters are looked up.
const indexes: readonly IndexDefinition[] = [
  { kind: machineHealthCheckKind, name: 'clusterName', keys: keysAt('clusterName') },
  { kind: nodeKind, name: 'providerID', keys: keysAt('providerID') },
  // Only the Pods of single Nodes are ever asked for; a cluster may have a hundred times as many.
  { kind: podKind, name: 'nodeName', keys: keysAt('nodeName'), narrow: { fieldSelector: 'spec.nodeName' } },
  // Only the one that kubeadm leaves behind is ever asked for.
  {
    kind: configMapKind,
    name: 'name',
    keys: ({ metadata }) => [metadata.name],
    narrow: { fieldSelector: 'metadata.name' },
  },
]

/** The definitions of all kinds, in the order in which they rest on each other. */
export function clusterApi(options: ClusterApiOptions): CatalogPart {
  return {
    definitions: [
      machineStatus(options),
      machineHealthCheckStatus(options),
      machinePoolStatus(options),
      kubeadmControlPlaneStatus(options),
      machineSetStatus(options),
      machineDeploymentStatus(options),
      clusterStatus(options),
    ],
    indexes,
    shapes: shapes(options),
    // Users may bring certificates in Secrets of other types; these are asked for by their names.
    narrow: [{ kind: secretKind, field: 'type', values: [secretType] }],
    reach: [reach],
  }
}
