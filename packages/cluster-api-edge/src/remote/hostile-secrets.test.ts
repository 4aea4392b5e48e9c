import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { reach } from '@sitrep/cluster-api'
import type { Fault } from '@sitrep/controller'
import { addressGuard } from '@sitrep/controller/connection'
import type { FactSource } from './fact-source.ts'
import { openWorkloadStory, type WorkloadStory } from './workload.testing.ts'

describe('A workload cluster with a hostile kubeconfig Secret', () => {
  let story: WorkloadStory
  let faults: Fault[] = []
  const onFault = (fault: Fault): number => faults.push(fault)
  beforeEach(async () => {
    faults = []
    story = await openWorkloadStory()
    await story.management.request({
      method: 'PATCH',
      path: '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/clusters/blue/status',
      body: { status: { initialization: { controlPlaneInitialized: true } } },
      contentType: 'application/merge-patch+json',
    })
    await story.addNode('n1')
  })
  afterEach(() => story.close())

  const spoilt = (cluster: object): string => {
    const file = JSON.parse(story.kubeconfig()) as { clusters: { cluster: object }[] }
    return JSON.stringify({
      ...file,
      clusters: [{ name: 'c', cluster: { ...file.clusters[0]?.cluster, ...cluster } }],
    })
  }
  const isUnreachable = (): boolean => story.contacts.at(-1)?.state === 'unreachable'

  // biome-ignore format: one a line
  const secrets: readonly (readonly [name: string, cluster: object, says: RegExp])[] = [
    ['a server name that is a number', { 'tls-server-name': 5 },       /clusters\[c\].cluster.tls-server-name is a number/],
    ['a server that is a list',        { server: [] },                 /clusters\[c\].cluster.server is a list/],
    ['a proxy',                        { 'proxy-url': 'http://a' },    /proxy-url/],
    ['a file of this machine',         { 'certificate-authority': '/etc/passwd' }, /certificate-authority/],
  ]
  for (const [name, cluster, says] of secrets)
    it(`that has ${name} is out of reach, says why, and is reached when that is mended`, async () => {
      await story.putSecret(spoilt(cluster))
      story.start({}, { onFault })
      await story.until('the Cluster is known', () => story.controller().synced)
      await story.timing.advance(60_000, 1_000)
      assert.ok(isUnreachable())
      assert.match(story.contacts.at(-1)?.why ?? '', says)
      assert.match(story.controller().sight.clusters[0]?.why ?? '', says)
      await story.putSecret(story.kubeconfig())
      await story.until('the Node is seen', () => story.said.at(-1) === 'True Nodes n1 with')
      assert.deepEqual(faults, [])
    })

  it('that leads to this machine is never asked unless that is allowed', async () => {
    await story.putSecret(story.kubeconfig())
    story.start({}, { onFault, addresses: addressGuard([]) })
    await story.until('the Cluster is known', () => story.controller().synced)
    await story.timing.advance(60_000, 1_000)
    assert.ok(isUnreachable())
    assert.match(story.contacts.at(-1)?.why ?? '', /loopback address.*--workload-addresses/)
    assert.deepEqual(story.gate.asked, [])
  })

  it('that changes again and again is connected to no more than once a second, and with the last one', async () => {
    await story.putSecret(story.kubeconfig())
    story.start({}, { onFault })
    await story.until('the Node is seen', () => story.said.at(-1) === 'True Nodes n1 with')
    const connected = (): number => story.gate.asked.filter((path) => path.endsWith('/blue/')).length
    for (let change = 0; change < 30; change++) {
      const before = connected()
      await story.putSecret(story.kubeconfig(`token-${change}`))
      for (let turn = 0; turn < 200 && connected() === before; turn++)
        await new Promise((resolve) => setImmediate(resolve))
    }
    assert.ok(connected() <= 12, `${connected()} connections without a second between them`)
    const before = connected()
    await story.timing.advance(1_000)
    await story.until('the last one is used', () => connected() > before)
    assert.deepEqual(faults, [])
  })

  it('is looked at in every other way when one look fails by our mistake, which is told', async () => {
    await story.putSecret(story.kubeconfig())
    const source: FactSource = {
      fact: { kind: { group: 'sitrep.dev', kind: 'Broken' }, about: reach.clusters },
      look: () => {
        throw new TypeError('no such thing')
      },
    }
    story.start({ sources: [source] }, { onFault })
    await story.until('the Node is seen', () => story.said.at(-1) === 'True Nodes n1 with')
    assert.deepEqual(
      faults.map(({ what, about, name }) => [what, about, name]),
      [['looking at Broken', 'cluster', 'prod/blue']],
    )
    assert.equal(story.controller().sight.faults?.[0]?.why, 'no such thing')
  })
})
