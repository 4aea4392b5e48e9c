import type { Begun, HappeningReader, Told } from '../../scenario/part.ts'
import type { Place, Reader } from '../../scenario/reader.ts'
import { type ClusterHappening, isClusterHappening, nodeFaults, type ScenarioCluster } from './types.ts'

/** The fields of one happening. */
class Details {
  readonly reader: Reader
  readonly #place: Place
  /** Those of the file, by namespace and name. */
  readonly #clusters: ReadonlyMap<string, ScenarioCluster>

  constructor({ reader, place, created }: Told) {
    this.reader = reader
    this.#place = place
    this.#clusters = new Map(
      created.flatMap((happening) =>
        isClusterHappening(happening) && happening.what === 'create'
          ? [[`${happening.cluster.namespace}/${happening.cluster.name}`, happening.cluster] as const]
          : [],
      ),
    )
  }

  fields<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, Place>> {
    return this.reader.fields(this.#place, names)
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
}

const reading =
  (read: (details: Details) => Begun): HappeningReader =>
  (told) =>
    read(new Details(told))

/** Something that is so on a cluster until its time is over. */
const lasting = (happening: (cluster: string, isSo: boolean) => ClusterHappening): HappeningReader =>
  reading((details) => {
    const given = details.fields('cluster', 'for')
    const cluster = details.cluster(given.cluster)
    const ends = { after: given.for, happening: happening(cluster, false) }
    return { begins: happening(cluster, true), ends }
  })

/** What may happen to clusters, by the words of the file. */
export const clusterHappenings: Readonly<Record<string, HappeningReader>> = {
  scale: reading((details) => {
    const given = details.fields('cluster', 'group', 'replicas')
    const cluster = details.cluster(given.cluster)
    const group = details.group(cluster, given.group)
    details.reader.required(given.replicas, 'the number of replicas')
    return { begins: { what: 'scale', cluster, group, replicas: details.reader.count(given.replicas, 0) } }
  }),
  upgrade: reading((details) => {
    const given = details.fields('cluster', 'version')
    details.reader.required(given.version, 'the version')
    const version = details.reader.text(given.version, '')
    return { begins: { what: 'upgrade', cluster: details.cluster(given.cluster), version } }
  }),
  rollout: reading((details) => {
    const given = details.fields('cluster', 'group')
    const cluster = details.cluster(given.cluster)
    return { begins: { what: 'rollout', cluster, group: details.group(cluster, given.group) } }
  }),
  delete: reading((details) => {
    const given = details.fields('cluster')
    return { begins: { what: 'delete', cluster: details.cluster(given.cluster) } }
  }),
  pause: lasting((cluster, paused) => ({ what: 'pause', cluster, paused })),
  'lose-connection': lasting((cluster, lost) => ({ what: 'connection', cluster, lost })),
  'fail-bootstrap': lasting((cluster, failing) => ({ what: 'bootstrap', cluster, failing })),
  'exceed-quota': lasting((cluster, exceeded) => ({ what: 'quota', cluster, exceeded })),
  'malform-condition': lasting((cluster, malformed) => ({ what: 'condition', cluster, malformed })),
  'block-drain': reading((details) => {
    const given = details.fields('cluster', 'group', 'for')
    const cluster = details.cluster(given.cluster)
    const group = details.group(cluster, given.group)
    if (group === 'control-plane')
      details.reader.problem(given.group, 'only drains of workers can be blocked')
    const block = (blocked: boolean): ClusterHappening => ({ what: 'drain', cluster, group, blocked })
    return { begins: block(true), ends: { after: given.for, happening: block(false) } }
  }),
  'break-node': reading((details) => {
    const given = details.fields('cluster', 'group', 'machines', 'fault', 'for')
    const cluster = details.cluster(given.cluster)
    const named = details.reader.text(given.fault, 'NotReady')
    const fault = nodeFaults.find((known) => known === named)
    if (fault === undefined)
      details.reader.problem(given.fault, `one of ${nodeFaults.join(', ')} is expected here`)
    const machines = details.reader.count(given.machines, 1, 1)
    const well: ClusterHappening = {
      what: 'node',
      cluster,
      group: details.group(cluster, given.group),
      machines,
    }
    return {
      begins: { ...well, ...(fault !== undefined && { fault }) },
      ends: { after: given.for, happening: well },
    }
  }),
}
