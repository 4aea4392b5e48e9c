import type { Place, Reader } from './reader.ts'
import { type Happening, nodeFaults, type ScenarioCluster, type TimelineEntry } from './types.ts'

/** What an entry of a timeline may be, by the words of the file. */
export const happeningNames = [
  'scale',
  'upgrade',
  'rollout',
  'delete',
  'pause',
  'lose-connection',
  'fail-bootstrap',
  'exceed-quota',
  'malform-condition',
  'block-drain',
  'break-node',
] as const

type HappeningName = (typeof happeningNames)[number]

type Clusters = ReadonlyMap<string, ScenarioCluster>

/** An entry of the timeline: what happens, and with `for` also what ends it. */
export function happenings(reader: Reader, place: Place, clusters: Clusters): readonly TimelineEntry[] {
  const given = reader.fields(place, ['at', ...happeningNames])
  reader.required(given.at, 'when it happens (at)')
  const atMs = reader.duration(given.at, 0)
  const present = happeningNames.filter((name) => given[name].node !== undefined)
  const [name, second] = present
  if (name === undefined || second !== undefined) {
    reader.problem(place, `exactly one of ${happeningNames.join(', ')} is expected beside at`)
    return []
  }
  const details = new Details(reader, given[name], clusters)
  const begun = readers[name](details)
  return begun === undefined ? [] : [{ atMs, happening: begun.begins }, ...details.ending(atMs, begun.ends)]
}

interface Begun {
  readonly begins: Happening
  /** What is to happen when it is over; absent for what has no end. */
  readonly ends?: Happening
}

/** The fields of one happening. */
class Details {
  readonly reader: Reader
  readonly #place: Place
  readonly #clusters: Clusters
  #for: Place | undefined = undefined

  constructor(reader: Reader, place: Place, clusters: Clusters) {
    this.reader = reader
    this.#place = place
    this.#clusters = clusters
  }

  fields<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, Place>> {
    const found = this.reader.fields(this.#place, names)
    this.#for = (found as Readonly<Record<string, Place>>)['for']
    return found
  }

  /** A cluster of this file by its name, or any other as `<namespace>/<name>`. */
  cluster(place: Place): string {
    if (!this.reader.required(place, 'the cluster')) return ''
    const name = this.reader.text(place, '')
    const own = [...this.#clusters].find(([key, cluster]) => key === name || cluster.name === name)
    if (own !== undefined) return own[0]
    if (!/^[^/]+\/[^/]+$/.test(name))
      this.reader.problem(
        place,
        `no cluster of this file is called ${JSON.stringify(name)}; others are named <namespace>/<name>`,
      )
    return name
  }

  group(cluster: string, place: Place): string {
    if (!this.reader.required(place, 'the group: control-plane, or a group of workers')) return ''
    const group = this.reader.text(place, '')
    const known = this.#clusters.get(cluster)?.workers.map(({ name }) => name)
    if (known !== undefined && group !== 'control-plane' && !known.includes(group))
      this.reader.problem(
        place,
        `${cluster} has no group ${JSON.stringify(group)}; it has ${['control-plane', ...known].join(', ')}`,
      )
    return group
  }

  ending(atMs: number, happening: Happening | undefined): readonly TimelineEntry[] {
    const lasts = this.#for === undefined ? undefined : this.reader.duration(this.#for, undefined)
    return lasts === undefined || happening === undefined ? [] : [{ atMs: atMs + lasts, happening }]
  }
}

const readers: Readonly<Record<HappeningName, (details: Details) => Begun | undefined>> = {
  scale: (details) => {
    const given = details.fields('cluster', 'group', 'replicas')
    const cluster = details.cluster(given.cluster)
    const group = details.group(cluster, given.group)
    details.reader.required(given.replicas, 'the number of replicas')
    return { begins: { what: 'scale', cluster, group, replicas: details.reader.count(given.replicas, 0) } }
  },
  upgrade: (details) => {
    const given = details.fields('cluster', 'version')
    details.reader.required(given.version, 'the version')
    const version = details.reader.text(given.version, '')
    return { begins: { what: 'upgrade', cluster: details.cluster(given.cluster), version } }
  },
  rollout: (details) => {
    const given = details.fields('cluster', 'group')
    const cluster = details.cluster(given.cluster)
    return { begins: { what: 'rollout', cluster, group: details.group(cluster, given.group) } }
  },
  delete: (details) => {
    const given = details.fields('cluster')
    return { begins: { what: 'delete', cluster: details.cluster(given.cluster) } }
  },
  pause: (details) => {
    const cluster = details.cluster(details.fields('cluster', 'for').cluster)
    const pause = (paused: boolean): Happening => ({ what: 'pause', cluster, paused })
    return { begins: pause(true), ends: pause(false) }
  },
  'lose-connection': (details) => {
    const cluster = details.cluster(details.fields('cluster', 'for').cluster)
    const lose = (lost: boolean): Happening => ({ what: 'connection', cluster, lost })
    return { begins: lose(true), ends: lose(false) }
  },
  'fail-bootstrap': (details) => {
    const cluster = details.cluster(details.fields('cluster', 'for').cluster)
    const fail = (failing: boolean): Happening => ({ what: 'bootstrap', cluster, failing })
    return { begins: fail(true), ends: fail(false) }
  },
  'exceed-quota': (details) => {
    const cluster = details.cluster(details.fields('cluster', 'for').cluster)
    const exceed = (exceeded: boolean): Happening => ({ what: 'quota', cluster, exceeded })
    return { begins: exceed(true), ends: exceed(false) }
  },
  'malform-condition': (details) => {
    const cluster = details.cluster(details.fields('cluster', 'for').cluster)
    const malform = (malformed: boolean): Happening => ({ what: 'condition', cluster, malformed })
    return { begins: malform(true), ends: malform(false) }
  },
  'block-drain': (details) => {
    const given = details.fields('cluster', 'group', 'for')
    const cluster = details.cluster(given.cluster)
    const group = details.group(cluster, given.group)
    if (group === 'control-plane')
      details.reader.problem(given.group, 'only drains of workers can be blocked')
    const block = (blocked: boolean): Happening => ({ what: 'drain', cluster, group, blocked })
    return { begins: block(true), ends: block(false) }
  },
  'break-node': (details) => {
    const given = details.fields('cluster', 'group', 'machines', 'fault', 'for')
    const cluster = details.cluster(given.cluster)
    const named = details.reader.text(given.fault, 'NotReady')
    const fault = nodeFaults.find((known) => known === named)
    if (fault === undefined)
      details.reader.problem(given.fault, `one of ${nodeFaults.join(', ')} is expected here`)
    const machines = details.reader.count(given.machines, 1, 1)
    const node = { what: 'node', cluster, group: details.group(cluster, given.group), machines } as const
    return { begins: { ...node, ...(fault !== undefined && { fault }) }, ends: node }
  },
}
