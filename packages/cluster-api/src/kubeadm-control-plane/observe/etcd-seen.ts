import { at, list, text, type View } from '@sitrep/status'

/** One member of etcd, in etcd's own words. */
export interface EtcdMember {
  readonly id: string
  /** Empty while it has not been given one; then the name of its Node. */
  readonly name: string
  readonly learner: boolean
  readonly alarms: readonly string[]
}

/** What one look at etcd gave. */
export type EtcdLook =
  | { readonly look: 'members'; readonly members: readonly EtcdMember[]; readonly hasLeader: boolean }
  | { readonly look: 'failed'; readonly at: 'connect' | 'members' | 'alarms'; readonly error: string }

export const etcdForControlPlane: View<EtcdLook> = {
  name: 'etcdForControlPlane',
  of: ({ status }) => {
    const [failedAt, members] = [text(at(status, 'failedAt')), list(at(status, 'members')).map(memberSeen)]
    const hasLeader = members.some(({ id }) => id === String(at(status, 'leader')))
    // The alarms are asked for last, and not at all without a leader.
    if (failedAt === 'alarms' && !hasLeader) return { look: 'members', members, hasLeader }
    if (failedAt !== undefined) {
      const place = failedAt === 'members' || failedAt === 'alarms' ? failedAt : 'connect'
      return { look: 'failed', at: place, error: text(at(status, 'error')) ?? '' }
    }
    return { look: 'members', members, hasLeader }
  },
}

function memberSeen(member: unknown): EtcdMember {
  return {
    id: String(at(member, 'id') ?? ''),
    name: text(at(member, 'name')) ?? '',
    learner: at(member, 'isLearner') === true,
    alarms: list(at(member, 'alarms'))
      .map(String)
      .filter((alarm) => alarm !== 'NONE'),
  }
}
