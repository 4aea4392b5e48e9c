import type { ClusterObserved } from '../types.ts'
import {
  allChecks,
  type Check,
  firstChecks,
  firstFinding,
  releaseChecks,
  standsByProvider,
} from './checks.ts'
import { type CniOutcome, cniPhase } from './cni.ts'
import { type Fault, type Finding, isUnread } from './fault.ts'
import { generationsOf, refusedLink } from './linked-faults.ts'
import { managementCluster, versionAgainstManager } from './management-faults.ts'
import { wholeRelease } from './release-faults.ts'

/** The two fields that tell why a Cluster cannot be turned into what it asks for. */
export interface Failure {
  readonly message: string | undefined
  readonly reason: string | undefined
}

/** What one pass of EKS Anywhere over a Cluster comes to, apart from its conditions. */
export interface PassEnd {
  readonly ends: 'error' | 'stop' | 'done'
  readonly failure: Failure
  /** What looking after the CNI came to, where the pass got that far. */
  readonly cni: CniOutcome | undefined
  /** Nobody holds the object any more after this pass, so its conditions are not looked at. */
  readonly last: boolean
}

export const noFailure: Failure = { message: undefined, reason: undefined }

const standingFailure = ({ previous }: ClusterObserved): Failure => ({
  message: previous?.failureMessage,
  reason: previous?.failureReason,
})

const ended = (ends: PassEnd['ends'], failure: Failure, cni?: CniOutcome): PassEnd => ({
  ends,
  failure,
  cni,
  last: false,
})

/** What stands after a fault; the released system does not tell all of them, nor all of each. */
function failureAfter(fault: Fault, standing: Failure): Failure {
  if (fault.told === 'nothing') return standing
  return { message: fault.message, reason: fault.told === 'both' ? fault.reason : standing.reason }
}

/**
 * What one pass of the released system would come to. It does not see its own writes: what it would create or delete is
 * not there yet, or still is. Source: aws/eks-anywhere controllers/cluster_controller.go (behaviour), aebd9a062.
 */
export function runPass(observed: ClusterObserved): PassEnd {
  const standing = standingFailure(observed)
  if (observed.treatment.deleting) return deletion(observed, standing)
  if (observed.treatment.paused) return ended('stop', standing)
  const early = endAt(firstFinding(firstChecks, observed), standing)
  if (early !== undefined) return early
  if (isUnchanged(observed)) return ended('stop', noFailure)
  const { end, failure } = checkedAgainstManager(observed, standing)
  if (end !== undefined) return end
  return endAt(firstFinding(releaseChecks, observed), failure) ?? providerPhases(observed, failure)
}

function endAt(finding: Finding, standing: Failure): PassEnd | undefined {
  if (finding === undefined) return undefined
  if (isUnread(finding)) return ended('error', standing)
  return ended(finding.ends, failureAfter(finding, standing))
}

// Whether anybody holds the object is asked after the pass, whatever it came to.
function deletion(observed: ClusterObserved, standing: Failure): PassEnd {
  const { treatment } = observed
  const { ends, released } = deletionSteps(observed)
  const held = treatment.otherFinalizers > 0 || (treatment.ownFinalizer && !released)
  return { ...ended(ends, standing), last: !held }
}

/** How a deletion ends, and whether EKS Anywhere lets go of the object. */
interface DeletionEnd {
  readonly ends: PassEnd['ends']
  readonly released?: true
}

function deletionSteps(observed: ClusterObserved): DeletionEnd {
  const { treatment, spec, clusterApi } = observed
  const selfManaged = spec.managedBy === undefined
  if (selfManaged && !treatment.managedByCommandLine) return { ends: 'error' }
  if (treatment.paused && !treatment.deletableWhenPaused) return { ends: 'stop' }
  // Machines of vSphere cannot go without their failure domains, which are put back from the whole release.
  if (selfManaged && spec.datacenter.kind === 'VSphereDatacenterConfig') {
    const checks: readonly Check[] = [...firstChecks.slice(1), wholeRelease]
    if (firstFinding(checks, observed) !== undefined) return { ends: 'error' }
  }
  if (!clusterApi.read) return { ends: 'error' }
  return clusterApi.item === undefined ? { ends: 'stop', released: true } : { ends: 'stop' }
}

/** Whether neither the Cluster nor anything linked to it has changed since all of it was last carried out. */
function isUnchanged({ previous, generation, links }: ClusterObserved): boolean {
  return (
    (previous?.childrenReconciledGeneration ?? 0) === generationsOf(links) &&
    (previous?.reconciledGeneration ?? 0) === generation
  )
}

interface Checked {
  readonly end?: PassEnd | undefined
  readonly failure: Failure
}

function checkedAgainstManager(observed: ClusterObserved, standing: Failure): Checked {
  const end = endAt(managementCluster(observed), standing)
  if (end !== undefined) return { end, failure: standing }
  const { compared, finding } = versionAgainstManager(observed)
  const late = endAt(finding, standing)
  if (late !== undefined) return { end: late, failure: standing }
  const isVoid = compared && standing.reason === 'EksaVersionInvalid'
  return { failure: isVoid ? noFailure : standing }
}

function providerPhases(observed: ClusterObserved, standing: Failure): PassEnd {
  const refused = refusedLink(observed)
  if (refused === 'not-judged-yet' || standsByProvider(observed)) return ended('stop', standing)
  if (refused !== undefined) return ended(refused.ends, failureAfter(refused, standing))
  const waiting = applyControlPlane(observed) ?? checkControlPlane(observed)
  if (waiting !== undefined) return ended(waiting, noFailure)
  const cni = cniPhase(observed)
  if (cni === 'unreadable' || cni === 'unsupported' || cni === 'version-unreadable')
    return ended('error', noFailure, cni)
  if (cni === 'upgrading') return ended('stop', noFailure, cni)
  const { clusterApi } = observed
  if (!clusterApi.read) return ended('error', noFailure, cni)
  return ended(clusterApi.item === undefined ? 'stop' : 'done', noFailure, cni)
}

// Where there is no Cluster API Cluster yet, everything is created at once and nothing is in the way.
function applyControlPlane({
  clusterApi,
  namedControlPlane,
  spec,
  etcd,
}: ClusterObserved): 'error' | 'stop' | undefined {
  if (!clusterApi.read) return 'error'
  if (clusterApi.item === undefined) return undefined
  if (!namedControlPlane.read || namedControlPlane.item === undefined) return 'error'
  if (!spec.externalEtcd) return undefined
  if (!etcd?.read || etcd.item === undefined) return 'error'
  return etcd.item.ready ? undefined : 'stop'
}

function checkControlPlane({ controlPlane }: ClusterObserved): 'error' | 'stop' | undefined {
  if (!controlPlane.read) return 'error'
  const seen = controlPlane.item
  if (seen === undefined || !seen.current || seen.available !== 'True') return 'stop'
  return seen.reachedVersion === '' || seen.version !== seen.reachedVersion ? 'stop' : undefined
}

/** What is wrong now: nothing of an earlier pass stands, unless nobody can look. */
export function presentFailure(observed: ClusterObserved): Failure {
  if (observed.treatment.deleting) return noFailure
  const finding = firstFinding(allChecks, observed)
  if (finding === undefined) return standsByProvider(observed) ? standingFailure(observed) : noFailure
  if (isUnread(finding)) return standingFailure(observed)
  const { reason, message } = finding
  return { message, reason: reason === 'DatacenterConfigInvalid' ? 'BadDatacenterConfig' : reason }
}
