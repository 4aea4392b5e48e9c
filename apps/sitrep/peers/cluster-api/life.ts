import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '@sitrep/controller/connection'
import { at, fields, type KubeObject } from '@sitrep/status'
import { compareStatuses, type StatusDifference } from './compare.ts'
import { tellDifference, unexplained } from './differences.ts'
import { lookAgain, relieved } from './looks.ts'
import type { ManagementCluster, RunningSitrep } from './management-cluster.ts'
import { objectsOf, pathOf, type QuietMoment, says, untilQuiet } from './watched.ts'

/** What a life is told with: words for what is done and for what is waited for. */
export interface Life {
  readonly cluster: ManagementCluster
  readonly patch: (kind: string, name: string, body: object) => Promise<void>
  readonly patchStatus: (kind: string, name: string, body: object) => Promise<void>
  /** Changes a Node of a workload cluster. */
  readonly patchNode: (remote: Connection, name: string, body: object) => Promise<void>
  readonly objects: (kind: string) => Promise<readonly KubeObject[]>
  /** The Machines of a pool, or of a control plane. */
  readonly machines: (cluster: string, pool?: string) => Promise<readonly KubeObject[]>
  /** Waits until an object says this in a condition. */
  readonly until: (kind: string, name: string, condition: string) => Promise<void>
  /** Waits for anything; the words tell what it was waited for in vain. */
  readonly waiting: (ask: () => Promise<boolean>, words?: () => string) => Promise<void>
  /** Waits until every genuine program has connected to these workload clusters, or has given them up. */
  readonly connection: (state: 'lost' | 'there', names: readonly string[]) => Promise<void>
  /** Waits until a Cluster has exactly so many Machines, all of them ready and up to date, and is available. */
  readonly complete: (cluster: string, machines: number) => Promise<void>
  /** Waits until nothing moves. */
  readonly quiet: (sitrep?: RunningSitrep, forMs?: number) => Promise<QuietMoment>
  /** Waits for a quiet moment at which everybody has looked, and compares all statuses. */
  readonly compare: (t: TestContext, sitrep: RunningSitrep, quietMs?: number) => Promise<void>
}

const merge = 'application/merge-patch+json'
const patienceMs = 150_000

/** Begins to tell; `seen` gathers the known differences that were seen. */
export function beginLife(cluster: ManagementCluster, seen: Set<string>): Life {
  const { connection, programs } = cluster
  const patch = async (path: string, body: object): Promise<void> => {
    await connection.request({ method: 'PATCH', path, body, contentType: merge })
  }
  const objects: Life['objects'] = async (kind) =>
    (await objectsOf(connection)).filter((object) => object.kind === kind)
  const machines: Life['machines'] = async (name, pool) =>
    (await objects('Machine')).filter(
      ({ spec, metadata }) =>
        at(spec, 'clusterName') === name && (pool === undefined || metadata.labels?.['pool'] === pool),
    )
  const waiting: Life['waiting'] = async (ask, words = () => 'what was waited for did not happen') => {
    const deadline = Date.now() + patienceMs
    while (!(await ask())) {
      const failure = programs.failure()
      if (failure !== undefined) throw new Error(failure)
      if (Date.now() > deadline) throw new Error(`${words()} (after ${patienceMs / 1_000} seconds)`)
      await sleep(250)
    }
  }
  const quiet: Life['quiet'] = (sitrep, forMs = 4_000) =>
    untilQuiet({ connection, forMs, failure: programs.failure, ...(sitrep && { api: sitrep.api }) })
  return {
    cluster,
    objects,
    machines,
    quiet,
    waiting,
    patch: (kind, name, body) => patch(pathOf(kind, name), body),
    patchStatus: (kind, name, body) => patch(`${pathOf(kind, name)}/status`, body),
    patchNode: async (remote, name, body) => {
      await remote.request({ method: 'PATCH', path: `/api/v1/nodes/${name}`, body, contentType: merge })
    },
    until: async (kind, name, condition) => {
      const [type = '', status = ''] = condition.split('=')
      let said: string | undefined
      await waiting(
        async () => {
          said = says(await connection.request<KubeObject>({ path: pathOf(kind, name) }), type)
          return said === status
        },
        () => `${kind} ${name}: ${type} is ${said}, not ${status}`,
      )
    },
    connection: (state, names) =>
      waiting(
        async () => {
          const up = await Promise.all(relieved.map((program) => programs.connectedTo(program)))
          return names.every((name) => up.every((connected) => connected.has(name) === (state === 'there')))
        },
        () => `the connection to ${names.join(' and ')} is not ${state}`,
      ),
    complete: async (name, count) => {
      await waiting(async () => {
        const all = await machines(name)
        const good = all.filter(
          (machine) => says(machine, 'Ready') === 'True' && says(machine, 'UpToDate') === 'True',
        )
        const whole = await connection.request<KubeObject>({ path: pathOf('Cluster', name) })
        const settled = ['RollingOut', 'ScalingUp', 'ScalingDown'].every(
          (type) => says(whole, type) === 'False',
        )
        return all.length === count && good.length === count && settled && says(whole, 'Available') === 'True'
      })
    },
    compare: async (t, sitrep, quietMs) => {
      await quiet(sitrep)
      await lookAgain(cluster, waiting)
      const unknown = compareMoment(t, await quiet(sitrep, quietMs), seen)
      const lines = unknown.map(tellDifference)
      appendFileSync(join(cluster.folder, 'differences.txt'), [`# ${t.name}`, ...lines, ''].join('\n'))
      assert.deepEqual(lines.slice(0, 40), [])
    },
  }
}

/** Compares everything, and gives back the differences that nobody explained. */
function compareMoment(
  t: TestContext,
  { objects, computed }: QuietMoment,
  seen: Set<string>,
): readonly StatusDifference[] {
  const compared = objects.map(({ kind, metadata, status }) =>
    compareStatuses({
      kind,
      name: metadata.name,
      genuine: status,
      ours: computed.get(`${kind} ${metadata.name}`),
    }),
  )
  const found = compared.flatMap(({ differences }) => differences)
  const unknown = unexplained(found, seen)
  const sum = (of: 'conditions' | 'fields'): number => compared.reduce((total, each) => total + each[of], 0)
  t.diagnostic(
    `${objects.length} objects, ${sum('conditions')} conditions, ${sum('fields')} fields compared; ${found.length - unknown.length} known differences, ${unknown.length} unknown`,
  )
  return unknown
}

/** A condition as somebody else writes it, beside those that are there. */
export function withCondition(object: KubeObject, type: string, status: string): object {
  const present = fields(object.status)['conditions']
  const others = Array.isArray(present) ? present.filter((each) => fields(each)['type'] !== type) : []
  const own = {
    type,
    status,
    reason: 'ByHand',
    message: 'Somebody looked',
    lastTransitionTime: '2026-01-01T00:00:00Z',
  }
  return { status: { conditions: [...others, own] } }
}
