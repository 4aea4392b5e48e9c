import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { clusterObjects } from '@sitrep/simulator/testing'
import { at, type KubeObject, list } from '@sitrep/status'
import { readStatuses, statusDifferences } from './told.ts'

/** What all objects say, by kind and name. */
export type Statuses = ReadonlyMap<string, unknown>

const scaleAtMs = 1_500
// Whoever is done is not waited for: only a busy machine needs so long.
const mostMs = 300_000
const lookEveryMs = 250
const quietMs = 1_000

/** Makes a cluster, and scales it down a little later. Whoever is in the way is asked again until it is done. */
export async function bringUp(
  connection: Connection,
  until: (moment: number) => Promise<void>,
): Promise<void> {
  const cluster = {
    namespace: 'prod',
    name: 'red',
    version: 'v1.36.0',
    controlPlane: 1,
    workers: [{ name: 'md-0', replicas: 2 }],
  }
  for (const object of clusterObjects(cluster)) await insist(connection, 'POST', collectionOf(object), object)
  await until(scaleAtMs)
  const path = '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/machinedeployments/red-md-0'
  await insist(connection, 'PATCH', path, { spec: { replicas: 1 } })
}

/** Sends something until it is acknowledged; that it is there already means that an answer was lost. */
async function insist(
  connection: Connection,
  ...[method, path, body]: readonly ['POST' | 'PATCH', string, unknown]
): Promise<void> {
  const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  for (;;)
    try {
      await connection.request({ method, path, body, contentType, timeoutMs: 1_000 })
      return
    } catch (error) {
      if (!(error instanceof ControllerError)) throw error
      if (method === 'POST' && error.httpStatus === 409) return
      if (error.retry === 'never') throw error
      await delay(50)
    }
}

/** What everything says once it is as expected and nothing changes, or after a long time; without an expectation, once all is up. */
export async function settled(connection: Connection, expected: Statuses | undefined): Promise<Statuses> {
  const listAll = async (path: string): Promise<readonly KubeObject[]> =>
    list(at(await connection.request({ path, timeoutMs: 1_000 }), 'items')) as readonly KubeObject[]
  const end = performance.now() + mostMs
  let [text, since] = ['', performance.now()]
  for (;;) {
    const statuses = await readStatuses(listAll).catch(() => undefined)
    const now = performance.now()
    if (statuses !== undefined) {
      const found = JSON.stringify([...statuses])
      if (found !== text) [text, since] = [found, now]
      const asExpected =
        expected === undefined ? isComplete(statuses) : statusDifferences(statuses, expected).length === 0
      if ((asExpected && now - since >= quietMs) || now > end) return statuses
    } else if (now > end) throw new Error('The server cannot be read in the end')
    await delay(lookEveryMs)
  }
}

// One worker is left of two, and nothing is on its way.
const isComplete = (statuses: Statuses): boolean => {
  const workers = statuses.get('MachineDeployment red-md-0 #1')
  const isSo = (type: string, status: string): boolean =>
    list(at(workers, 'conditions')).some((each) => at(each, 'type') === type && at(each, 'status') === status)
  return statuses.size === 6 && isSo('Available', 'True') && isSo('ScalingDown', 'False')
}

function collectionOf({ apiVersion, kind, metadata }: KubeObject): string {
  return `/apis/${apiVersion}/namespaces/${metadata.namespace}/${kind.toLowerCase()}s`
}
