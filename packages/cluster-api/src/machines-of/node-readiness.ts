import { foldStretches, type Instant } from '@sitrep/conditions'
import { type Clock, text, type View } from '@sitrep/status'
import { later, longerThan, seconds } from '../time/longer-than.ts'
import { total } from './counters.ts'

/** A Node as whoever counts Nodes sees it. */
export interface NodeReadiness {
  readonly name: string
  readonly uid: string | undefined
  readonly providerID: string | undefined
  readonly ready: boolean
  readonly readySince: Instant | undefined
  readonly kubeletVersion: string | undefined
}

/** What is read of a Node to count it, by the old counters and for pools. */
export const nodeReadiness: View<NodeReadiness> = {
  name: 'nodeReadiness',
  of: (object) => {
    const { metadata } = object
    const { spec, status } = object as NodeParts
    const ready = readyOf(status?.conditions)
    return {
      name: metadata.name,
      uid: metadata.uid,
      providerID: text(spec?.providerID),
      ready: ready?.status === 'True',
      readySince: text(ready?.lastTransitionTime),
      kubeletVersion: text(status?.nodeInfo?.kubeletVersion),
    }
  },
}

/** The fields that are read, should they be there and what they are supposed to be. */
interface NodeParts {
  readonly spec?: { readonly providerID?: unknown } | null
  readonly status?: {
    readonly conditions?: unknown
    readonly nodeInfo?: { readonly kubeletVersion?: unknown } | null
  } | null
}

function readyOf(
  list: unknown,
): { readonly status?: unknown; readonly lastTransitionTime?: unknown } | undefined {
  return Array.isArray(list) ? list.find((condition) => condition?.type === 'Ready') : undefined
}

/** Whether a Node has been ready for as long as is asked for. */
export function isNodeAvailable(node: NodeReadiness, minReadySeconds: number, clock: Clock): boolean {
  if (!node.ready) return false
  return minReadySeconds === 0 || longerThan(clock, node.readySince, minReadySeconds * seconds)
}

/** How many Nodes are ready. */
export const countReady: (nodes: readonly NodeReadiness[]) => number = foldStretches(
  (nodes: readonly NodeReadiness[]) => nodes.filter(({ ready }) => ready).length,
  total,
)

/** How many Nodes have been ready for as long as is asked for. */
export function countAvailable(
  nodes: readonly NodeReadiness[],
  minReadySeconds: number,
  clock: Clock,
): number {
  if (minReadySeconds === 0) return countReady(nodes)
  let count = 0
  for (const { stretch, since, latest } of readySince(nodes)) {
    // Where it is long enough for the last one it is for all of them.
    if (longerThan(clock, latest, minReadySeconds * seconds)) count += since
    else count += stretch.filter((node) => isNodeAvailable(node, minReadySeconds, clock)).length
  }
  return count
}

/** Nodes, how many of them are ready and say since when, and when the last of those became it. */
interface ReadySince {
  readonly stretch: readonly NodeReadiness[]
  readonly since: number
  readonly latest: Instant | undefined
}

const readySince = foldStretches(
  (stretch: readonly NodeReadiness[]): readonly ReadySince[] => {
    const times = stretch.flatMap(({ ready, readySince: since }) => (ready && isTime(since) ? [since] : []))
    return [{ stretch, since: times.length, latest: times.reduce<Instant | undefined>(later, undefined) }]
  },
  (parts) => parts.flat(),
)

const isTime = (text: string | undefined): text is Instant =>
  text !== undefined && !Number.isNaN(Date.parse(text))
