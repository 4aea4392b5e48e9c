import { setTimeout as sleep } from 'node:timers/promises'
import { machineDeploymentKind } from '@sitrep/cluster-api/kinds'
import { type Connection, ControllerError } from '@sitrep/controller/connection'
import type { WorldChange } from '@sitrep/engine'
import { groupOf, type KubeObject } from '@sitrep/status'
import { clusterName, type Fleet } from '../../../packages/cluster-api/bench/world.ts'
import type { Chance } from '../chance.ts'
import { partsOfWorker } from './workers.ts'

export interface ChurnOptions {
  readonly connection: Connection
  readonly fleet: Fleet
  readonly chance: Chance
  /** The workers of each cluster. */
  readonly workers: Iterable<readonly string[]>
  /** A letter with which the names of new workers begin, all of one length. */
  readonly letter: string
  /** Takes what lives in workload clusters. */
  readonly feed: (changes: readonly WorldChange[]) => void
}

const contentType = 'application/merge-patch+json'
/** The process that asks may be busy with its own work for long. */
const timeoutMs = 600_000
const againMs = 1_000
const firstNumber = 1_000_000

/** Lets a fleet change: workers are replaced by new ones, deployments are scaled and rolled out, infrastructure comes and goes. */
export class Churn {
  readonly #options: ChurnOptions
  readonly #workers: string[][]
  /** Workers replaced so far. */
  replaced = 0
  /** Objects created, changed or deleted so far. */
  changes = 0

  constructor(options: ChurnOptions) {
    this.#options = options
    this.#workers = Array.from(options.workers, (workers) => [...workers])
  }

  get workers(): readonly (readonly string[])[] {
    return this.#workers
  }

  async step(): Promise<void> {
    const { chance, fleet } = this.#options
    const index = chance.below(fleet.clusters)
    switch (chance.pick(['replace', 'replace', 'scale', 'roll out', 'trouble'] as const)) {
      case 'replace':
        return this.#replace(index)
      case 'scale':
        return this.#patchDeployment(index, { replicas: deploymentSpec(fleet, chance).replicas })
      case 'roll out':
        return this.#patchDeployment(index, { template: deploymentSpec(fleet, chance).template })
      case 'trouble':
        return this.#trouble(index)
    }
  }

  async #replace(index: number): Promise<void> {
    const workers = this.#workers[index] ?? []
    const [old] = workers.splice(this.#options.chance.below(workers.length), 1)
    if (old === undefined) return
    const { fleet, letter, feed } = this.#options
    const name = `${old.slice(0, old.lastIndexOf('-'))}-${letter}${firstNumber + ++this.replaced}`
    const cluster = `fleet/${clusterName(index)}`
    for (const object of partsOfWorker(fleet, index, name)) {
      if (object.kind === 'Node') feed([{ cluster, object }])
      else await this.#create(object)
    }
    for (const { kind, apiVersion } of partsOfWorker(fleet, index, old)) {
      const group = groupOf(apiVersion)
      if (kind === 'Node') feed([{ gone: { cluster, group, kind, name: old } }])
      else await this.#request('DELETE', pathOf(apiVersion, kind, old))
    }
    workers.push(name)
  }

  async #create(object: KubeObject): Promise<void> {
    const { uid: _uid, finalizers: _none, ...metadata } = object.metadata
    const { apiVersion, kind, status } = object
    await this.#request('POST', pathOf(apiVersion, kind), { ...object, metadata })
    if (status !== undefined)
      await this.#request('PATCH', `${pathOf(apiVersion, kind, metadata.name)}/status`, { status })
  }

  #patchDeployment(index: number, spec: object): Promise<void> {
    const { group, kind } = machineDeploymentKind
    const path = pathOf(`${group}/v1beta2`, kind, `${clusterName(index)}-md-0`)
    return this.#request('PATCH', path, { spec })
  }

  async #trouble(index: number): Promise<void> {
    const worker = this.#options.chance.pick(this.#workers[index] ?? [])
    const machine = partsOfWorker(this.#options.fleet, index, worker).find(
      ({ kind }) => kind === 'DockerMachine',
    )
    const path = `${pathOf(machine?.apiVersion ?? '', 'DockerMachine', worker)}/status`
    await this.#request('PATCH', path, { status: { conditions: [anyTrouble(this.#options.chance)] } })
  }

  async #request(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<void> {
    const patch = method === 'PATCH' ? { contentType } : {}
    this.changes++
    const request = { method, path, timeoutMs, ...(body !== undefined && { body }), ...patch }
    for (;;) {
      try {
        await this.#options.connection.request(request)
        return
      } catch (error) {
        if (!(error instanceof ControllerError)) throw error
        // Both processes are busy for seconds: an idle connection is closed meanwhile, and nobody knows whether what was sent on it arrived.
        if (error.code === alreadyDone[method]) return
        if (error.retry !== 'with-backoff') throw error
        await sleep(againMs)
      }
    }
  }
}

/** What a deployment is changed to. */
export const deploymentSpec = (fleet: Fleet, chance: Chance) => ({
  replicas: fleet.workers - 1 + chance.below(3),
  template: { spec: { version: `v1.34.${chance.below(3)}` } },
})

/** All that infrastructure says when it comes and goes. */
export const anyTrouble = (chance: Chance): object => ({
  type: 'Ready',
  status: chance.pick(['True', 'False']),
  reason: 'Soak',
  message: '',
  lastTransitionTime: '2026-01-01T00:30:00Z',
})

/** What a server says to something that it has done already. */
const alreadyDone = { POST: 'write-conflict', DELETE: 'not-found', PATCH: undefined } as const

function pathOf(apiVersion: string, kind: string, name?: string): string {
  const collection = `/apis/${apiVersion}/namespaces/fleet/${kind.toLowerCase()}s`
  return name === undefined ? collection : `${collection}/${name}`
}
