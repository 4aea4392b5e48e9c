import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { JsonObject } from '../json/json.ts'
import { openTestServer, type TestServer } from '../server.testing.ts'

const pods = '/api/v1/namespaces/default/pods?dryRun=All'
const classes = '/apis/scheduling.k8s.io/v1/priorityclasses'

let test: TestServer
before(async () => {
  test = await openTestServer()
  await test.call('POST', classes, { metadata: { name: 'high' }, value: 1000, preemptionPolicy: 'Never' })
})
after(() => test.close())

const pod = (more: JsonObject): JsonObject => ({
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'a', image: 'b' }], ...more },
})

type Row = readonly [spec: JsonObject, priority: number, preemption: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const admitted: readonly Row[] = [
  [{},                                            0,             'PreemptLowerPriority', 'no class is the default'],
  [{ priorityClassName: 'high' },                 1000,          'Never',                'the class says so'],
  [{ priorityClassName: 'high', priority: 1000 }, 1000,          'Never',                'it agrees with its class'],
  [{ priorityClassName: 'system-node-critical' }, 2_000_001_000, 'PreemptLowerPriority', 'every cluster has this class'],
]

const refused: readonly (readonly [spec: JsonObject, says: RegExp])[] = [
  [{ priorityClassName: 'none' }, /no PriorityClass with name none was found/],
  [{ priorityClassName: 'high', priority: 7 }, /integer value of priority \(7\) must not be provided/],
  [{ preemptionPolicy: 'Never' }, /string value of PreemptionPolicy \(Never\) must not be provided/],
  [{ overhead: { cpu: '1' } }, /Pod Overhead set without corresponding RuntimeClass/],
]

describe('a new pod', () => {
  for (const [spec, priority, preemption, because] of admitted) {
    it(`${JSON.stringify(spec)} gets priority ${priority}, because ${because}`, async () => {
      const { status, body } = await test.call('POST', pods, pod(spec))
      const stored = body['spec'] as JsonObject
      assert.deepEqual([status, stored['priority'], stored['preemptionPolicy']], [201, priority, preemption])
    })
  }
  for (const [spec, says] of refused) {
    it(`${JSON.stringify(spec)} is refused with 403`, async () => {
      const { status, body } = await test.call('POST', pods, pod(spec))
      assert.equal(status, 403)
      assert.match(String(body['message']), says)
    })
  }

  it('gets the default class once there is one', async () => {
    await test.call('POST', classes, { metadata: { name: 'usual' }, value: 5, globalDefault: true })
    const { body } = await test.call('POST', pods, pod({}))
    const { priority, priorityClassName } = body['spec'] as JsonObject
    assert.deepEqual([priority, priorityClassName], [5, 'usual'])
  })
})
