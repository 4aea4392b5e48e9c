import { getCondition, isTrue } from '@sitrep/conditions'
import { minutes } from '../../time/longer-than.ts'
import { countMembers, type Quorum } from '../etcd/quorum.ts'
import type { ControlPlaneFacts, JudgedMachine } from '../facts.ts'
import { podConditions } from '../observe/static-pod-seen.ts'
import { isLasting } from './lasting.ts'

/** How many Machines have all components well. */
interface Standing {
  readonly machines: number
  readonly healthy: number
  readonly unhealthy: number
  readonly unsettled: number
}

/** The members of etcd by their health; nothing where etcd runs elsewhere or cannot be asked. */
export function quorumOf({ pass, judged, clock }: ControlPlaneFacts): Quorum | undefined {
  return pass.members.members === 'known' ? countMembers(pass.members.list, judged, clock) : undefined
}

/** A component talks to its neighbours on the same Machine only, so that a Machine counts when all of them are well. */
export function standingOf({ judged, etcdManaged, clock }: ControlPlaneFacts): Standing {
  const types = [...podConditions(etcdManaged), ...(etcdManaged ? ['EtcdMemberHealthy'] : [])]
  const isWell = ({ conditions }: JudgedMachine): boolean => types.every((type) => isTrue(conditions, type))
  const existing = judged.filter(({ providerID }) => providerID !== '')
  const sick = existing.filter((machine) => !isWell(machine))
  const unhealthy = sick.filter(({ conditions }) => isLasting(conditions, types, clock)).length
  return {
    machines: judged.length,
    healthy: existing.length - sick.length,
    unhealthy,
    unsettled: sick.length - unhealthy,
  }
}

/** Whether the control plane was initialized so recently that etcd may still be silent. */
export function isFresh({ conditions, clock }: ControlPlaneFacts): boolean {
  const initialized = getCondition(conditions, 'Initialized')
  return initialized?.status === 'True' && !clock.passed(initialized.lastTransitionTime, 2 * minutes)
}

/** Enough members of etcd, one Machine with all components, certificates, and nobody deletes it. */
export function isAvailable(f: ControlPlaneFacts): boolean {
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
export function degradedText(f: ControlPlaneFacts): string {
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
export function unavailableText(f: ControlPlaneFacts): string {
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
