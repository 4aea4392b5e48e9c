import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../json/json.ts'
import { created, resourceOf } from '../builtin.testing.ts'

type Row = readonly [type: string, content: JsonObject, says: readonly string[], because: string]

const pod = (spec: JsonObject): JsonObject => ({ spec: { containers: [{ name: 'c', image: 'i' }], ...spec } })
const container = (members: JsonObject): JsonObject => ({
  spec: { containers: [{ name: 'c', image: 'i', ...members }] },
})
const template = (spec: JsonObject = {}): JsonObject => ({
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})
const workload = (spec: JsonObject = {}): JsonObject => ({
  spec: { selector: { matchLabels: { a: 'b' } }, template: template(), ...spec },
})
const claim = (spec: JsonObject): JsonObject => ({
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
})
const autoscaler = 'autoscaling/v2 HorizontalPodAutoscaler'
const behaviour = (scaleDown: JsonObject): JsonObject => ({
  spec: {
    maxReplicas: 3,
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
    behavior: { scaleDown },
  },
})
const job = (spec: JsonObject = {}): JsonObject => ({
  spec: { template: template({ restartPolicy: 'Never' }), ...spec },
})
const cron = (schedule: string): JsonObject => ({ spec: { schedule, jobTemplate: job() } })
const service = (spec: JsonObject): JsonObject => ({ spec: { ports: [{ port: 80 }], ...spec } })
const path = (members: JsonObject): JsonObject => ({
  spec: {
    rules: [
      {
        http: {
          paths: [
            {
              path: '/',
              pathType: 'Prefix',
              backend: { service: { name: 's', port: { number: 80 } } },
              ...members,
            },
          ],
        },
      },
    ],
  },
})
const hook = (members: JsonObject): JsonObject => ({
  webhooks: [
    {
      name: 'a.b.c',
      clientConfig: { url: 'https://h' },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      ...members,
    },
  ],
})

const ingress = 'networking.k8s.io/v1 Ingress'
const webhook = 'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration'
const role = 'rbac.authorization.k8s.io/v1 Role'

