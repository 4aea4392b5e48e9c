import { isTrue } from '@sitrep/conditions'
import type { Clock } from '@sitrep/status'
import type { EtcdMember } from '../types.ts'
import { isLasting, type JudgedMachine } from './machines.ts'

/** How many members of etcd are well, and how many must be. */
export interface Quorum {
  readonly members: number
  readonly learners: number
  readonly healthy: number
  /** Not well, and for so long that it is worth a word. */
  readonly unhealthy: number
  /** Not well, but only just now. */
  readonly unsettled: number
  readonly required: number
}

/**
 * Counts members by what their Machines say. A member without a name is starting and counts as well; learners do not vote,
 * but being well they count.
 */
export function countMembers(
  members: readonly EtcdMember[],
  machines: readonly JudgedMachine[],
  clock: Clock,
): Quorum {
  const learners = members.filter(({ name, learner }) => learner || name === '').length
  const counts = { healthy: 0, unhealthy: 0, unsettled: 0 }
  let provisioning = machines.filter(({ nodeName }) => nodeName === undefined)
  for (const { name } of members) {
    let machine = machines.find(({ nodeName }) => nodeName === name)
    // Machines come one at a time, so the only one without a Node must be where an unknown member lives.
    if (name !== '' && machine === undefined && provisioning.length === 1) {
      machine = provisioning[0]
      provisioning = []
    }
    counts[name === '' ? 'healthy' : healthOf(machine, clock)]++
  }
  return {
    ...counts,
    members: members.length,
    learners,
    required: Math.floor((members.length - learners) / 2) + 1,
  }
}

function healthOf(machine: JudgedMachine | undefined, clock: Clock): 'healthy' | 'unhealthy' | 'unsettled' {
  if (machine === undefined) return 'unhealthy'
  if (isTrue(machine.conditions, 'EtcdMemberHealthy')) return 'healthy'
  return isLasting(machine.conditions, ['EtcdMemberHealthy'], clock) ? 'unhealthy' : 'unsettled'
}

/** Whether etcd would keep its quorum if one more member joined and, as always has to be expected, were not well. */
export function staysHealthyWithOneMore(
  members: readonly EtcdMember[],
  machines: readonly JudgedMachine[],
): boolean {
  const learners = members.filter(({ name, learner }) => name === '' || learner)
  if (learners.length > 0) return false
  const voters = members.length + 1
  // With one member or none there is no other way to grow, so the new one is trusted.
  const trusted = members.length <= 1 ? 0 : 1
  const unhealthy = members.filter((member) => !isHealthy(member, machines)).length + trusted
  return voters - unhealthy >= Math.floor(voters / 2) + 1
}

function isHealthy({ name, alarms }: EtcdMember, machines: readonly JudgedMachine[]): boolean {
  const machine = machines.find(({ nodeName }) => nodeName === name)
  return machine === undefined ? alarms.length === 0 : isTrue(machine.conditions, 'EtcdMemberHealthy')
}
