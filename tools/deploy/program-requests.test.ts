import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import { clusterApiEdge } from '@sitrep/cluster-api-edge'
import { ShardMember } from '@sitrep/controller'
import {
  addressGuard,
  type Connection,
  ControllerError,
  discover,
  openKubeconfig,
} from '@sitrep/controller/connection'
import { providerCrds, simulatedFamilies } from '@sitrep/simulator'
import { profilesOf } from '../../apps/sitrep/src/families/profile-of.ts'
import { catalogOf, crdsOf } from '../../apps/sitrep/src/families/spoken.ts'
import { presentWriters } from '../../apps/sitrep/src/program/present-writers.ts'
import { startProgram } from '../../apps/sitrep/src/program/start-program.ts'
import { realTiming } from '../../packages/controller/src/timing.ts'
import { families } from '../families.ts'
import { attemptOf } from './attempt.testing.ts'
import {
  createObjects,
  createOneOfEach,
  makeReachable,
  reportAsManager,
  setPaused,
  tokenOf,
} from './cluster.testing.ts'
import type { PolicyRule } from './documents.ts'
import { installedIn, manifestPath, missingHelm, renderChart } from './render.ts'
import { type Attempt, allows, grantedRules, parseManifests } from './rules.ts'

interface Recording {
  readonly attempts: Attempt[]
  readonly refusals: string[]
}

/** Notes every request and every refusal. The first write of each kind meets somebody who was faster. */
function recorded(connection: Connection, { attempts, refusals }: Recording): Connection {
  const contested = new Set<string>()
  const noted = (method: string, path: string): Attempt | undefined => {
    const attempt = attemptOf(method, path)
    if (attempt !== undefined) attempts.push(attempt)
    return attempt
  }
  const refused = (error: unknown): never => {
    if (error instanceof ControllerError && error.code === 'forbidden') refusals.push(error.message)
    throw error
  }
  return {
    ...connection,
    request: (request) => {
      const { verb, group, resource = '' } = noted(request.method ?? 'GET', request.path) ?? {}
      const kind = `${group}/${resource}`
      if (verb === 'patch' && resource.endsWith('/status') && !contested.has(kind)) {
        contested.add(kind)
        const options = { retry: 'now', httpStatus: 409 } as const
        return Promise.reject(new ControllerError('write-conflict', 'somebody was faster', options))
      }
      return connection.request<never>(request).catch(refused)
    },
    stream: (request) => {
      noted('GET', request.path)
      // Older servers do not list by watching; the right to list is for them.
      if (request.path.includes('sendInitialEvents')) {
        const options = { retry: 'never', httpStatus: 422 } as const
        return Promise.reject(new ControllerError('refused', 'sendInitialEvents is forbidden', options))
      }
      return connection.stream(request).catch(refused)
    },
  }
}

interface Scope {
  readonly namespace?: string
  readonly leases: string
}

interface Run extends Scope {
  readonly record: Recording
  /** Makes something happen in the world that is worth telling. */
  readonly disturb: () => Promise<void>
}

