import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@sitrep/controller/testing'
import type { KubeObject } from '@sitrep/status'
import { clusterApiEdge } from './cluster-api-edge.ts'
import { openReleasedStory, type ReleasedStory } from './released.testing.ts'

const template = {
  spec: {
    clusterName: 'blue',
    bootstrap: { dataSecretName: 'b' },
    infrastructureRef: {
      apiGroup: 'infrastructure.cluster.x-k8s.io',
      kind: 'DockerMachineTemplate',
      name: 't',
    },
  },
}
const selector = { matchLabels: { 'cluster.x-k8s.io/cluster-name': 'blue' } }

const young: readonly KubeObject[] = [
  { kind: 'Cluster', spec: {} },
  { kind: 'MachineDeployment', spec: { clusterName: 'blue', replicas: 1, selector, template } },
  { kind: 'MachineSet', spec: { clusterName: 'blue', replicas: 1, selector, template } },
  { kind: 'MachinePool', spec: { clusterName: 'blue', replicas: 1, template } },
  { kind: 'Machine', spec: template.spec },
  { kind: 'MachineHealthCheck', spec: { clusterName: 'blue', selector } },
].map(({ kind, spec }) => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind,
  metadata: { name: 'blue', namespace: 'prod' },
  spec,
}))

describe('On the CustomResourceDefinitions that were released', () => {
  let story: ReleasedStory
  before(async () => {
    story = await openReleasedStory()
    for (const object of young) await story.create(object)
    story.start([clusterApiEdge()])
  })
  after(() => story.close())

  for (const { kind } of young)
    it(`a new ${kind} gets a status, because what is empty is left out`, async () => {
      await eventually('it is written', () => story.written.includes(`${kind} blue`))
      assert.deepEqual(story.refused, [])
    })
})
