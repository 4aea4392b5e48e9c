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

const gone = { apiGroup: 'example.com', kind: 'BoxTemplate', name: 'md' }
const template = {
  spec: {
    clusterName: 'prod',
    version: 'v1.36.0',
    infrastructureRef: gone,
    bootstrap: { dataSecretName: 'md' },
  },
}
const larger = named('MachineDeployment', 'md', {
  spec: { clusterName: 'prod', replicas: 2, selector, template },
})
const short = named('MachineSet', 'ms', {
  metadata: {
    name: 'ms',
    labels: { [`${group}/deployment-name`]: 'md' },
    ownerReferences: [
      { apiVersion: `${group}/v1beta2`, kind: 'MachineDeployment', name: 'md', uid: 'md', controller: true },
    ],
  },
  spec: { clusterName: 'prod', replicas: 2, selector, template },
})
const sick: KubeObject = {
  ...machine,
  metadata: {
    ...machine.metadata,
    labels: { ...machine.metadata.labels, [`${group}/deployment-name`]: 'md' },
  },
}

type Missing = [
  name: string,
  profile: string,
  condition: string,
  world: readonly unknown[],
  says: RegExp,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const missing: Missing[] = [
  ['no Machine is there', 'proposal', 'Available',      [],        /because of MachineSet team\/ms: Machines cannot be created: BoxTemplate does not exist \(ReplicaFailure is True, CreationBlocked\)$/, 'that keeps all of them away'],
  ['a Machine is sick',   'proposal', 'Available',      [sick], /because of Machine team\/m: Box does not exist .*; there is one more cause$/, 'both keep it from being available'],
  ['a Machine is sick',   'proposal', 'ReplicaFailure', [sick], /because of MachineSet team\/ms: Machines cannot be created: BoxTemplate does not exist \(ReplicaFailure is True, CreationBlocked\)$/, 'no Machine that is there keeps another from being made'],
  ['no Machine is there', 'released', 'Available',      [],        /: Scaling up from 0 to 2 replicas is blocked because BoxTemplate does not exist/, 'only ScalingUp says it there'],
]

describe('sitrep of Machines whose template is gone', () => {
  for (const [name, profile, condition, machines, says, because] of missing) {
    const input = JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: [cluster, larger, short, ...machines, whole],
    })
    const options = ['-n', 'team', '--profile', profile, '-f', '-']

    it(`explain ${condition}, ${profile}, ${name}: ${says}, because ${because}`, async () => {
      const line = ['explain', 'machinedeployment/md', '--condition', condition, ...options]
      const { out, code } = await runLine(line, { input, now })
      assert.match(out[0] ?? '', says)
      assert.equal(code, 1)
    })

    it(`trouble, ${profile}, ${name}, ${condition}: it is wrong at once, because nobody brings it back by waiting`, async () => {
      const { out, code } = await runLine(['trouble', ...options], { input, now })
      assert.match(out.join('\n'), /BoxTemplate does not exist/)
      assert.equal(code, 1)
    })
  }
})

describe('sitrep of a Cluster that is being deleted', () => {
  for (const profile of ['proposal', 'released'])
    it(`is under way when its control plane is gone, ${profile}, because that goes before it`, async () => {
      const going = named('Cluster', 'prod', {
        metadata: { name: 'prod', deletionTimestamp: now, finalizers: ['cluster.cluster.x-k8s.io'] },
        spec: {
          infrastructureRef: { apiGroup: 'example.com', kind: 'Yard', name: 'prod' },
          controlPlaneRef: {
            apiGroup: 'controlplane.cluster.x-k8s.io',
            kind: 'KubeadmControlPlane',
            name: 'cp',
          },
        },
        status: {
          initialization: { controlPlaneInitialized: true, infrastructureProvisioned: true },
          conditions: [
            {
              type: 'ControlPlaneInitialized',
              status: 'True',
              reason: 'Initialized',
              message: '',
              lastTransitionTime: now,
            },
          ],
        },
      })
      const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [going, whole] })
      const line = ['trouble', '-n', 'team', '--profile', profile, '-f', '-']
      const { out, code } = await runLine(line, { input, now })
      assert.match(out[0] ?? '', /^Nothing is wrong with .*; 1 change under way/)
      assert.equal(code, 0)
    })
})

const check = named('MachineHealthCheck', 'hc', {
  spec: {
    clusterName: 'prod',
    selector,
    remediation: { triggerIf: { unhealthyLessThanOrEqualTo: '40%' } },
  },
})

type Checked = [name: string, machines: readonly unknown[], says: RegExp, code: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const checked: Checked[] = [
  ['nothing to look at',   [],        /^MachineHealthCheck team\/hc has had RemediationAllowed True for /, 0, 'that it is not paused is not what is asked'],
  ['a Machine is not well', [machine], /^MachineHealthCheck team\/hc has had RemediationAllowed False for .* because of Machine team\/m: Box does not exist /, 1, 'what ails the Machines keeps it from replacing them'],
]

describe('sitrep explain of a MachineHealthCheck', () => {
  for (const [name, machines, says, code, because] of checked)
    it(`${name}: ${says}, because ${because}`, async () => {
      const items = [cluster, deployment, set, check, ...machines, whole]
      const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
      const line = ['explain', 'machinehealthcheck/hc', '-n', 'team', '--profile', 'proposal', '-f', '-']
      const ran = await runLine(line, { input, now })
      assert.match(ran.out[0] ?? '', says)
      assert.equal(ran.code, code)
    })
})

describe('sitrep trouble of Machines that have not started', () => {
  it('is under way with their MachineHealthCheck, because that waits for them too', async () => {
    const box = { ...named('Box', 'm'), apiVersion: 'example.com/v1', status: {} }
    const input = JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: [cluster, deployment, set, check, machine, box, whole],
    })
    const line = ['trouble', '-n', 'team', '--profile', 'proposal', '-f', '-']
    const { out } = await runLine(line, { input, now })
    assert.doesNotMatch(out.join('\n'), /MachineHealthCheck/)
  })
})
