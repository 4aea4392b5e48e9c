import { type PassEnd, runPass } from '../facts/pass.ts'
import type { ClusterLanguage } from '../language.ts'
import { putReleased, writeReleased } from '../layout.ts'
import type { ClusterObserved } from '../types.ts'
import { controlPlaneInitialized } from './control-plane-initialized.ts'
import { controlPlaneReady } from './control-plane-ready.ts'
import { defaultCniConfigured } from './default-cni-configured.ts'
import { ready } from './ready.ts'
import { workersReady } from './workers-ready.ts'

function untouched({ spec, clusterApi, etcd }: ClusterObserved, { last }: PassEnd): string | undefined {
  if (last) return 'the Cluster goes with this pass'
  const unnamed = spec.externalEtcd && clusterApi.read && clusterApi.item !== undefined && etcd === undefined
  // Upstream takes the reference for granted and breaks off without writing anything.
  return unnamed ? 'the Cluster API Cluster does not name the external etcd' : undefined
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
