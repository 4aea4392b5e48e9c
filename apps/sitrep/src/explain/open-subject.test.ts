import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { realTiming } from '@sitrep/controller'
import { addressGuard } from '@sitrep/controller/connection'
import { providerCrds } from '@sitrep/simulator'
import { type ApplyServer, openApplyServer } from '../apply/server.testing.ts'
import { installCrds } from '../cluster/install-crds.ts'
import { builtInFamilies, loadEdges } from '../families/families.ts'
import { type Program, startProgram } from '../program/start-program.ts'
import { catalogIn, families } from '../testing.ts'

const clusters = '/apis/cluster.x-k8s.io/v1beta2/namespaces/default/clusters'

describe('sitrep explain on a server', () => {
  let server: ApplyServer
  let program: Program
  before(async () => {
    server = await openApplyServer()
    await installCrds(server.connection, providerCrds())
    await server.connection.request({
      method: 'POST',
      path: clusters,
      body: {
        apiVersion: 'cluster.x-k8s.io/v1beta2',
        kind: 'Cluster',
        metadata: { name: 'prod', namespace: 'default' },
        spec: {
          infrastructureRef: {
            apiGroup: 'infrastructure.cluster.x-k8s.io',
            kind: 'SimulatedCluster',
            name: 'prod',
          },
        },
      },
    })
    program = await startProgram({
      addresses: addressGuard(['loopback']),
      connection: server.connection,
      catalog: await catalogIn('proposal'),
      families,
      profiles: {},
      edges: await loadEdges(builtInFamilies, families),
      mode: 'write',
      timing: realTiming,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      apiPort: 0,
    })
    // Asked through the API that is tested: an explanation is there once the first status is.
    const query =
      'group=cluster.x-k8s.io&kind=Cluster&namespace=default&name=prod&type=ControlPlaneInitialized'
    const explained = async (): Promise<unknown> =>
      ((await (await fetch(`${program.api.url}/api/v1/explain?${query}`)).json()) as { condition?: unknown })
        .condition
    while ((await explained()) === undefined);
  })
  after(async () => {
    await program.stop()
    await server.close()
  })

  const explain = async (...more: string[]) => {
    const running = server.run(['explain', 'cluster/prod', '--condition', 'controlplaneinitialized', ...more])
    return { code: await running.code, out: running.out, err: running.err }
  }

  it('asks a running controller where one is named', async () => {
    const { code, out } = await explain('--api', program.api.url)
    assert.equal(code, 1)
    assert.match(out[0] ?? '', /^Cluster default\/prod has had ControlPlaneInitialized False /)
    assert.ok(out.includes('Next:'))
    assert.ok(out.some((line) => line.startsWith('  sitrep describe cluster/prod -n default ')))
  })

  it('reads the world from the server where there is none, and says the same of what can be seen from there', async () => {
    const [asked, read] = [await explain('--verbose', '--api', program.api.url), await explain('--verbose')]
    assert.equal(read.code, asked.code)
    const rule = (lines: readonly string[]) => lines.find((line) => line.startsWith('Decided by'))
    assert.match(rule(asked.out) ?? '', /^Decided by the rule: ./)
    assert.equal(rule(read.out), rule(asked.out))
  })

  it('says what is wrong with an address that nobody answers at', async () => {
    const { code, out, err } = await explain('--api', 'http://127.0.0.1:1')
    assert.equal(code, 3)
    assert.deepEqual(out, [])
    assert.deepEqual(err, ['http://127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1'])
  })

  it('names the condition that was probably meant', async () => {
    const running = server.run([
      'explain',
      'cluster/prod',
      '--condition',
      'Availabel',
      '--api',
      program.api.url,
    ])
    assert.equal(await running.code, 1)
    assert.deepEqual(running.err, [
      'Cluster default/prod has no condition Availabel; did you mean Available?',
    ])
  })
})
