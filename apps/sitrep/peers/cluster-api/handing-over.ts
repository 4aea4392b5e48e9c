import assert from 'node:assert/strict'
import { at, fields, type KubeObject, list } from '@sitrep/status'
import type { Life } from './life.ts'
import { countLooks, noLooks, relieved, sawAll } from './looks.ts'
import type { RunningSitrep } from './management-cluster.ts'
import { plainCluster, pool } from './objects.ts'
import { objectsOf, pathOf } from './watched.ts'

type Versions = ReadonlyMap<string, string>

const nameOf = ({ kind, metadata }: KubeObject): string => `${kind} ${metadata.name}`

const versionsOf = (objects: readonly KubeObject[]): Versions =>
  new Map(objects.map((object) => [nameOf(object), object.metadata.resourceVersion ?? '']))

/** The objects that were written between two looks. */
function written(before: Versions, objects: readonly KubeObject[]): readonly string[] {
  return [...versionsOf(objects)]
    .filter(([name, version]) => before.get(name) !== version)
    .map(([name]) => name)
}

/**
 * Who stands for which part of the status of each object: whoever changes a value takes it over. When that happened is left out, for the
 * genuine controllers take back and say again some of their own once they start (a pool's counts, before they have asked its Nodes).
 */
const statusOwners = (objects: readonly KubeObject[]): object =>
  Object.fromEntries(
    objects.map(({ kind, metadata }) => {
      const written = list(fields(metadata)['managedFields']).filter(
        (entry) => at(entry, 'subresource') === 'status',
      )
      const owners = written.map((entry) => [at(entry, 'manager'), at(entry, 'fieldsV1')] as const)
      return [`${kind} ${metadata.name}`, Object.fromEntries(owners)]
    }),
  )

/**
 * Takes the work from the genuine controllers: their programs go on admitting what others write, for without that nothing could be
 * written at all, and look at no object. Nothing may be written by that, for everything is said already.
 */
export async function takeOver(life: Life): Promise<RunningSitrep> {
  const { cluster, quiet, waiting } = life
  for (const program of relieved) await cluster.programs.start(program, 'admission')
  const before = versionsOf((await quiet()).objects)
  const sitrep = await cluster.startSitrep('--write', '--force')
  await waiting(async () => (await fetch(`${sitrep.api}/readyz`)).ok)
  const { objects } = await quiet(sitrep)
  assert.deepEqual(written(before, objects), [], 'taking over wrote these')
  return sitrep
}

/** Blanks a part of a status that Sitrep has not written so far; it has to be said again, as it was. */
export async function blank(life: Life): Promise<void> {
  const path = pathOf('MachineHealthCheck', 'blue-md')
  const { connection } = life.cluster
  const { status } = await connection.request<KubeObject>({ path })
  await life.patchStatus('MachineHealthCheck', 'blue-md', {
    status: { conditions: null, targets: null, expectedMachines: null },
  })
  const said = ({ status: now }: KubeObject): unknown => fields(now)['targets']
  await life.waiting(async () => {
    const now = await connection.request<KubeObject>({ path })
    return JSON.stringify(said(now)) === JSON.stringify(fields(status)['targets'])
  })
  await life.until('MachineHealthCheck', 'blue-md', 'RemediationAllowed=True')
  await life.until('MachineHealthCheck', 'blue-md', 'Paused=False')
}

/**
 * Makes a Cluster and a MachinePool while nobody but Sitrep says anything: the server has to take the first status of each. They go
 * again, for the genuine controllers would have work with them; one that is paused from the start stays.
 */
export async function makeNew({ cluster, until }: Life): Promise<void> {
  const made = (name: string): readonly object[] => [
    ...plainCluster({ name, version: 'v1.36.0', controlPlane: 1, workers: 1 }),
    ...pool(name, 'v1.36.0'),
  ]
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: made('dawn') })
  await cluster.apply(made('dawn'))
  try {
    await until('Cluster', 'dawn', 'Available=False')
    await until('MachineDeployment', 'dawn-md', 'Paused=False')
    await until('MachinePool', 'dawn-pool', 'Paused=False')
  } finally {
    await cluster.kubectl(['delete', '-f', '-', '--timeout=60s'], text)
  }
  await cluster.apply(made('grey').map(paused))
  await until('Cluster', 'grey', 'Paused=True')
  await until('MachineDeployment', 'grey-md', 'Paused=True')
  await until('MachinePool', 'grey-pool', 'Paused=True')
}

const paused = (object: object): object => {
  const { kind, spec } = object as KubeObject
  return kind === 'Cluster' ? { ...object, spec: { ...fields(spec), paused: true } } : object
}

/** Ends Sitrep and gives the work back; the genuine controllers look at everything, and every status stays, times included, with nothing in it taken from Sitrep; finalizers and the like of what is new are theirs. */
export async function handBack({ cluster, quiet, waiting }: Life, sitrep: RunningSitrep): Promise<void> {
  await quiet(sitrep)
  assert.equal(await sitrep.end(), 0)
  const before = (await quiet()).objects
  for (const program of relieved) await cluster.programs.start(program)
  await waiting(async () => sawAll(noLooks, await countLooks(cluster), await objectsOf(cluster.connection)))
  const after = (await quiet()).objects
  const statuses = (objects: readonly KubeObject[]): object =>
    Object.fromEntries(objects.map((object) => [nameOf(object), object.status]))
  assert.deepEqual(statuses(after), statuses(before))
  assert.deepEqual(statusOwners(after), statusOwners(before), 'parts of statuses were taken back')
}
