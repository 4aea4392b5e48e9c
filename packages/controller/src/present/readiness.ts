import { type KindRef, kindKey } from '@sitrep/status'
import type { KnownFault } from '../faults.ts'
import type { Seat } from '../lease/shard-member.ts'
import type { Contact } from '../observe/contacts.ts'
import type { UnreadKind } from '../observe/unread-kinds.ts'
import type { SharePart } from '../share/sharing.ts'

/** What a controller can see now. */
export interface Sight {
  /** Where the management cluster answers, for people. */
  readonly server: string
  /** How the contact to the management cluster is; absent: it has just been asked for the first time. */
  readonly management?: Contact
  /** To all other clusters that somebody reaches for. */
  readonly clusters: readonly Contact[]
  /** Whether anything has been read at all. */
  readonly begun: boolean
  /** What is asked of the management cluster and has not been looked at yet. */
  readonly waiting: readonly KindRef[]
  readonly unread: readonly UnreadKind[]
  /** What went wrong by a mistake of ours in the last minutes; what it was about is set aside. */
  readonly faults?: readonly KnownFault[]
  /** How much of the world is kept here, where several share it. */
  readonly share?: SharePart
  /** Where this process stands among those that share the work; absent: there are no others. */
  readonly seat?: Seat
}

/** Whether the work goes on as it should, and what is in the way, in sentences. */
export interface Readiness {
  readonly ready: boolean
  readonly lines: readonly string[]
}

const namesShown = 5

/** Ready is who reaches its server and has looked at everything once. `brief` leaves out what is nobody's business but its owner's. */
export function readinessOf(sight: Sight, detail: 'brief' | 'full' = 'full'): Readiness {
  const missing = [...serverLines(sight, detail), ...waitingLines(sight)]
  if (detail === 'brief' || missing.length > 0)
    return { ready: missing.length === 0, lines: missing.length === 0 ? ['ok'] : missing }
  return {
    ready: true,
    lines: [
      'ok',
      ...seatLines(sight),
      ...shareLines(sight),
      ...sight.clusters.flatMap(clusterLines),
      ...sight.unread.map(unreadLine),
      ...(sight.faults ?? []).map(faultLine),
    ],
  }
}

function serverLines({ server, management }: Sight, detail: 'brief' | 'full'): readonly string[] {
  if (management === undefined || management.state === 'made') return []
  const { why = '', since } = management
  const words = 'The management server cannot be reached'
  return [detail === 'brief' ? words : `${words} at ${server} since ${timeOf(since)}: ${why}`]
}

function waitingLines({ begun, waiting }: Sight): readonly string[] {
  const names = [...new Set(waiting.map(kindKey))].sort()
  if (names.length > 0) {
    const more = names.length > namesShown ? ` and ${names.length - namesShown} more` : ''
    return [`Not read yet: ${names.slice(0, namesShown).join(', ')}${more}`]
  }
  return begun ? [] : ['Nothing has been read yet']
}

function seatLines({ seat }: Sight): readonly string[] {
  if (seat?.trouble !== undefined) {
    const { why, since } = seat.trouble
    return [
      `Nothing is written here: the Leases by which the work is shared cannot be kept since ${timeOf(since)}: ${why}`,
    ]
  }
  if (seat === undefined || seat.held) return []
  const { length } = seat.members
  if (length === 0) return ['Nothing is written here: there is no Lease yet']
  return [`This process stands by: ${length} ${length === 1 ? 'other does' : 'others do'} the work`]
}

function shareLines({ share }: Sight): readonly string[] {
  if (share === undefined) return []
  const { members, keys, objects, taking } = share
  const words = `${members} ${members === 1 ? 'member shares' : 'members share'} the work; ${keys} ${keys === 1 ? 'key' : 'keys'} and ${objects} ${objects === 1 ? 'object' : 'objects'} are kept here`
  return [taking ? `${words}; what has come to this share is being read` : words]
}

const stateWords = {
  made: '',
  connecting: 'has not answered',
  unreachable: 'has been out of reach',
  lost: 'has been lost',
} as const

/** What there is to say of a cluster that does not answer. */
export const clusterLines = ({ cluster, state, why = '', since }: Contact): readonly string[] =>
  state === 'made' ? [] : [`The cluster ${cluster} ${stateWords[state]} since ${timeOf(since)}: ${why}`]

const unreadLine = ({ cluster, why, since, ...kind }: UnreadKind): string =>
  `${kindKey(kind)}${cluster === '' ? '' : ` of the cluster ${cluster}`} cannot be read since ${timeOf(since)}: ${why}`

const faultLine = ({ what, name, why, since }: KnownFault): string =>
  `Set aside by a mistake of Sitrep since ${timeOf(since)}: ${what} (${name}): ${why}`

const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`
