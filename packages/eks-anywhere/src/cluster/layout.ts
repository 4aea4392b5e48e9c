import { compareSeverityConditions } from '@sitrep/cluster-api'
import {
  type Decision,
  deleteSeverityCondition,
  falseSeverityCondition,
  getCondition,
  isTrue,
  type Severity,
  type SeverityCondition,
  setSeverityCondition,
  setSeverityConditionWithTime,
  trueSeverityCondition,
  unknownSeverityCondition,
} from '@sitrep/conditions'
import { skipReason } from '../kinds.ts'
import { cniVersion, isApplied } from './facts/cni.ts'
import { type ClusterFacts, statusUnreadable, summaryOf } from './facts/facts.ts'
import { generationsOf } from './facts/linked-faults.ts'
import type { ClusterOutcome } from './language.ts'
import { type ClusterObserved, type ClusterStatus, types } from './types.ts'

/** How bad a reason is; all others are no more than progress. */
const severities: ReadonlyMap<string, Severity> = new Map([
  ['ControlPlaneComponentsUnhealthy', 'Error'],
  ['KubeadmControlPlaneNotReady', 'Error'],
  ['MachineDeploymentNotReady', 'Error'],
  [skipReason, 'Warning'],
])

/** Sets a condition as the older model does: `Ready` first, and any change moves the time. */
export function putReleased(
  decision: Decision,
  facts: ClusterFacts,
  now: string,
): readonly SeverityCondition[] {
  const { said } = facts
  if (decision.outcome === 'keep') return said
  if (decision.outcome === 'absent') return deleteSeverityCondition(said, decision.type)
  const { type, status, reason, message } = decision.condition
  const stamp = { now, order: compareSeverityConditions }
  if (status === 'True') return setSeverityCondition(said, trueSeverityCondition(type), stamp)
  if (status === 'Unknown')
    return setSeverityCondition(said, unknownSeverityCondition(type, { reason, message }), stamp)
  const severity =
    type === types.ready ? summaryOf(facts)?.condition.severity : (severities.get(reason) ?? 'Info')
  const texts = { reason, message, ...(severity && { severity }) }
  return setSeverityCondition(said, falseSeverityCondition(type, texts), stamp)
}

/** What was released writes beside the conditions. */
export function writeReleased({ observed, facts }: ClusterOutcome): Partial<ClusterStatus> {
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

/** The order in which the document lists the conditions; those of other writers follow. */
const order: readonly string[] = [
  types.initialized,
  types.cni,
  types.controlPlane,
  types.workers,
  types.ready,
]

/** Sets a condition as the document shows it: without severity, in its order, and the time moves with the status only. */
export function putProposal(
  decision: Decision,
  { said }: ClusterFacts,
  now: string,
): readonly SeverityCondition[] {
  const next = nextOf(decision, getCondition(said, decision.type), now)
  const own = order.flatMap((type) => (type === decision.type ? next : getCondition(said, type)) ?? [])
  return [...own, ...said.filter(({ type }) => !order.includes(type))]
}

function nextOf(
  decision: Decision,
  before: SeverityCondition | undefined,
  now: string,
): SeverityCondition | undefined {
  if (decision.outcome === 'keep') return before
  if (decision.outcome === 'absent') return undefined
  const { type, status, reason, message } = decision.condition
  const given = { type, status, ...(reason && { reason }), ...(message && { message }) }
  return setSeverityConditionWithTime(before ? [before] : [], given, { now })[0]
}

/** What the document writes beside the conditions. */
export function writeProposal({ observed, facts }: ClusterOutcome): Partial<ClusterStatus> {
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
