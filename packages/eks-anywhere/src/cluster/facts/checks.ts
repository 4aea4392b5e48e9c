import { providerOf } from '../../providers.ts'
import type { ClusterObserved } from '../types.ts'
import { type Finding, untold } from './fault.ts'
import { missingLink, refusedLink } from './linked-faults.ts'
import { lentRelease, managementCluster, versionAgainstManager } from './management-faults.ts'
import { eksaRelease, registryCredentials, versionSupport, wholeRelease } from './release-faults.ts'
import { impossibleSpec } from './spec-faults.ts'

/** One check of a Cluster and of what it is linked to. */
export type Check = (observed: ClusterObserved) => Finding

/** What is checked whether or not anything has changed. */
export const firstChecks: readonly Check[] = [lentRelease, missingLink]

/** What is checked of a release once the management cluster is known to be fine. */
export const releaseChecks: readonly Check[] = [
  eksaRelease,
  versionSupport,
  registryCredentials,
  knownProvider,
  wholeRelease,
]

function knownProvider({ spec }: ClusterObserved): Finding {
  const { kind } = spec.datacenter
  if (providerOf(kind) !== undefined) return undefined
  return untold('DatacenterConfigInvalid', `${kind || 'An empty kind'} is no datacenter of EKS Anywhere`)
}

/** All checks, in the order in which they are made; the first one is a webhook's where EKS Anywhere is installed. */
export const allChecks: readonly Check[] = [
  impossibleSpec,
  ...firstChecks,
  managementCluster,
  (observed) => versionAgainstManager(observed).finding,
  ...releaseChecks,
  (observed) => {
    const refused = refusedLink(observed)
    return refused === 'not-judged-yet' ? undefined : refused
  },
]

/** The first check that finds something. */
export function firstFinding(checks: readonly Check[], observed: ClusterObserved): Finding {
  for (const check of checks) {
    const finding = check(observed)
    if (finding !== undefined) return finding
  }
  return undefined
}

// What only the provider can find out: it asks the cloud, the hardware or the network.
const providersOwnReasons: readonly string[] = [
  'ClusterInvalid',
  'MachineConfigInvalid',
  'DatacenterConfigInvalid',
  'FailureDomainInvalid',
  'UnavailableControlPlaneIP',
  'HardwareInvalid',
  'MachineInvalid',
]

/** A failure that the provider told of this very generation, and that cannot be looked into from here: it stands. */
export function standsByProvider({ previous, generation, spec }: ClusterObserved): boolean {
  return (
    providersOwnReasons.includes(previous?.failureReason ?? '') &&
    previous?.observedGeneration === generation &&
    providerOf(spec.datacenter.kind)?.machineKind !== undefined
  )
}
