import { type PassEnd, runPass } from '../facts/pass.ts'
import type { ClusterLanguage, Untouched } from '../language.ts'
import { putReleased, writeReleased } from '../layout.ts'
import type { ClusterObserved } from '../types.ts'
import { controlPlaneInitialized } from './control-plane-initialized.ts'
import { controlPlaneReady } from './control-plane-ready.ts'
import { defaultCniConfigured } from './default-cni-configured.ts'
import { ready } from './ready.ts'
import { workersReady } from './workers-ready.ts'

function untouched(observed: ClusterObserved, { last, ends }: PassEnd): Untouched | undefined {
  const { spec, clusterApi, etcd, generation } = observed
  // The generation is written by the last step of a pass, which knows nothing of what was left out before.
  const observedGeneration = ends === 'error' || generation === 0 ? {} : { observedGeneration: generation }
  if (last) return { why: 'nobody holds the Cluster any more', fields: observedGeneration }
  const unnamed = spec.externalEtcd && clusterApi.read && clusterApi.item !== undefined && etcd === undefined
  // Upstream takes the reference for granted and breaks off without writing anything.
  return unnamed ? { why: 'the Cluster API Cluster does not name the external etcd', fields: {} } : undefined
}

/** What was released says of a Cluster. */
export const releasedCluster: ClusterLanguage = {
  tables: [controlPlaneInitialized, controlPlaneReady, workersReady, defaultCniConfigured, ready],
  upToDate: 'MachinesUpToDate',
  pass: runPass,
  untouched,
  put: putReleased,
  write: writeReleased,
}