/** Starts what `sitrep run --write --shards 2` starts and stops it when it has done everything once. */
async function runProgram(
  connection: Connection,
  { namespace, leases, record, disturb }: Run,
): Promise<void> {
  const only = namespace === undefined ? {} : { namespace }
  const profileOf = await profilesOf(connection, families)
  const catalog = await catalogOf(families.map((family) => ({ family, profile: profileOf(family) })))
  await presentWriters(connection, {
    discovered: await discover(connection),
    catalog,
    families,
    pause: async () => {},
    now: Date.now(),
    ...only,
  })
  const shard = new ShardMember({
    connection,
    timing: realTiming,
    namespace: leases,
    group: 'sitrep',
    identity: 'test',
    seats: 2,
    // A request of a member may take a sixth of this, also on a machine that is busy.
    durationMs: 4_000,
    onError: (error) => record.refusals.push(error.message),
  })
  const warn = (message: string, keys?: object): void =>
    void record.refusals.push(`${message} ${JSON.stringify(keys)}`)
  const log = { info: () => {}, warn, error: warn }
  const program = await startProgram({
    addresses: addressGuard(['loopback']),
    connection,
    catalog,
    families,
    profiles: {},
    mode: 'write',
    timing: realTiming,
    log,
    apiPort: 0,
    edges: [clusterApiEdge({ times: { probeEveryMs: 50 } })],
    ...only,
  })
  shard.start()
  // A seat is given back at the very end.
  const toCome = (): readonly string[] =>
    unusedIn(record, namespace).filter((right) => right !== 'patch leases')
  const deadline = performance.now() + 20_000
  while (toCome().length > 0 && performance.now() < deadline) {
    if (toCome().every((right) => right.endsWith(' events'))) await disturb()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await shard.stop()
  await program.stop()
}

const rules = grantedRules()

function unusedIn({ attempts }: Recording, namespace?: string): readonly string[] {
  return rulesThatMustBeUsed(namespace)
    .filter((rule) => !attempts.some((attempt) => allows(rule, attempt)))
    .map(({ verbs, resources }) => `${verbs.join()} ${resources.join()}`)
}

function beyondIn({ attempts }: Recording): readonly string[] {
  const all = Object.values(rules).flat()
  const beyond = attempts.filter((attempt) => !all.some((rule) => allows(rule, attempt)))
  return [...new Set(beyond.map((attempt) => JSON.stringify(attempt)))]
}

/** Every single right, but for what depends on the world that is looked at: the vectors show that. */
function rulesThatMustBeUsed(namespace: string | undefined): readonly PolicyRule[] {
  const secrets = rules.read.filter(({ resources }) => resources.includes('secrets'))
  return (
    [rules.definitions, secrets, rules.write, rules.seats, rules.seatOwner]
      .flat()
      .flatMap((rule) => rule.resources.map((resource) => ({ ...rule, resources: [resource] })))
      .flatMap((rule) => rule.verbs.map((verb) => ({ ...rule, verbs: [verb] })))
      // Whoever looks after one namespace writes nothing that lives in none.
      .filter(({ resources, verbs }) => namespace === undefined || !isWideWrite(resources, verbs))
  )
}

const isWideWrite = (resources: readonly string[], verbs: readonly string[]): boolean =>
  resources.some((each) => each.startsWith('gatewayclasses')) &&
  !verbs.some((verb) => ['list', 'watch'].includes(verb))

type Case = [name: string, manifests: () => string, scope: Scope, skip: string | undefined]

const namespaced = { namespace: 'default', leases: 'default' }
const cases: Case[] = [
  [
    'the whole cluster',
    () => readFileSync(manifestPath('write.yaml'), 'utf8'),
    { leases: installedIn },
    undefined,
  ],
  ['one namespace', () => renderNamespaced(), namespaced, missingHelm()],
]

function renderNamespaced(): string {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: installedIn } }
  return `${JSON.stringify(namespace)}\n${renderChart(['write=true', 'namespaces={default}'])}`
}

describe('Sitrep with the rights of its manifests, on a server that enforces them', () => {
  let started: StartedApiServer
  let admin: Connection
  beforeEach(async () => {
    started = await startApiServer()
    admin = (await openKubeconfig({ text: started.kubeconfig })).connection
    const spoken = families.map((family) => ({ family, profile: 'released' as const }))
    // Kinds that are found at run time are granted by whoever serves them: the manifests cannot name them.
    const named = simulatedFamilies.filter(({ name }) => name !== 'crossplane')
    await createObjects(admin, [...(await crdsOf(spoken)), ...providerCrds(named)])
  })
  afterEach(async () => {
    admin.close()
    await started.close()
  })

  for (const [name, manifests, scope, skip] of cases) {
    it(`for ${name}: it does all its work, and asks for nothing that it may not have`, {
      skip: skip ?? false,
    }, async () => {
      await createObjects(admin, parseManifests(manifests()))
      await createOneOfEach(admin)
      await started.server.addCluster('default/one')
      await makeReachable(admin, started.kubeconfigFor('default/one'))
      await reportAsManager(admin)
      const token = await tokenOf(admin, { namespace: installedIn, name: 'sitrep' })
      const own = await openKubeconfig({ text: started.kubeconfig.replaceAll(started.token, token) })
      const record: Recording = { attempts: [], refusals: [] }
      let times = 0
      const disturb = (): Promise<void> => setPaused(admin, times++ % 2 === 0 ? 'paused' : 'resumed')
      await runProgram(recorded(own.connection, record), { ...scope, record, disturb })
      own.connection.close()
      assert.deepEqual(unusedIn(record, scope.namespace), [], 'granted and never used')
      assert.deepEqual(beyondIn(record), [], 'asked for and not granted')
      assert.deepEqual(record.refusals, [])
    })
  }
})
