import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startApiServer } from '@sitrep/api-server'
import { openKubeconfig } from '@sitrep/controller/connection'
import { manualTiming } from '@sitrep/controller/testing'
import { at, type KubeObject } from '@sitrep/status'
import { providerCrds, simulatedFamilies } from './families.ts'
import { lamps } from './lamps.testing.ts'
import { ScenarioError } from './scenario/errors.ts'
import { parseScenario } from './scenario/parse.ts'
import { startSimulator } from './simulator.ts'

const families = [...simulatedFamilies, lamps]
const file = `
timings: { warmUp: 3s, variation: 0 }
lamps: [{ name: red }, { name: green }]
timeline: [{ at: 10s, break-lamp: { lamp: red, for: 20s } }]
`

describe('A family that somebody else brings', () => {
  it('is followed, planned and played beside the others', async () => {
    const timing = manualTiming(Date.parse('2026-01-01T00:00:00Z'))
    const server = await startApiServer({ now: timing.now })
    const { connection } = await openKubeconfig({ text: server.kubeconfig })
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    for (const body of providerCrds(families)) await connection.request({ method: 'POST', path, body })
    const errors: unknown[] = []
    const simulator = await startSimulator({
      connection,
      families,
      timing,
      scenario: parseScenario(file, 'lamps.yaml', families),
      workload: () => Promise.reject(new Error('lamps need no cluster')),
      feedFacts: () => {},
      onError: (error) => errors.push(error),
    })
    const shining = async (): Promise<readonly string[]> => {
      await simulator.settled()
      const { items } = await connection.request<{ items: readonly KubeObject[] }>({
        path: '/apis/lamps.example.com/v1/lamps',
      })
      return items.filter(({ status }) => at(status, 'shines') === true).map(({ metadata }) => metadata.name)
    }
    try {
      assert.deepEqual(await shining(), [])
      await timing.advance(5_000, 1_000)
      assert.deepEqual(await shining(), ['green', 'red'])
      await timing.advance(10_000, 1_000)
      assert.deepEqual(await shining(), ['green'])
      await timing.advance(20_000, 1_000)
      assert.deepEqual(await shining(), ['green', 'red'])
      assert.deepEqual(errors, [])
    } finally {
      await simulator.stop()
      connection.close()
      await server.close()
    }
  })

  type Mistake = [name: string, text: string, says: string, because: string]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const mistakes: Mistake[] = [
    ['a part nobody knows',   'pumps: []',                          '"pumps" is not known here; known are name, seed, timings, clusters, databases, gateways, lamps, timeline', 'every family adds its own'],
    ['a time nobody knows',   'timings: { coolDown: 1s }',          '"coolDown" is not known here; known are clusterInfrastructure, bootstrap, machineInfrastructure, nodeJoin, deletion, database, databaseUpdate, dataPlane, warmUp, variation', 'every family adds its own'],
    ['two of one name',       'lamps: [{ name: a }, { name: a }]',  'there is a lamp a already',                                                           'both would be one'],
    ['a field nobody knows',  'lamps: [{ nmae: a }]',               '"nmae" is not known here; known are name',                                             'it is most likely misspelt'],
    ['the family of another', 'clusters: [{ name: a, family: lamps }]', 'one of cluster-api, eks-anywhere is expected here',                               'lamps are no clusters'],
  ]
  for (const [name, text, says, because] of mistakes) {
    it(`has ${name} refused, because ${because}`, () => {
      assert.throws(
        () => parseScenario(text, 'lamps.yaml', families),
        (error) => error instanceof ScenarioError && error.problems[0]?.message === says,
      )
    })
  }

  it('is not there for those who do not bring it', () => {
    assert.throws(() => parseScenario(file, 'lamps.yaml'), ScenarioError)
  })
})
