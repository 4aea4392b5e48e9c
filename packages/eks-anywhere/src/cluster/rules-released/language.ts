import { isTrue } from '@sitrep/conditions'
import { types } from '../conditions.ts'
import type { ClusterLanguage, ClusterOutcome } from '../language.ts'
import { generationsOf } from '../pass/linked-faults.ts'
import type { PassEnd } from '../pass/pass-end.ts'
import { runPass } from '../pass/run-pass.ts'
import type { ClusterObserved, ClusterStatus } from '../types.ts'
import { controlPlaneInitialized } from './control-plane-initialized.ts'
import { controlPlaneReady } from './control-plane-ready.ts'
import { defaultCniConfigured } from './default-cni-configured.ts'
import { putReleased } from './put.ts'
import { ready } from './ready.ts'
import { statusUnreadable } from './unreadable.ts'
import { workersReady } from './workers-ready.ts'

function untouched({ spec, clusterApi, etcd }: ClusterObserved, { last }: PassEnd): string | undefined {
  if (last) return 'the Cluster goes with this pass'
  const unnamed = spec.externalEtcd && clusterApi.read && clusterApi.item !== undefined && etcd === undefined
  // Upstream takes the reference for granted and breaks off without writing anything.
  return unnamed ? 'the Cluster API Cluster does not name the external etcd' : undefined
}

function write({ observed, facts }: ClusterOutcome): Partial<ClusterStatus> {
  const { generation, links, before, previous } = observed
  const { failure, ends } = facts.pass
  const failed = ends === 'error' || statusUnreadable(facts)
  return {
    failureMessage: failure.message,
    failureReason: failure.reason,
    ...(failed || generation === 0 ? {} : { observedGeneration: generation }),
    ...(ends === 'done' && {
      reconciledGeneration: generation || undefined,
      childrenReconciledGeneration: generationsOf(links) || undefined,
    }),
    // Certificates are looked at only while the cluster is ready, and from here they cannot be dialled: what was seen of a
    // Machine stands as long as it could be dialled at all.
    ...(isTrue(before, types.ready) && !statusUnreadable(facts) && previous?.clusterCertificateInfo
      ? { clusterCertificateInfo: stillReachable(observed) }
      : {}),
  }
}

function stillReachable({
  previous,
  reachableMachines,
}: ClusterObserved): ClusterStatus['clusterCertificateInfo'] {
  const told = previous?.clusterCertificateInfo ?? []
  if (!reachableMachines.read) return told
  const left = told.filter(({ machine }) => reachableMachines.items.includes(String(machine)))
  return left.length === 0 ? undefined : left
}

/** What was released says of a Cluster. */
export const releasedCluster: ClusterLanguage = {
  tables: [controlPlaneInitialized, controlPlaneReady, workersReady, defaultCniConfigured, ready],
  upToDate: 'MachinesUpToDate',
  pass: runPass,
  untouched,
  put: putReleased,
  write,
}
