import { happenings } from './parse-happening.ts'
import { type Place, Reader } from './reader.ts'
import {
  type ClusterFamily,
  clusterFamilies,
  defaultTimings,
  type Scenario,
  type ScenarioCluster,
  type TimelineEntry,
  type Timings,
  type WorkerGroup,
} from './types.ts'

/** Reads a scenario file. Throws a `ScenarioError` that names every mistake with file, line and column. */
export function parseScenario(text: string, file: string): Scenario {
  const reader = new Reader(text, file)
  const top = reader.fields(reader.root, ['name', 'seed', 'timings', 'clusters', 'timeline'])
  const timings = readTimings(reader, top.timings)
  const created = reader.items(top.clusters).map((place) => readCluster(reader, place))
  assertDistinct(reader, created)
  const clusters = new Map(
    created.flatMap(({ entry }) =>
      entry.happening.what === 'create'
        ? [[nameOf(entry.happening.cluster), entry.happening.cluster] as const]
        : [],
    ),
  )
  const later = reader.items(top.timeline).flatMap((place) => happenings(reader, place, clusters))
  const scenario = {
    name: reader.text(top.name, file),
    seed: reader.text(top.seed, 'sitrep'),
    timings,
    // Entries of the same moment stay in the order in which they are written, clusters first.
    timeline: [...created.map(({ entry }) => entry), ...later].sort((a, b) => a.atMs - b.atMs),
  }
  reader.finish()
  return scenario
}

const nameOf = ({ namespace, name }: ScenarioCluster): string => `${namespace}/${name}`

function readTimings(reader: Reader, place: Place): Timings {
  const names = [
    'clusterInfrastructure',
    'bootstrap',
    'machineInfrastructure',
    'nodeJoin',
    'deletion',
    'variation',
  ] as const
  const given = reader.fields(place, names)
  const usual = defaultTimings
  return {
    clusterInfrastructureMs: reader.duration(given.clusterInfrastructure, usual.clusterInfrastructureMs),
    bootstrapMs: reader.duration(given.bootstrap, usual.bootstrapMs),
    machineInfrastructureMs: reader.duration(given.machineInfrastructure, usual.machineInfrastructureMs),
    nodeJoinMs: reader.duration(given.nodeJoin, usual.nodeJoinMs),
    deletionMs: reader.duration(given.deletion, usual.deletionMs),
    variation: Math.min(1, reader.number(given.variation, usual.variation)),
  }
}

interface Created {
  readonly place: Place
  readonly entry: TimelineEntry
}

const dnsName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/

function readCluster(reader: Reader, place: Place): Created {
  const names = [
    'name',
    'namespace',
    'version',
    'at',
    'controlPlane',
    'workers',
    'healthCheck',
    'family',
  ] as const
  const given = reader.fields(place, names)
  reader.required(given.name, 'the name of the cluster')
  const healthCheckMs = reader.duration(given.healthCheck, undefined)
  const version = reader.text(given.version, 'v1.36.0')
  if (!/^v\d+\.\d+\.\d+/.test(version))
    reader.problem(given.version, 'a version such as v1.36.0 is expected here')
  const family = readFamily(reader, given.family)
  if (family === 'eks-anywhere' && healthCheckMs !== undefined)
    reader.problem(given.healthCheck, 'EKS Anywhere brings health checks of its own')
  const cluster: ScenarioCluster = {
    ...(family !== undefined && { family }),
    name: readName(reader, given.name, 'cluster'),
    namespace: readName(reader, given.namespace, 'default'),
    version,
    controlPlane: reader.count(given.controlPlane, 1, 1),
    workers: reader.items(given.workers).map((group) => readGroup(reader, group)),
    ...(healthCheckMs !== undefined && { healthCheckMs }),
  }
  return {
    place: given.name,
    entry: { atMs: reader.duration(given.at, 0), happening: { what: 'create', cluster } },
  }
}

function readFamily(reader: Reader, place: Place): ClusterFamily | undefined {
  if (place.node === undefined) return undefined
  const named = reader.text(place, 'cluster-api')
  const family = clusterFamilies.find((known) => known === named)
  if (family === undefined) reader.problem(place, `one of ${clusterFamilies.join(', ')} is expected here`)
  return family
}

function readName(reader: Reader, place: Place, fallback: string): string {
  const name = reader.text(place, fallback)
  if (!dnsName.test(name) || name.length > 40)
    reader.problem(place, 'a name of at most 40 lower case letters, digits and hyphens is expected here')
  return name
}

function readGroup(reader: Reader, place: Place): WorkerGroup {
  const given = reader.fields(place, ['name', 'replicas', 'maxSurge', 'maxUnavailable'])
  reader.required(given.name, 'the name of the group')
  const maxSurge = readAmount(reader, given.maxSurge)
  const maxUnavailable = readAmount(reader, given.maxUnavailable)
  return {
    name: readName(reader, given.name, 'md-0'),
    replicas: reader.count(given.replicas, 1),
    ...(maxSurge !== undefined && { maxSurge }),
    ...(maxUnavailable !== undefined && { maxUnavailable }),
  }
}

function readAmount(reader: Reader, place: Place): number | string | undefined {
  if (place.node === undefined) return undefined
  const text = String(place.node)
  if (!/^"?\d+%"?$/.test(text.trim())) return reader.count(place, 0)
  return reader.text(place, '0%')
}

function assertDistinct(reader: Reader, created: readonly Created[]): void {
  const seen = new Set<string>()
  for (const { place, entry } of created) {
    if (entry.happening.what !== 'create') continue
    const name = nameOf(entry.happening.cluster)
    if (seen.has(name)) reader.problem(place, `there is a cluster ${name} already`)
    seen.add(name)
  }
}
