import {
  clusterKind,
  kubeadmControlPlaneKind,
  machineDeploymentKind,
  machineHealthCheckKind,
  machineKind,
  machineSetKind,
} from '@sitrep/cluster-api/kinds'
import { at, type KindRef, type KubeObject, list } from '@sitrep/status'
import type { StatusRecord } from '../../../apps/sitrep/stories/status-record.testing.ts'

/** What came of one run: what all objects say in the end, and how they came to say it. */
export interface Told {
  /** By kind and name, numbered: the whole status but its times. */
  readonly statuses: ReadonlyMap<string, unknown>
  /** How often one object of that name was written at most. */
  readonly writes: ReadonlyMap<string, number>
  /** What the last writes to one object of that name changed. */
  readonly changed: ReadonlyMap<string, string>
  /** Conditions that came to be Unknown because something could not be looked at, by kind and type, with what they were before and what is said: `Cluster UpToDate True: …`. */
  readonly lost: ReadonlySet<string>
  /** Conditions that went and came back while nothing else happened, and writes that said nothing. */
  readonly problems: readonly string[]
}

const kinds: readonly KindRef[] = [
  clusterKind,
  machineKind,
  machineSetKind,
  machineDeploymentKind,
  machineHealthCheckKind,
  kubeadmControlPlaneKind,
]

type Lister = (path: string) => Promise<readonly KubeObject[]>

/** Reads what all objects say now. */
export async function readStatuses(listAll: Lister): Promise<ReadonlyMap<string, unknown>> {
  const found: string[] = []
  for (const { group, kind } of kinds)
    for (const { metadata, status } of await listAll(`/apis/${group}/v1beta2/${kind.toLowerCase()}s`))
      found.push(
        `${kind} ${unnamed(metadata.name)}\n${JSON.stringify(sorted(comparable(status ?? {}, metadata.generation)))}`,
      )
  const counts = new Map<string, number>()
  return new Map(
    found.sort().map((each): [string, unknown] => {
      const [name = '', status = ''] = each.split('\n')
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return [`${name} #${count}`, JSON.parse(status)]
    }),
  )
}

// Names are made from the moment at which they are needed: of two objects with the same part in the story, either may stand for the other.
const unnamed = (text: string): string => text.replaceAll(/[-=][bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '-*')

// When something turned, was made or runs out may differ, and in how many steps a spec came to be what it is: that is what a fault moves.
function comparable(value: unknown, generation: number | undefined): unknown {
  if (typeof value === 'string') return instant.test(value) ? 'some time' : unnamed(value)
  if (Array.isArray(value)) return value.map((each) => comparable(each, generation))
  if (typeof value !== 'object' || value === null) return value
  const kept = keptOnceTrue.has(String(at(value, 'type'))) && at(value, 'status') === 'True'
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'observedGeneration' && (inner === generation || (kept && Number(inner) < Number(generation)))
        ? 'the present one'
        : comparable(inner, generation),
    ]),
  )
}

// Nobody decides these again, so they carry the generation of their moment: a fault decides which one that is.
const keptOnceTrue: ReadonlySet<string> = new Set(['ControlPlaneInitialized', 'Initialized'])

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** So many of the last writes tell what goes on. */
const shown = 4

/** What the record of a run tells, beside the statuses at its end. */
export function toldBy(statuses: ReadonlyMap<string, unknown>, record: StatusRecord): Told {
  const writes = new Map<string, number>()
  const changes = new Map<string, readonly string[]>()
  const lost = new Set<string>()
  for (const { object, turns, before, after } of record.writes) {
    writes.set(object, (writes.get(object) ?? 0) + 1)
    changes.set(object, [...(changes.get(object) ?? []), unlike('', after, before).join(', ')].slice(-shown))
    const [kind] = object.split(' ')
    for (const { type, from, to } of turns)
      if (to === 'Unknown' && from !== 'absent') {
        const condition = conditionIn(at(after, 'conditions'), type)
        const [reason, message] = [String(at(condition, 'reason')), String(at(condition, 'message'))]
        if (couldNotLook(reason, message)) lost.add(unnamed(`${kind} ${type} ${from}: ${message}`))
      }
  }
  const most = new Map<string, number>()
  const changed = new Map<string, string>()
  for (const [object, count] of writes) {
    if (count <= (most.get(unnamed(object)) ?? 0)) continue
    most.set(unnamed(object), count)
    changed.set(unnamed(object), (changes.get(object) ?? []).join('; then '))
  }
  return { statuses, writes: most, changed, lost, problems: record.problems() }
}

// Watches of two kinds tell in no common order, and a fault holds one of them up for minutes: an owner that "does not exist" yet is no
// mistake. That something cannot be read any more would be one: no fault here is a reason to say so.
const couldNotLook = (reason: string, message: string): boolean =>
  reason === 'InternalError' || /cannot be (read|listed)|see the log/.test(message)

/** Every write beyond this many is one too many: twice what nobody disturbed needs, and a few. */
const mostWrites = (undisturbed: number): number => 2 * undisturbed + 10

/** In which ways a disturbed run tells something else than the undisturbed one; nothing where it held. */
export function differences(disturbed: Told, undisturbed: Told): readonly string[] {
  const said = statusDifferences(disturbed.statuses, undisturbed.statuses)
  const tooMany = [...disturbed.writes].flatMap(([name, count]) => {
    const expected = undisturbed.writes.get(name) ?? 0
    const last = `the last ones changed ${disturbed.changed.get(name)}`
    return count > mostWrites(expected)
      ? [`${name} was written ${count} times instead of ${expected}: ${last}`]
      : []
  })
  const unknown = [...disturbed.lost]
    .filter((each) => !undisturbed.lost.has(each))
    .map((each) => `became Unknown: ${each}`)
  return [...said, ...tooMany, ...unknown, ...disturbed.problems]
}

/** What objects say in the end that they should not say, or do not. */
export function statusDifferences(told: Told['statuses'], expected: Told['statuses']): readonly string[] {
  const names = new Set([...told.keys(), ...expected.keys()])
  return [...names].flatMap((name) => unlike(name, told.get(name), expected.get(name)))
}

function unlike(name: string, told: unknown, expected: unknown): readonly string[] {
  if (told === undefined) return [`${name} is missing`]
  if (expected === undefined) return [`${name} should not be there`]
  const [fields, others] = [told as object, expected as object]
  const keys = new Set([...Object.keys(fields), ...Object.keys(others)])
  return [...keys].flatMap((key) => {
    const [a, b] = [at(told, key), at(expected, key)]
    if (key !== 'conditions') return sameText(a, b) ? [] : [`${name} ${key}: ${text(a)}, not ${text(b)}`]
    const types = new Set([...list(a), ...list(b)].map((each) => String(at(each, 'type'))))
    return [...types].flatMap((type) => {
      const [mine, other] = [conditionIn(a, type), conditionIn(b, type)]
      return sameText(mine, other) ? [] : [`${name} ${type}: ${text(mine)}, not ${text(other)}`]
    })
  })
}

const conditionIn = (conditions: unknown, type: string): unknown =>
  list(conditions).find((each) => at(each, 'type') === type)
const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing'
const sameText = (a: unknown, b: unknown): boolean => text(sorted(a)) === text(sorted(b))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, sorted(inner)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
