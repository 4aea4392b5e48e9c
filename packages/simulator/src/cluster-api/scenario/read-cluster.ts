import type { Created } from '../../scenario/part.ts'
import type { Place, Reader } from '../../scenario/reader.ts'
import type { ClusterHappening, ScenarioCluster, WorkerGroup } from './types.ts'

/** A cluster as a file describes it, with the places of its fields. */
export interface DescribedCluster {
  readonly cluster: ScenarioCluster
  readonly atMs: number
  readonly given: Readonly<Record<(typeof names)[number], Place>>
}

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

const dnsName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/

/** Reads a cluster of a family. */
export function readCluster(reader: Reader, entry: Place, family: string): DescribedCluster {
  const given = reader.fields(entry, names)
  reader.required(given.name, 'the name of the cluster')
  const healthCheckMs = reader.duration(given.healthCheck, undefined)
  const version = reader.text(given.version, 'v1.36.0')
  if (!/^v\d+\.\d+\.\d+/.test(version))
    reader.problem(given.version, 'a version such as v1.36.0 is expected here')
  const cluster: ScenarioCluster = {
    ...(given.family.node !== undefined && { family }),
    name: readName(reader, given.name, 'cluster'),
    namespace: readName(reader, given.namespace, 'default'),
    version,
    controlPlane: reader.count(given.controlPlane, 1, 1),
    workers: reader.items(given.workers).map((group) => readGroup(reader, group)),
    ...(healthCheckMs !== undefined && { healthCheckMs }),
  }
  return { cluster, atMs: reader.duration(given.at, 0), given }
}

/** Says that a cluster is created when its time has come. */
export function creationOf({ cluster, atMs, given }: DescribedCluster): Created {
  const happening: ClusterHappening = { what: 'create', cluster }
  return {
    title: `cluster ${cluster.namespace}/${cluster.name}`,
    place: given.name,
    entry: { atMs, happening },
  }
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
