import { type ConditionRules, False, isTrue, otherwise, True, Unknown } from '@sitrep/conditions'
import type { Quorum } from '../facts/etcd-quorum.ts'
import { type ControlPlaneFacts, isFresh, isSilent, quorumOf, standingOf } from '../facts/facts.ts'

/** Enough members of etcd, one Machine with all components, certificates, and nobody deletes it. */
function isAvailable(f: ControlPlaneFacts): boolean {
  const quorum = quorumOf(f)
  const hasQuorum = !f.etcdManaged || (quorum !== undefined && quorum.healthy >= quorum.required)
  return (
    !f.deleting && hasQuorum && standingOf(f).healthy >= 1 && isTrue(f.conditions, 'CertificatesAvailable')
  )
}

function etcdLine({ members, learners, required }: Quorum, healthy: number): string {
  const who =
    healthy === 0
      ? 'There are no healthy etcd member'
      : `${healthy} of ${members} etcd members ${healthy === 1 ? 'is' : 'are'} healthy`
  const learning = learners > 0 ? ` ${learners} learner etcd member,` : ''
  return `* ${who},${learning} at least ${required} healthy member required for etcd quorum`
}

/** What does not work although the control plane does; trouble of the last ten seconds is not told. */
function degradedText(f: ControlPlaneFacts): string {
  const [quorum, standing] = [quorumOf(f), standingOf(f)]
  const well = standing.healthy + standing.unsettled
  const settled = quorum === undefined ? 0 : quorum.healthy + quorum.unsettled
  return [
    ...(quorum !== undefined && quorum.unhealthy > 0 ? [etcdLine(quorum, settled)] : []),
    ...(standing.unhealthy > 0
      ? [
          `* ${well} of ${standing.machines} Machines ${well === 1 ? 'has' : 'have'} healthy control plane components, at least 1 required`,
        ]
      : []),
  ].join('\n')
}

/** What keeps the control plane from being available. */
function unavailableText(f: ControlPlaneFacts): string {
  const quorum = quorumOf(f)
  return [
    ...(f.deleting ? ['* Control plane metadata.deletionTimestamp is set'] : []),
    ...(isTrue(f.conditions, 'CertificatesAvailable')
      ? []
      : ['* Control plane certificates are not available']),
    ...(quorum !== undefined && quorum.healthy < quorum.required ? [etcdLine(quorum, quorum.healthy)] : []),
    ...(standingOf(f).healthy < 1
      ? ['* There are no Machines with healthy control plane components, at least 1 required']
      : []),
  ].join('\n')
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const available: ConditionRules<ControlPlaneFacts> = {
  type: 'Available',
  rows: [
    ['the control plane is not initialized yet',             (f) => !f.initialized,                               False('NotAvailable', 'Control plane not yet initialized')],
    ['etcd has not named its members yet, which takes time', (f) => isSilent(f) && isFresh(f),                    False('NotAvailable', 'Waiting for etcd to report the list of members')],
    ['the members of etcd are not known',                    isSilent,                                            Unknown('InspectionFailed', 'Failed to get etcd members')],
    ['the members of etcd do not fit the Machines',          (f) => f.etcdManaged && !f.pass.match.matching,      False('NotAvailable', 'The list of etcd members does not match the list of Machines and Nodes')],
    ['enough of it works',                                   isAvailable,                                         True('Available', degradedText)],
    ['otherwise',                                            otherwise,                                           False('NotAvailable', unavailableText)],
  ],
}
