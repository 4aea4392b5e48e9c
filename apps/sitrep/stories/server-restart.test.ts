import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { clusterObjects, openTestFleet, says, type TestFleet } from '@sitrep/simulator/testing'
import { at, refOf } from '@sitrep/status'

const names = ['blue', 'green', 'red']
const capi = '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod'

describe('An API server that goes down and comes back while clusters come up', () => {
  const data = mkdtempSync(join(tmpdir(), 'sitrep-server-'))
  let fleet: TestFleet
  before(async () => {
    fleet = await openTestFleet({ server: { data } })
  })
  after(async () => {
    await fleet.close()
    rmSync(data, { recursive: true })
  })

  it('loses nothing: all of them become available, and every status says what is so', async () => {
    for (const name of names)
      await fleet.apply(
        ...clusterObjects({
          namespace: 'prod',
          name,
          version: 'v1.36.0',
          controlPlane: 1,
          workers: [{ name: 'md-0', replicas: 2 }],
        }),
      )
    for (const downMs of [2_000, 5_000, 12_000]) {
      await fleet.timing.advance(20_000, 1_000)
      await fleet.restartServer(downMs)
    }
    await fleet.until('all are complete and available', async () => {
      const clusters = await Promise.all(names.map((name) => fleet.read(`${capi}/clusters/${name}`)))
      const machines = await fleet.list(`${capi}/machines`)
      return (
        clusters.every((cluster) => says(cluster, 'Available').startsWith('True')) &&
        machines.length === 9 &&
        machines.every((machine) => says(machine, 'Ready').startsWith('True'))
      )
    })
    await fleet.timing.advance(60_000, 1_000)
    await fleet.settled()
    for (const plural of ['clusters', 'machinedeployments', 'machinesets', 'machines'])
      for (const stored of await fleet.list(`${capi}/${plural}`)) {
        const computed = fleet.controller.engine.object(refOf(stored))
        assert.deepEqual(at(stored.status, 'conditions'), at(computed?.status, 'conditions'))
        assert.equal(at(stored.status, 'observedGeneration'), stored.metadata.generation)
      }
  })
})
