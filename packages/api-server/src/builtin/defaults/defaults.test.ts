import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { getPath } from '../../json/own.ts'
import { builtinResources } from '../builtin-resources.ts'

const resources = builtinResources()

function defaulted(apiVersion: string, kind: string, content: JsonObject): KubeObject {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : ''
  const resource = resources.find((each) => each.group === group && each.kind === kind)
  const object = { apiVersion, kind, metadata: { name: 'x' }, ...content } as KubeObject
  return resource?.behaviour.applyDefaults?.(object) ?? object
}

type Row = readonly [kind: string, given: JsonObject, path: string, says: Json | undefined, because: string]

const podWith = (spec: JsonObject): JsonObject => ({
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})
const container = (members: JsonObject): JsonObject => ({ spec: { containers: [{ name: 'c', ...members }] } })
const inTemplate = (members: JsonObject): JsonObject => ({ spec: { template: container(members) } })

// biome-ignore format: the table is the specification; its columns stay aligned
const rows: readonly Row[] = [
  ['v1 Pod',        podWith({}),                           'spec.restartPolicy',                       'Always',        'pods are kept running'],
  ['v1 Pod',        podWith({}),                           'spec.terminationGracePeriodSeconds',       30,              'a pod has half a minute to end'],
  ['v1 Pod',        podWith({}),                           'spec.securityContext',                     {},              'it is there, though it says nothing'],
  ['v1 Pod',        podWith({ serviceAccountName: 'a' }),  'spec.serviceAccount',                      'a',             'older clients read the other name'],
  ['v1 Pod',        podWith({ volumes: [{ name: 'v' }] }), 'spec.volumes.0.emptyDir',                  {},              'a volume without source is an empty folder'],
  ['v1 Pod',        podWith({ hostNetwork: true, containers: [{ name: 'c', ports: [{ containerPort: 80 }] }] }), 'spec.containers.0.ports.0.hostPort', 80, 'there is only one network'],
  ['v1 Pod',        container({ image: 'nginx' }),         'spec.containers.0.imagePullPolicy',        'Always',        'no tag means latest, which moves'],
  ['v1 Pod',        container({ image: 'nginx:1.2' }),     'spec.containers.0.imagePullPolicy',        'IfNotPresent',  'a tag stays'],
  ['v1 Pod',        container({ image: 'a:5000/b:latest' }), 'spec.containers.0.imagePullPolicy',      'Always',        'the tag follows the last slash'],
  ['v1 Pod',        container({ image: 'Bad Image' }),     'spec.containers.0.imagePullPolicy',        'IfNotPresent',  'what is no reference has no tag'],
  ['v1 Pod',        container({ resources: { limits: { cpu: '1' } } }), 'spec.containers.0.resources.requests', { cpu: '1' }, 'what is limited is also requested'],
  ['v1 Pod',        container({ ports: [{ containerPort: 80 }] }), 'spec.containers.0.ports.0.protocol', 'TCP',        'the type itself says so'],
  ['v1 Pod',        container({ livenessProbe: { httpGet: { port: 80 } } }), 'spec.containers.0.livenessProbe', { httpGet: { path: '/', port: 80, scheme: 'HTTP' }, timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }, 'probes have a rhythm'],
  ['apps/v1 Deployment', inTemplate({ resources: { limits: { cpu: '1' } } }), 'spec.template.spec.containers.0.resources', { limits: { cpu: '1' } }, 'a template keeps what its author wrote'],
  ['apps/v1 Deployment', inTemplate({}),                   'spec.template.spec.enableServiceLinks',    undefined,       'and gets nothing that only pods get'],
  ['apps/v1 Deployment', {},                               'spec.strategy.rollingUpdate',              { maxUnavailable: '25%', maxSurge: '25%' }, 'a quarter at a time'],
  ['apps/v1 Deployment', { spec: { strategy: { type: 'Recreate' } } }, 'spec.strategy',                { type: 'Recreate' }, 'another strategy has no such numbers'],
  ['apps/v1 Deployment', { spec: { replicas: 0 } },        'spec.replicas',                            0,               'zero was asked for'],
  ['apps/v1 StatefulSet', { spec: { updateStrategy: { type: 'RollingUpdate' } } }, 'spec.updateStrategy', { type: 'RollingUpdate' }, 'who names the type himself gets no parameters'],
  ['batch/v1 Job',  {},                                    'spec.completions',                         1,               'one run'],
  ['batch/v1 Job',  { spec: { parallelism: 3 } },          'spec.completions',                         undefined,       'a queue of work ends by itself'],
  ['v1 Service',    { spec: { ports: [{ port: 80 }] } },   'spec.ports.0.targetPort',                  80,              'the same port behind'],
  ['v1 Service',    { spec: { type: 'NodePort' } },        'spec.externalTrafficPolicy',               'Cluster',       'it can be reached from outside'],
  ['v1 Service',    {},                                    'spec.externalTrafficPolicy',               undefined,       'it cannot'],
  ['v1 Service',    { spec: { sessionAffinity: 'ClientIP' } }, 'spec.sessionAffinityConfig.clientIP.timeoutSeconds', 10_800, 'three hours'],
  ['v1 Secret',     { stringData: { a: 'b' } },            'data',                                     { a: 'Yg==' },   'text becomes data'],
  ['v1 Secret',     { stringData: { a: 'b' } },            'stringData',                               undefined,       'and is never seen again'],
  ['v1 Namespace',  {},                                    'metadata.labels',                          { 'kubernetes.io/metadata.name': 'x' }, 'selectors find a namespace by its name'],
  ['v1 LimitRange', { spec: { limits: [{ type: 'Container', max: { cpu: '2' } }] } }, 'spec.limits.0.defaultRequest', { cpu: '2' }, 'a limit is also a default'],
  ['networking.k8s.io/v1 NetworkPolicy', { spec: { egress: [{}] } }, 'spec.policyTypes',               ['Ingress', 'Egress'], 'it speaks about both'],
  ['autoscaling/v2 HorizontalPodAutoscaler', {},           'spec.metrics.0.resource.name',             'cpu',           'without metrics the CPU counts'],
  ['rbac.authorization.k8s.io/v1 RoleBinding', { subjects: [{ kind: 'User', name: 'u' }] }, 'subjects.0.apiGroup', 'rbac.authorization.k8s.io', 'users belong to this group'],
  ['rbac.authorization.k8s.io/v1 Role', {},                'rules',                                    null,            'a list that is never left out'],
  ['v1 Event',      {},                                    'lastTimestamp',                            null,            'a time that is never left out'],
  ['v1 ConfigMap',  { data: {}, metadata: { name: 'x', labels: {} } }, 'metadata.labels',              undefined,       'what is empty is left out'],
  ['v1 ConfigMap',  { immutable: false },                  'immutable',                                false,           'a pointer keeps its zero'],
]

describe('defaults', () => {
  for (const [type, given, path, says, because] of rows) {
    it(`${type} ${path}: ${because}`, () => {
      const [apiVersion = '', kind = ''] = type.split(' ')
      const steps = path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
      assert.deepEqual(getPath(defaulted(apiVersion, kind, given), steps), says)
    })
  }

  it('change nothing more when they run again', () => {
    for (const { group, kind, versions, behaviour } of resources) {
      for (const { name } of versions) {
        const apiVersion = group === '' ? name : `${group}/${name}`
        const once = behaviour.applyDefaults?.({ apiVersion, kind, metadata: { name: 'x' } })
        assert.ok(once !== undefined)
        assert.deepEqual(behaviour.applyDefaults?.(once), once, `${apiVersion} ${kind}`)
      }
    }
  })

  it('keep a key that looks like a prototype', () => {
    const data = JSON.parse('{"__proto__":"a"}') as JsonObject
    const { data: kept } = defaulted('v1', 'ConfigMap', { data }) as unknown as { data: JsonObject }
    assert.deepEqual(Object.keys(kept), ['__proto__'])
  })
})
