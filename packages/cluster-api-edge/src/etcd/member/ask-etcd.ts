import type { Duplex } from 'node:stream'
import { type GrpcOptions, GrpcSession } from './grpc.ts'
import { messagesIn, numberIn, readMessage, textIn } from './protobuf.ts'

/** One member as etcd lists it. */
export interface EtcdMember {
  readonly id: string
  /** Empty until the member has started for the first time. */
  readonly name: string
  readonly isLearner: boolean
  readonly alarms: readonly string[]
}

/** What one member of etcd answers when it is asked about the cluster. */
export type EtcdAnswer =
  | { readonly members: readonly EtcdMember[]; readonly leader?: string }
  | {
      readonly failedAt: 'connect' | 'members' | 'alarms'
      readonly error: string
      readonly members?: readonly EtcdMember[]
      readonly leader?: string
    }

const nothing = Buffer.alloc(0)
// Linearizable: a member that has lost the others must not answer from memory.
const linearizable = Buffer.from([0x08, 0x01])

/**
 * Asks the member at the other end of a stream for its status, the members and the alarms, in this order. What it cannot answer in time is
 * part of the answer.
 */
export async function askEtcd(stream: Duplex, options: GrpcOptions): Promise<EtcdAnswer> {
  let session: GrpcSession | undefined
  let failedAt: 'connect' | 'members' | 'alarms' = 'connect'
  let seen: { readonly members?: readonly EtcdMember[]; readonly leader?: string } = {}
  try {
    session = new GrpcSession(stream, options)
    const leader = leaderIn(await session.call('etcdserverpb.Maintenance/Status', nothing))
    const known = leader === '0' ? {} : { leader }
    failedAt = 'members'
    const members = membersIn(await session.call('etcdserverpb.Cluster/MemberList', linearizable))
    seen = { members, ...known }
    if (!members.some(({ id }) => id === leader)) return { members, ...known }
    failedAt = 'alarms'
    const alarms = alarmsIn(await session.call('etcdserverpb.Maintenance/Alarm', nothing))
    return {
      members: members.map((member) => ({ ...member, alarms: alarms.get(member.id) ?? [] })),
      ...known,
    }
  } catch (error) {
    return { failedAt, error: wordsOf(failedAt, error), ...seen }
  } finally {
    session?.close()
    stream.destroy()
  }
}

/** A failure to connect is one to get the status, which is how anybody finds out. */
export function wordsOf(failedAt: 'connect' | 'members' | 'alarms', error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  return failedAt === 'connect' ? `failed to get etcd status: ${words}` : words
}

// The numbers of the fields are those of etcd's own description of its messages, which never change.
const leaderIn = (bytes: Buffer): string => String(numberIn(readMessage(bytes), 4))

function membersIn(bytes: Buffer): readonly EtcdMember[] {
  return messagesIn(readMessage(bytes), 2)
    .map((member) => ({
      id: String(numberIn(member, 1)),
      name: textIn(member, 2),
      isLearner: numberIn(member, 5) !== 0n,
      alarms: [],
    }))
    .sort((a, b) => (a.name === b.name ? compare(a.id, b.id) : compare(a.name, b.name)))
}

const alarmNames: ReadonlyMap<bigint, string> = new Map([
  [0n, 'NONE'],
  [1n, 'NOSPACE'],
  [2n, 'CORRUPT'],
])

function alarmsIn(bytes: Buffer): ReadonlyMap<string, readonly string[]> {
  const byMember = new Map<string, string[]>()
  for (const alarm of messagesIn(readMessage(bytes), 2)) {
    const [id, type] = [String(numberIn(alarm, 1)), numberIn(alarm, 2)]
    const present = byMember.get(id) ?? []
    byMember.set(id, present)
    present.push(alarmNames.get(type) ?? `alarm ${type}`)
  }
  for (const alarms of byMember.values()) alarms.sort()
  return byMember
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
