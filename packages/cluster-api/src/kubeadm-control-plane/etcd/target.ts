import { isTrue } from '@sitrep/conditions'
import type { JudgedMachine } from '../facts.ts'
import type { EtcdMember } from '../observe/etcd-seen.ts'

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
