import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clusterObjects } from './scenario/cluster-objects.ts'
import { openTestFleet, says } from './testing.ts'

const capi = '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod'

describe('The life of a cluster', () => {
  it('goes from what a user applies to Available', async () => {
    const fleet = await openTestFleet()
    try {
      await fleet.apply(
        ...clusterObjects({
          namespace: 'prod',
          name: 'blue',
          version: 'v1.36.0',
          controlPlane: 3,
          workers: [{ name: 'md-0', replicas: 2 }],
        }),
      )
      const available = async (): Promise<boolean> =>
        says(await fleet.read(`${capi}/clusters/blue`), 'Available').startsWith('True') &&
        (await fleet.list(`${capi}/machines`)).length === 5
      await fleet.until('the cluster is available', available)
    } finally {
      await fleet.close()
    }
    assert.deepEqual(fleet.errors, [])
  })
})
