import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { runLine, wholeBundle } from '../testing.ts'

const now = '2026-02-01T00:00:00Z'
const group = 'cluster.x-k8s.io'
const named = (kind: string, name: string, more: Partial<KubeObject> = {}): KubeObject => ({
  apiVersion: `${group}/v1beta2`,
  kind,
  ...more,
  metadata: {
    name,
    namespace: 'team',
    uid: name,
    creationTimestamp: '2026-01-01T00:00:00Z',
    ...more.metadata,
    labels: { [`${group}/cluster-name`]: 'prod', ...more.metadata?.labels },
  },
})
const cluster = named('Cluster', 'prod')
const deployment = named('MachineDeployment', 'md', { spec: { clusterName: 'prod', replicas: 1 } })
const selector = { matchLabels: { [`${group}/cluster-name`]: 'prod' } }
const set = named('MachineSet', 'ms', {
  metadata: { name: 'ms', labels: { [`${group}/deployment-name`]: 'md' } },
  spec: { clusterName: 'prod', replicas: 1, selector, template: { spec: { clusterName: 'prod' } } },
})
const machine = named('Machine', 'm', {
  metadata: {
    name: 'm',
    ownerReferences: [
      { apiVersion: `${group}/v1beta2`, kind: 'MachineSet', name: 'ms', uid: 'ms', controller: true },
    ],
  },
  spec: {
    clusterName: 'prod',
    infrastructureRef: { apiGroup: 'example.com', kind: 'Box', name: 'm' },
    bootstrap: { dataSecretName: 'm' },
  },
})
const whole = JSON.parse(wholeBundle) as unknown

type Case = [name: string, world: readonly unknown[], says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['its owner is not there',    [cluster, set, machine, whole],             'MachineSet team/ms has had MachinesReady Unknown for 0s (since 2026-02-01T00:00:00Z): MachineDeployment md does not exist', 'its Machines were not looked at, so none of them is the cause'],
  ['its Machine is in trouble', [cluster, deployment, set, machine, whole], 'MachineSet team/ms has had MachinesReady False for 0s (since 2026-02-01T00:00:00Z) because of Machine team/m: Box does not exist (InfrastructureReady is False, ObjectDoesNotExist)', 'that is what it waits for'],
]

describe('sitrep explain of Cluster API', () => {
  for (const [name, world, says, because] of cases)
    it(`${name}: ${says}, because ${because}`, async () => {
      const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: world })
      const line = ['explain', 'machineset/ms', '-n', 'team', '--profile', 'proposal', '-f', '-']
      const { out, code } = await runLine(line, { input, now })
      assert.deepEqual({ first: out[0], code }, { first: says, code: 1 })
    })
})
