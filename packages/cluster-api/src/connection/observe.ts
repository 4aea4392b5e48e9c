import type { Reading, View, World } from '@sitrep/status'
import { clusterProbeKind } from '../kinds.ts'
import { type Probe, probeIn } from './probe.ts'

const neverProbed: Probe = { consecutiveFailures: 0 }

// As long as every probe is answered, the next one only says so once more: whoever rests on the connection would look for nothing, all
// Machines of a cluster at once, and whoever waits for the end of a grace period finds then that it lies further ahead.
const probeOfCluster: View<Probe> = {
  name: 'probeOfCluster',
  of: probeIn,
  wakes: (object) => {
    const probe = probeIn(object)
    const { answeredSince, consecutiveFailures } = probe
    return answeredSince === undefined || consecutiveFailures > 0 ? probe : { answeredSince }
  },
}

/** The fact about the connection to the workload cluster of this Cluster. */
export const readProbe = (world: World, namespace: string, name: string): Probe =>
  probeSeen(world.get({ ...clusterProbeKind, namespace, name }, probeOfCluster))

const probeSeen = (reading: Reading<Probe>): Probe => (reading.read && reading.item) || neverProbed
