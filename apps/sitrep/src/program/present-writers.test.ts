import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { discover } from '@sitrep/controller/connection'
import { type ApplyServer, openApplyServer } from '../apply/server.testing.ts'
import { catalogIn, families } from '../testing.ts'
import { presentWriters } from './present-writers.ts'

const clusters = '/apis/cluster.x-k8s.io/v1beta2/namespaces/default/clusters'

type Case = [name: string, manager: string, type: string, found: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a condition that Sitrep decides',  'manager', 'Available',   ['manager Cluster Available'], 'both would write it'],
  ['a condition of its own',           'gate',    'BackupTaken', [],                            'a gate is nobody else’s business'],
  ['what Sitrep wrote itself',         'sitrep',  'Available',   [],                            'that was us'],
]

describe('Who writes conditions that Sitrep would write', () => {
  let server: ApplyServer
  before(async () => {
    server = await openApplyServer()
  })
  after(() => server.close())

  for (const [name, manager, type, found, because] of cases) {
    it(`${name}: ${found.join() || 'nobody'}, because ${because}`, async () => {
      const { connection } = server
      const body = { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', metadata: { name: manager } }
      const infrastructureRef = {
        apiGroup: 'infrastructure.cluster.x-k8s.io',
        kind: 'SimulatedCluster',
        name: manager,
      }
      await connection.request({
        method: 'POST',
        path: clusters,
        body: { ...body, spec: { infrastructureRef } },
      })
      const condition = {
        type,
        status: 'True',
        reason: 'R',
        message: '',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      }
      await connection.request({
        method: 'PATCH',
        path: `${clusters}/${manager}/status?fieldManager=${manager}`,
        body: { status: { conditions: [condition] } },
        contentType: 'application/merge-patch+json',
      })
      const discovered = await discover(connection)
      const writers = await presentWriters(connection, {
        discovered,
        catalog: await catalogIn('proposal'),
        families,
        pause: async () => {},
        now: Date.now(),
      })
      assert.deepEqual(
        writers.map((writer) => `${writer.manager} ${writer.kind} ${writer.types.join()}`),
        found,
      )
      await connection.request({ method: 'DELETE', path: `${clusters}/${manager}` })
    })
  }
})
