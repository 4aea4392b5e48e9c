import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import { crds } from '@sitrep/cluster-api'
import { ShardMember } from '@sitrep/controller'
import { type Connection, ControllerError, discover, openKubeconfig } from '@sitrep/controller/connection'
import { providerCrds } from '@sitrep/simulator'
import { catalogOf } from '../../apps/sitrep/src/program/families.ts'
import { presentWriters } from '../../apps/sitrep/src/program/present-writers.ts'
import { profileOf } from '../../apps/sitrep/src/program/profile-of.ts'
import { startProgram } from '../../apps/sitrep/src/program/start-program.ts'
import { realTiming } from '../../packages/controller/src/timing.ts'
import { attemptOf } from './attempt.testing.ts'
import { createObjects, createOneOfEach, tokenOf } from './cluster.testing.ts'
import type { PolicyRule } from './documents.ts'
import { installedIn, manifestPath } from './render.ts'
import { type Attempt, allows, grantedRules, parseManifests } from './rules.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Notes every request. The first write of each kind meets somebody who was faster. */
function recorded(connection: Connection, attempts: Attempt[]): Connection {
  const contested = new Set<string>()
  return {
    ...connection,
    request: async (request) => {
      const attempt = attemptOf(request.method ?? 'GET', request.path)
      if (attempt !== undefined) attempts.push(attempt)
      if (
        attempt?.verb === 'patch' &&
        attempt.resource.endsWith('/status') &&
        !contested.has(attempt.resource)
      ) {
        contested.add(attempt.resource)
        throw new ControllerError('write-conflict', 'somebody was faster', { retry: 'now', httpStatus: 409 })
      }
      return connection.request(request)
    },
    stream: (request) => {
      const attempt = attemptOf('GET', request.path)
      if (attempt !== undefined) attempts.push(attempt)
      return connection.stream(request)
    },
  }
}

describe('Sitrep with the rights of its manifests, on a server that enforces them', () => {
  let started: StartedApiServer
  let admin: Connection
  before(async () => {
    started = await startApiServer()
    admin = (await openKubeconfig({ text: started.kubeconfig })).connection
    await createObjects(admin, [...crds({ profile: 'released' }), ...providerCrds()])
    await createObjects(admin, parseManifests(readFileSync(manifestPath('write.yaml'), 'utf8')))
    await createOneOfEach(admin)
  })
  after(async () => {
    admin.close()
    await started.close()
  })

  it('computes, writes and shares the work, and asks for nothing that it may not have', async () => {
    const token = await tokenOf(admin, { namespace: installedIn, name: 'sitrep' })
    const own = (await openKubeconfig({ text: started.kubeconfig.replaceAll(started.token, token) }))
      .connection
    const attempts: Attempt[] = []
    const connection = recorded(own, attempts)
    const refusals: string[] = []
    const catalog = catalogOf(await profileOf(connection))
    await presentWriters(connection, await discover(connection), catalog)
    const shard = new ShardMember({
      connection,
      timing: realTiming,
      namespace: installedIn,
      group: 'sitrep',
      identity: 'test',
      seats: 2,
      durationMs: 500,
      onError: (error) => refusals.push(error.message),
    })
    const program = await startProgram({
      connection,
      catalog,
      mode: 'write',
      timing: realTiming,
      log: { ...silent, warn: (message, keys) => refusals.push(`${message} ${JSON.stringify(keys)}`) },
      apiPort: 0,
    })
    shard.start()
    const rules = grantedRules()
    const [all, used] = [Object.values(rules).flat(), rulesThatMustBeUsed(rules)]
    const unused = (): readonly string[] =>
      used.filter((rule) => !attempts.some((attempt) => allows(rule, attempt))).map(label)
    // A seat is given back at the very end.
    const toCome = (): readonly string[] => unused().filter((right) => right !== 'patch leases')
    const deadline = performance.now() + 20_000
    while (toCome().length > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20))
    await shard.stop()
    await program.stop()
    own.close()
    const beyond = attempts.filter((attempt) => !all.some((rule) => allows(rule, attempt)))
    assert.deepEqual(unused(), [], 'granted and never used')
    assert.deepEqual(
      [...new Set(beyond.map((attempt) => JSON.stringify(attempt)))],
      [],
      'asked for and not granted',
    )
    assert.deepEqual(refusals, [])
  })
})

/** Every single right, but for what depends on the world that is looked at: the vectors show that. */
function rulesThatMustBeUsed(rules: ReturnType<typeof grantedRules>): readonly PolicyRule[] {
  const secrets = rules.read.filter(({ resources }) => resources.includes('secrets'))
  return [rules.definitions, secrets, rules.write, rules.seats, rules.seatOwner]
    .flat()
    .flatMap((rule) => rule.resources.map((resource) => ({ ...rule, resources: [resource] })))
    .flatMap((rule) => rule.verbs.map((verb) => ({ ...rule, verbs: [verb] })))
}

const label = ({ verbs, resources }: PolicyRule): string => `${verbs.join()} ${resources.join()}`
