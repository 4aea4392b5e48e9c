import { type Reflector, startReflector, type Timing } from '@sitrep/controller'
import type { Connection, ServedResource } from '@sitrep/controller/connection'
import { at, type KubeObject, list, same } from '@sitrep/status'

/** One status that was written, as the API showed it to everybody. */
export interface StatusWrite {
  /** When it was seen. */
  readonly at: number
  /** How far the server had counted: every write to anything of any cluster is one more. */
  readonly version: number
  /** `Machine blue-cp-abcde`. */
  readonly object: string
  readonly before: unknown
  readonly after: unknown
  /** Conditions whose status changed, in short: `Ready`, from `False` to `True`. */
  readonly turns: readonly Turn[]
}

interface Turn {
  readonly type: string
  readonly from: string
  readonly to: string
  /** When it was decided, by the clock of whoever did; not a number where nothing says so. */
  readonly decided: number
}

/** Everything that was said on computed kinds since the beginning, for everybody who may judge it. */
export interface StatusRecord {
  readonly writes: readonly StatusWrite[]
  /** What no status should ever do, one line each, among the writes from this one on; see `judge`. */
  readonly problems: (from?: number) => readonly string[]
  readonly stop: () => Promise<void>
}

const computed: readonly (readonly [group: string, kind: string])[] = [
  ['cluster.x-k8s.io', 'Cluster'],
  ['cluster.x-k8s.io', 'Machine'],
  ['cluster.x-k8s.io', 'MachineSet'],
  ['cluster.x-k8s.io', 'MachineDeployment'],
  ['cluster.x-k8s.io', 'MachinePool'],
  ['cluster.x-k8s.io', 'MachineHealthCheck'],
  ['controlplane.cluster.x-k8s.io', 'KubeadmControlPlane'],
]

/** Whether nobody saw anything new about an object between two moments. */
type IsStill = (object: string, from: number, to: number) => boolean

/** Watches all computed kinds from this moment on. */
export function recordStatuses({
  connection,
  timing,
  isStill = () => true,
}: {
  readonly connection: Connection
  readonly timing: Timing
  readonly isStill?: IsStill
}): StatusRecord {
  const writes: StatusWrite[] = []
  const known = new Map<string, KubeObject>()
  const seen = (object: KubeObject): void => {
    const uid = object.metadata.uid ?? ''
    const before = known.get(uid)?.status
    known.set(uid, object)
    if (same(before, object.status)) return
    const name = `${object.kind} ${object.metadata.name}`
    const turns = turnsBetween(before, object.status)
    const version = Number(object.metadata.resourceVersion)
    writes.push({ at: timing.now(), version, object: name, before, after: object.status, turns })
  }
  const reflectors = computed.map(
    ([group, kind]): Reflector =>
      startReflector({
        connection,
        resource: resourceOf(group, kind),
        timing,
        onChanges: (changes) => {
          for (const change of changes) if ('object' in change) seen(change.object)
        },
        onState: () => {},
      }),
  )
  return {
    writes,
    problems: (from = 0) => judge(writes.slice(from), isStill),
    stop: async () => {
      await Promise.all(reflectors.map((reflector) => reflector.stop()))
    },
  }
}

const resourceOf = (group: string, kind: string): ServedResource => ({
  group,
  kind,
  version: 'v1beta2',
  plural: `${kind.toLowerCase()}s`,
  namespaced: true,
  names: [],
})

const conditionsOf = (status: unknown): ReadonlyMap<string, unknown> =>
  new Map(list(at(status, 'conditions')).map((condition) => [String(at(condition, 'type')), condition]))

const statusOf = (condition: unknown): string => String(at(condition, 'status') ?? 'absent')

function turnsBetween(before: unknown, after: unknown): readonly Turn[] {
  const [old, present] = [conditionsOf(before), conditionsOf(after)]
  return [...new Set([...old.keys(), ...present.keys()])].flatMap((type) => {
    const [from, to] = [statusOf(old.get(type)), statusOf(present.get(type))]
    const decided = Date.parse(String(at(present.get(type), 'lastTransitionTime')))
    return from === to ? [] : [{ type, from, to, decided }]
  })
}

/** Writes that said nothing but other times, and conditions that went and came back although nobody changed anything. */
function judge(writes: readonly StatusWrite[], isStill: IsStill): readonly string[] {
  const inOrder = [...writes].sort((a, b) => a.version - b.version)
  const empty = inOrder
    .filter(({ before, after }) => same(withoutTimes(before), withoutTimes(after)))
    .map(({ object, at: time }) => `${object} was written without saying anything at ${instant(time)}`)
  return [...empty, ...flips(inOrder, isStill)]
}

function flips(writes: readonly StatusWrite[], isStill: IsStill): readonly string[] {
  const last = new Map<string, Turn & { readonly index: number; readonly time: number }>()
  return writes.flatMap(({ object, turns, at: time }, index) =>
    turns.flatMap((turn) => {
      const key = `${object} ${turn.type}`
      const before = last.get(key)
      last.set(key, { ...turn, index, time })
      if (before?.from !== turn.to || !isAlone(writes, before.index, index)) return []
      // A write is seen later than it was decided on, and may be seen after what made for the next one.
      const since = before.decided < before.time ? before.decided : before.time
      if (!isStill(object, since, time)) return []
      return [`${key} went ${before.from}, ${before.to}, ${turn.to} at ${instant(time)}`]
    }),
  )
}

/** Whether nothing but statuses was written between two of them: then the world stood still, and only words changed. */
function isAlone(writes: readonly StatusWrite[], from: number, to: number): boolean {
  const [first, last] = [writes[from]?.version ?? 0, writes[to]?.version ?? 0]
  return last - first === to - from
}

const instant = (time: number): string => new Date(time).toISOString()

function withoutTimes(value: unknown): unknown {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? '' : value
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutTimes(inner)]))
}
