import type { Clock } from '@sitrep/status'
import { longerThan, minutes } from '../../time/longer-than.ts'
import type { ControlPlaneObserved, EtcdLook, EtcdMember, MachineObserved } from '../types.ts'

type FailedStep = Extract<EtcdLook, { look: 'failed' }>['at']

/** What a look at etcd tells about its members. */
export type MembersLook =
  /** Nobody could be asked, for no Machine that stays has a Node. */
  | { readonly members: 'nobody-to-ask' }
  | { readonly members: 'failed'; readonly at: FailedStep; readonly text: string }
  /** They did not agree on a leader, or nobody has looked: what was said stands. */
  | { readonly members: 'unclear' }
  | { readonly members: 'known'; readonly list: readonly EtcdMember[] }

const failureTexts: Readonly<Record<FailedStep, string>> = {
  connect: 'Failed to connect to etcd',
  members: 'Failed to get etcd members',
  alarms: 'Failed to get etcd alarms',
}

/** Tells what is known of the members, as far as etcd could be asked through these Machines. */
export function lookAtMembers(
  machines: readonly MachineObserved[],
  { etcd }: ControlPlaneObserved,
): MembersLook {
  if (!machines.some(isAskable)) return { members: 'nobody-to-ask' }
  const look = etcd.read ? etcd.item : undefined
  if (look === undefined) return { members: 'unclear' }
  if (look.look === 'failed')
    return { members: 'failed', at: look.at, text: `${failureTexts[look.at]}: ${look.error}` }
  return look.hasLeader ? { members: 'known', list: look.members } : { members: 'unclear' }
}

/** Whether etcd can be reached through this Machine: it stays, and its Node exists. */
function isAskable({ seen, node }: MachineObserved): boolean {
  return seen.deletion === undefined && node?.read === true && node.item !== undefined
}

/** The name of a member, or what stands for it until it has one. */
export const nameOrId = ({ name, id }: EtcdMember): string => name || `${id} (Name not yet assigned)`

/** The member on the Node of a Machine; nothing while it has no Node or etcd knows no such member. */
export const memberOf = (
  members: readonly EtcdMember[],
  { seen }: MachineObserved,
): EtcdMember | undefined =>
  seen.nodeName === undefined ? undefined : members.find(({ name }) => name === seen.nodeName)

/** How the members of etcd fit the Machines of the control plane. */
export interface Match {
  readonly matching: boolean
  /** Members that no Machine hosts, each in a sentence. */
  readonly strangers: readonly string[]
}

/** Compares members and Machines. What is just coming up is given time. */
export function matchMembers(look: MembersLook, machines: readonly MachineObserved[], clock: Clock): Match {
  if (look.members !== 'known') {
    return { matching: !machines.some(({ seen }) => seen.nodeName !== undefined), strangers: [] }
  }
  const strangers = look.list.filter(({ name }) => !machines.some(({ seen }) => seen.nodeName === name))
  const provisioning = machines.some(({ seen }) => seen.nodeName === undefined)
  const overdue = machines.some((machine) => isOverdue(machine, look.list, clock))
  return {
    matching: !overdue && (strangers.length === 0 || provisioning),
    strangers: strangers.map(
      (member) => `Etcd member ${nameOrId(member)} does not have a corresponding Machine`,
    ),
  }
}

function isOverdue(machine: MachineObserved, members: readonly EtcdMember[], clock: Clock): boolean {
  const { seen, node } = machine
  if (seen.nodeName === undefined || seen.deletion !== undefined || memberOf(members, machine)) return false
  if (node?.read !== true || node.item === undefined) return false
  return node.item.createdAt === undefined || longerThan(clock, node.item.createdAt, 2 * minutes)
}
