import type { View, World } from '@sitrep/status'
import { clusterProbeKind } from '../kinds.ts'
import { type Probe, probeIn } from './probe.ts'

const neverProbed: Probe = { consecutiveFailures: 0 }

const probeOfCluster: View<Probe> = { name: 'probeOfCluster', of: probeIn }

/** The fact about the connection to the workload cluster of this Cluster. */
export function readProbe(world: World, namespace: string, name: string): Probe {
  const reading = world.get({ ...clusterProbeKind, namespace, name }, probeOfCluster)
  return (reading.read && reading.item) || neverProbed
}
