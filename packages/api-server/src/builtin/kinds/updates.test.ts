import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../json/json.ts'
import { created, resourceOf, updated } from '../builtin.testing.ts'

type Row = readonly [
  type: string,
  before: JsonObject,
  after: JsonObject,
  says: readonly string[],
  because: string,
]

const workload = (spec: JsonObject = {}): JsonObject => ({
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    ...spec,
  },
})
const pod = (spec: JsonObject = {}): JsonObject => ({
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})
const binding = (name: string): JsonObject => ({ roleRef: { kind: 'Role', name } })

// biome-ignore format: the table is the specification; its columns stay aligned
const rows: readonly Row[] = [
  ['apps/v1 Deployment',  workload(),                          workload({ replicas: 5 }),                  [],                              'scaling is what it is for'],
  ['apps/v1 Deployment',  workload(),                          workload({ selector: { matchLabels: { a: 'b', c: 'd' } } }), ['Invalid spec.template.metadata.labels', 'Invalid spec.selector'], 'its pods would be lost'],
  ['apps/v1 StatefulSet', workload(),                          workload({ replicas: 5 }),                  [],                              'scaling is what it is for'],
  ['apps/v1 StatefulSet', workload(),                          workload({ serviceName: 's' }),             ['Forbidden spec'],              'its pods have names in that service'],
  ['v1 Pod',              pod(),                               pod({ containers: [{ name: 'c', image: 'j' }] }), [],                        'an image may change'],
  ['v1 Pod',              pod(),                               pod({ containers: [] }),                    ['Required spec.containers', 'Forbidden spec.containers'], 'containers come and go with the pod'],
  ['v1 Pod',              pod(),                               pod({ nodeName: 'n' }),                     ['Forbidden spec'],              'only binding gives it a node'],
  ['v1 Pod',              pod({ activeDeadlineSeconds: 5 }),   pod({ activeDeadlineSeconds: 9 }),          ['Invalid spec.activeDeadlineSeconds'], 'a deadline only comes closer'],
  ['v1 Secret',           { type: 'a' },                       { type: 'b' },                              ['Invalid type'],                'its readers rely on it'],
  ['v1 ConfigMap',        { immutable: true, data: { a: '1' } }, { immutable: true, data: { a: '2' } },    ['Forbidden data'],              'it promised not to change'],
  ['v1 ConfigMap',        { immutable: true },                 {},                                         ['Forbidden immutable'],         'a promise cannot be taken back'],
  ['v1 Service',          { spec: { clusterIP: '10.96.0.9', ports: [{ port: 1 }] } }, { spec: { clusterIP: '10.96.0.8', ports: [{ port: 1 }] } }, ['Invalid spec.clusterIPs[0]'], 'clients hold on to it'],
  ['v1 Node',             { spec: { providerID: 'a' } },       { spec: { providerID: 'b' } },              ['Forbidden spec.providerID'],   'it would be another machine'],
  ['storage.k8s.io/v1 StorageClass', { provisioner: 'a' },     { provisioner: 'b' },                       ['Invalid provisioner'],         'volumes exist that came from it'],
  ['rbac.authorization.k8s.io/v1 RoleBinding', binding('a'),   binding('b'),                               ['Invalid roleRef'],             'rights would be given that nobody granted'],
  ['discovery.k8s.io/v1 EndpointSlice', { addressType: 'IPv4', endpoints: [{ addresses: ['1.2.3.4'] }] }, { addressType: 'IPv6', endpoints: [{ addresses: ['1.2.3.4'] }] }, ['Invalid addressType'], 'what was there is not asked again'],
]

describe('validation of changes', () => {
  for (const [type, before, after, says, because] of rows) {
    it(`${type} ${JSON.stringify(after).slice(0, 80)}: ${because}`, () => {
      const old = created(type, before)
      const found = resourceOf(type).behaviour.validateUpdate?.(updated(type, old, after), old) ?? []
      assert.deepEqual(
        found.map(({ reason, field }) => `${reason.replace('FieldValue', '')} ${field}`),
        says,
      )
    })
  }
})

describe('what a client does not decide', () => {
  it('keeps the status of a Deployment when its spec is written', () => {
    const old = { ...created('apps/v1 Deployment', workload()), status: { replicas: 3 } }
    const after = updated('apps/v1 Deployment', old, { ...workload(), status: { replicas: 9 } })
    assert.deepEqual(after['status'], { replicas: 3 })
  })

  it('keeps the spec of a Deployment when its status is written', () => {
    const old = created('apps/v1 Deployment', workload())
    const sent = { ...created('apps/v1 Deployment', workload({ replicas: 7 })), status: { replicas: 9 } }
    const after = resourceOf('apps/v1 Deployment').behaviour.prepareForStatusUpdate?.(sent, old, 0)
    assert.deepEqual([after?.['spec'], after?.['status']], [old['spec'], { replicas: 9 }])
  })

  it('accepts the status of a new Node, because a kubelet reports both at once', () => {
    const node = created('v1 Node', { status: { capacity: { cpu: '4' } } })
    assert.deepEqual((node['status'] as JsonObject)['allocatable'], { cpu: '4' })
  })

  it('gives a new Namespace its finalizer and its phase', () => {
    const namespace = created('v1 Namespace', { status: { phase: 'Terminating' } })
    assert.deepEqual(
      [namespace['spec'], namespace['status']],
      [{ finalizers: ['kubernetes'] }, { phase: 'Active' }],
    )
  })

  it('counts the changes of a DaemonSet template', () => {
    const old = created('apps/v1 DaemonSet', workload())
    const same = updated('apps/v1 DaemonSet', old, workload({ minReadySeconds: 5 }))
    const other = updated(
      'apps/v1 DaemonSet',
      old,
      workload({
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'j' }] } },
      }),
    )
    const counter = 'deprecated.daemonset.template.generation'
    const counts = [old, same, other].map(({ metadata }) => (metadata['annotations'] as JsonObject)[counter])
    assert.deepEqual(counts, ['1', '1', '2'])
  })

  it('selects the pods of a Job by its uid', () => {
    const job = created('batch/v1 Job', {
      metadata: { uid: 'u' },
      spec: { template: { spec: { restartPolicy: 'Never' } } },
    })
    assert.deepEqual((job['spec'] as JsonObject)['selector'], {
      matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' },
    })
  })
})
