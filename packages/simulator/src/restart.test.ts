import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseScenario } from './scenario/parse.ts'
import { openTestFleet, says } from './testing.ts'

const scenario = parseScenario(
  `
name: restarts
clusters: [{ name: blue, namespace: prod, controlPlane: 3, workers: [{ name: md-0, replicas: 2 }] }]
timeline:
  - { at: 2m, scale: { cluster: blue, group: md-0, replicas: 3 } }
`,
  'restarts.yaml',
)

// In turns of five seconds: before the first Node, beside it, and while the third worker comes.
const restartsAfter = [2, 5, 8, 26]

const capi = '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod'

describe('A simulator that is started again and again', () => {
  it('goes on where the one before stopped, and makes nothing twice', async () => {
    const fleet = await openTestFleet({ scenario })
    try {
      let turns = 0
      await fleet.until('the cluster is complete', async () => {
        if (restartsAfter.includes(turns++)) await fleet.restart()
        const machines = await fleet.list(`${capi}/machines`)
        assert.ok(machines.length <= 6, `${machines.length} Machines`)
        return machines.length === 6 && machines.every((machine) => says(machine, 'Ready').startsWith('True'))
      })
      const made = await fleet.list(
        '/apis/infrastructure.cluster.x-k8s.io/v1beta2/namespaces/prod/simulatedmachines',
      )
      assert.equal(made.length, 6)
      assert.deepEqual(fleet.errors, [])
      const { data } = (await fleet.read('/api/v1/namespaces/prod/secrets/blue-kubeconfig')) as {
        data?: { value?: string }
      }
      const kubeconfig = Buffer.from(data?.value ?? '', 'base64').toString()
      assert.match(kubeconfig, /clusters\/prod\/blue/)
      assert.ok(!kubeconfig.includes(fleet.server.token), 'the owner has given away his own token')
    } finally {
      await fleet.close()
    }
  })
})
