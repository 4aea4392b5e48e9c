import { isTrue } from '@sitrep/conditions'
import { types } from '../conditions.ts'
import type { ClusterFacts } from '../facts.ts'
import type { ClusterLanguage, ClusterOutcome } from '../language.ts'
import { allChecks, firstFinding, standsByProvider } from '../pass/checks.ts'
import { isUnread } from '../pass/fault.ts'
import { generationsOf } from '../pass/linked-faults.ts'
import { type Failure, noFailure, type PassEnd, standingFailure } from '../pass/pass-end.ts'
import { runPass } from '../pass/run-pass.ts'
import type { ClusterObserved, ClusterStatus } from '../types.ts'
import { controlPlaneInitialized } from './control-plane-initialized.ts'
import { controlPlaneReady } from './control-plane-ready.ts'
import { cniVersion, defaultCniConfigured, isApplied } from './default-cni-configured.ts'
import { putProposal } from './put.ts'
import { ready } from './ready.ts'
import { workersReady } from './workers-ready.ts'

/** What is wrong now: nothing of an earlier pass stands, unless nobody can look. */
function failureOf(observed: ClusterObserved): Failure {
  if (observed.treatment.deleting) return noFailure
  const finding = firstFinding(allChecks, observed)
  if (finding === undefined) return standsByProvider(observed) ? standingFailure(observed) : noFailure
  if (isUnread(finding)) return standingFailure(observed)
  const { reason, message } = finding
  return { message, reason: reason === 'DatacenterConfigInvalid' ? 'BadDatacenterConfig' : reason }
}

function pass(observed: ClusterObserved): PassEnd {
  return { ...runPass(observed), failure: failureOf(observed) }
}

function write({ observed, facts }: ClusterOutcome): Partial<ClusterStatus> {
  const { generation, links, previous } = observed
  const { failure, ends } = facts.pass
  return {
    failureMessage: failure.message,
    failureReason: failure.reason,
    observedGeneration: generation || undefined,
    ...(ends === 'done' &&
      failure.message === undefined && {
        reconciledGeneration: generation || undefined,
        childrenReconciledGeneration: generationsOf(links) || undefined,
      }),
    defaultCNI: defaultCni(facts, previous),
    clusterCertificateInfo: undefined,
  }
}

function defaultCni(facts: ClusterFacts, previous: ClusterStatus | undefined): ClusterStatus['defaultCNI'] {
  const { spec, cni, treatment, said } = facts
  if (spec.cilium === undefined && !spec.kindnetd) return undefined
  if (treatment.deleting || !cni.read) return previous?.defaultCNI
  if (!isTrue(said, types.initialized)) return undefined
  const name = spec.cilium === undefined ? 'kindnetd' : 'cilium'
  if (!isApplied(facts)) return { name, status: 'not applied' }
  const version = cniVersion(facts)
  return { name, ...(version !== '' && { version }), status: 'applied' }
}

/** What the document says of a Cluster. */
export const proposalCluster: ClusterLanguage = {
  tables: [controlPlaneInitialized, defaultCniConfigured, controlPlaneReady, workersReady, ready],
  upToDate: 'UpToDate',
  pass,
  untouched: () => undefined,
  put: putProposal,
  write,
}