// biome-ignore format: the table is the specification; its columns stay aligned
const rows: readonly Row[] = [
  ['v1 Pod',  pod({}),                                                  [],                                                                     'nothing is wrong with it'],
  ['v1 Pod',  { spec: { containers: [] } },                             ['Required spec.containers'],                                           'a pod runs something'],
  ['v1 Pod',  container({ name: 'A_b' }),                               ['Invalid spec.containers[0].name'],                                    'names are DNS labels'],
  ['v1 Pod',  container({ image: '' }),                                 ['Required spec.containers[0].image'],                                  'there is nothing to run'],
  ['v1 Pod',  container({ ports: [{}] }),                               ['Required spec.containers[0].ports[0].containerPort'],                 'a port has a number'],
  ['v1 Pod',  container({ ports: [{ containerPort: 70_000 }] }),        ['Invalid spec.containers[0].ports[0].containerPort'],                  'ports end at 65535'],
  ['v1 Pod',  container({ ports: [{ containerPort: 1, name: 'a' }, { containerPort: 2, name: 'a' }] }), ['Duplicate spec.containers[0].ports[1].name'], 'a name means one port'],
  ['v1 Pod',  container({ env: [{ name: 'a', value: 'b', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] }), ['Invalid spec.containers[0].env[0].valueFrom'], 'a value has one source'],
  ['v1 Pod',  container({ livenessProbe: {} }),                         ['Required spec.containers[0].livenessProbe'],                          'a probe probes something'],
  ['v1 Pod',  container({ livenessProbe: { exec: { command: ['a'] }, successThreshold: 2 } }), ['Invalid spec.containers[0].livenessProbe.successThreshold'], 'alive is alive'],
  ['v1 Pod',  container({ volumeMounts: [{ name: 'v', mountPath: '/v' }] }), ['NotFound spec.containers[0].volumeMounts[0].name'],             'the pod has no such volume'],
  ['v1 Pod',  container({ resources: { limits: { cpu: '1' }, requests: { cpu: '2' } } }), ['Invalid spec.containers[0].resources.requests'],  'more is requested than allowed'],
  ['v1 Pod',  container({ resources: { limits: { 'example.com/gpu': '1.5' } } }), ['Invalid spec.containers[0].resources.limits[example.com/gpu]', 'Invalid spec.containers[0].resources.requests[example.com/gpu]'], 'devices are not divided'],
  ['v1 Pod',  pod({ volumes: [{ name: 'a', emptyDir: {}, hostPath: { path: '/' } }] }), ['Forbidden spec.volumes[0].hostPath'],                'a volume has one source'],
  ['v1 Pod',  pod({ restartPolicy: 'Sometimes' }),                      ['NotSupported spec.restartPolicy'],                                    'nobody knows such a policy'],
  ['v1 Pod',  pod({ tolerations: [{ key: 'a', effect: 'Bad' }] }),      ['NotSupported spec.tolerations[0].effect'],                            'taints have three effects'],
  ['v1 Pod',  pod({ ephemeralContainers: [{ name: 'e', image: 'i' }] }), ['Forbidden spec.ephemeralContainers'],                                'they come later, through a subresource'],
  ['apps/v1 Deployment',  workload(),                                   [],                                                                     'nothing is wrong with it'],
  ['apps/v1 Deployment',  workload({ selector: null }),                 ['Required spec.selector', 'Invalid spec.template.metadata.labels'],    'without selector it finds no pods'],
  ['apps/v1 Deployment',  workload({ selector: { matchLabels: { x: 'y' } } }), ['Invalid spec.template.metadata.labels'],                       'it would not find its own pods'],
  ['apps/v1 Deployment',  workload({ selector: {} }),                   ['Invalid spec.selector'],                                              'it would find all pods'],
  ['apps/v1 Deployment',  workload({ replicas: -1 }),                   ['Invalid spec.replicas'],                                              'less than none'],
  ['apps/v1 Deployment',  workload({ strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }), ['Invalid spec.strategy.rollingUpdate.maxUnavailable'], 'it could never move'],
  ['apps/v1 Deployment',  workload({ template: template({ restartPolicy: 'Never' }) }), ['NotSupported spec.template.spec.restartPolicy'],      'its pods are kept running'],
  ['apps/v1 DaemonSet',   workload({ updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } }), ['Invalid spec.updateStrategy.rollingUpdate.maxSurge'], 'one or the other'],
  ['apps/v1 StatefulSet', workload({ volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }], template: template({ containers: [{ name: 'c', image: 'i', volumeMounts: [{ name: 'd', mountPath: '/d' }] }] }) }), [], 'its claims become volumes'],
  ['batch/v1 Job',     job({ template: template() }),                   ['Required spec.template.spec.restartPolicy'],                          'a job ends some time'],
  ['batch/v1 Job',     job({ completionMode: 'Indexed', parallelism: 1 }), ['Required spec.completions'],                                       'indexes need a count'],
  ['batch/v1 Job',     job({ completionMode: '' }),                      ['NotSupported spec.completionMode'],                                   'an empty text is given all the same'],
  ['batch/v1 CronJob', cron('*/5 * * * mon'),                           [],                                                                     'days have names'],
  ['batch/v1 CronJob', cron('61 * * * *'),                              ['Invalid spec.schedule'],                                              'an hour has sixty minutes'],
  ['batch/v1 CronJob', cron('* * * *'),                                 ['Invalid spec.schedule'],                                              'a schedule has five fields'],
  ['batch/v1 CronJob', cron('@every 5m'),                               [],                                                                     'a rhythm instead of fields'],
  ['v1 Service', service({}),                                           [],                                                                     'nothing is wrong with it'],
  ['v1 Service', { spec: {} },                                          ['Required spec.ports'],                                                'it leads nowhere'],
  ['v1 Service', { spec: { clusterIP: 'None' } },                       [],                                                                     'a headless one may'],
  ['v1 Service', service({ ports: [{ port: 1 }, { port: 2 }] }),        ['Required spec.ports[0].name', 'Required spec.ports[1].name'],         'several ports have names'],
  ['v1 Service', service({ type: 'ExternalName' }),                     ['Required spec.externalName'],                                         'it stands for another name'],
  ['v1 Service', service({ externalTrafficPolicy: 'Local' }),           ['Invalid spec.externalTrafficPolicy'],                                 'nothing comes from outside'],
  ['v1 Secret',  { type: 'kubernetes.io/tls' },                         ['Required data[tls.crt]', 'Required data[tls.key]'],                   'the type promises both'],
  ['v1 ConfigMap', { data: { '..': 'x' } },                             ['Invalid data[..]'],                                                   'keys become files'],
  ['v1 ConfigMap', { data: { a: 'x' }, binaryData: { a: 'eA==' } },     ['Invalid data[a]'],                                                    'one key, one value'],
  [ingress,  path({}),                                                  [],                                                                     'nothing is wrong with it'],
  [ingress,  { spec: {} },                                              ['Invalid spec'],                                                       'it says nothing'],
  [ingress,  path({ path: 'x' }),                                       ['Invalid spec.rules[0].http.paths[0].path'],                           'paths are absolute'],
  [ingress,  path({ backend: {} }),                                     ['Invalid spec.rules[0].http.paths[0].backend'],                        'a path leads somewhere'],
  [role,     { rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] }, [],                                                         'nothing is wrong with it'],
  [role,     { rules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }] },  ['Invalid rules[0].nonResourceURLs'],                                   'URLs have no namespace'],
  [webhook,  hook({}),                                                  [],                                                                     'nothing is wrong with it'],
  [webhook,  hook({ clientConfig: { url: 'http://h' } }),               ['Invalid webhooks[0].clientConfig.url'],                               'whoever decides must be known'],
  [webhook,  hook({ sideEffects: 'Some' }),                             ['NotSupported webhooks[0].sideEffects'],                               'a dry run would have effects'],
  [webhook,  hook({ name: 'x' }),                                       ['Invalid webhooks[0].name'],                                           'names are fully qualified'],
  ['v1 PersistentVolumeClaim', { spec: {} },                            ['Required spec.accessModes', 'Required spec.resources[storage]'],      'it claims nothing'],
  ['v1 PersistentVolumeClaim', claim({ storageClassName: '' }),         [],                                                                     'an empty class means none'],
  [autoscaler, behaviour({ policies: [{ type: 'Pods', value: 0, periodSeconds: 2000 }] }), ['Invalid spec.behavior.scaleDown.policies[0].value', 'Invalid spec.behavior.scaleDown.policies[0].periodSeconds'], 'nothing in more than half an hour'],
  [autoscaler, behaviour({ stabilizationWindowSeconds: -1, selectPolicy: 'Most' }), ['Invalid spec.behavior.scaleDown.stabilizationWindowSeconds', 'NotSupported spec.behavior.scaleDown.selectPolicy'], 'a window has no negative length'],
  ['policy/v1 PodDisruptionBudget', { spec: { minAvailable: '150%' } }, ['Invalid spec.minAvailable'],                                          'more than all'],
  ['coordination.k8s.io/v1 Lease', { spec: { leaseDurationSeconds: 0 } }, ['Invalid spec.leaseDurationSeconds'],                                'it would end at once'],
  ['discovery.k8s.io/v1 EndpointSlice', { addressType: 'IPv4', endpoints: [{ addresses: ['2001:db8::1'] }] }, ['Invalid endpoints[0].addresses'], 'another family'],
]

describe('validation of new objects', () => {
  for (const [type, content, says, because] of rows) {
    it(`${type} ${JSON.stringify(content).slice(0, 80)}: ${because}`, () => {
      const found = resourceOf(type).behaviour.validateCreate?.(created(type, content)) ?? []
      assert.deepEqual(
        found.map(({ reason, field }) => `${reason.replace('FieldValue', '')} ${field}`),
        says,
      )
    })
  }

  it('uses the words of kube-apiserver', () => {
    const found = resourceOf('apps/v1 Deployment').behaviour.validateCreate?.(
      created('apps/v1 Deployment', workload({ selector: { matchLabels: { x: 'y' } } })),
    )
    assert.deepEqual(
      found?.map(({ message }) => message),
      ['Invalid value: {"a":"b"}: `selector` does not match template `labels`'],
    )
  })
})
