import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json, JsonObject } from '../../json/json.ts'
import { objectOfKind, resourceOf } from '../builtin.testing.ts'

const now = Date.parse('2026-01-01T12:00:00Z')
const at = (secondsAgo: number): string => `${new Date(now - secondsAgo * 1000).toISOString().slice(0, 19)}Z`

function cells(type: string, content: JsonObject): Readonly<Record<string, Json>> {
  const object = objectOfKind(type, content)
  const version = resourceOf(type).versions.find(({ name }) => object.apiVersion.endsWith(name))
  return Object.fromEntries((version?.columns ?? []).map(({ name, cell }) => [name, cell(object, now)]))
}

type Row = readonly [type: string, content: JsonObject, column: string, cell: Json, because: string]

const status = (members: JsonObject): JsonObject => ({
  spec: { containers: [{ name: 'c' }] },
  status: members,
})
const one = (members: JsonObject): JsonObject =>
  status({ phase: 'Running', containerStatuses: [{ name: 'c', restartCount: 0, ...members }] })
const initial = (members: JsonObject): JsonObject => ({
  spec: { containers: [{ name: 'c' }], initContainers: [{ name: 'i' }] },
  status: { phase: 'Pending', initContainerStatuses: [{ name: 'i', restartCount: 0, ...members }] },
})
const service = (type: string, more: JsonObject = {}): JsonObject => ({ spec: { type, ...more } })
const ready = (value: string): JsonObject => ({ status: { conditions: [{ type: 'Ready', status: value }] } })
const hpa = (metric: JsonObject, current: JsonObject = {}): JsonObject => ({
  spec: { metrics: [metric] },
  status: { currentMetrics: [current] },
})
const cpu = { type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 50 } } }

// biome-ignore format: the table is the specification; its columns stay aligned
const rows: readonly Row[] = [
  ['v1 Pod',     status({ phase: 'Pending' }),                                                'Status',   'Pending',          'nothing is known but the phase'],
  ['v1 Pod',     status({ phase: 'Failed', reason: 'Evicted' }),                              'Status',   'Evicted',          'a reason says more'],
  ['v1 Pod',     one({ ready: true, state: { running: {} } }),                                'Ready',    '1/1',              'its container is ready'],
  ['v1 Pod',     one({ state: { waiting: { reason: 'CrashLoopBackOff' } } }),                 'Status',   'CrashLoopBackOff', 'the container waits'],
  ['v1 Pod',     one({ state: { terminated: { exitCode: 137, signal: 9 } } }),                'Status',   'Signal:9',         'it was killed'],
  ['v1 Pod',     one({ state: { terminated: { exitCode: 3 } } }),                             'Status',   'ExitCode:3',       'it ended badly'],
  ['v1 Pod',     one({ state: { terminated: { exitCode: 0, reason: 'Completed' } } }),        'Status',   'Completed',        'it ended well'],
  ['v1 Pod',     one({ restartCount: 2, lastState: { terminated: { finishedAt: at(90) } } }), 'Restarts', '2 (90s ago)',      'the last end counts'],
  ['v1 Pod',     initial({ state: { waiting: { reason: 'ImagePullBackOff' } } }),             'Status',   'Init:ImagePullBackOff', 'it has not begun'],
  ['v1 Pod',     initial({ state: { running: {} } }),                                         'Status',   'Init:0/1',         'the first of one'],
  ['v1 Pod',     { ...status({ phase: 'Running' }), metadata: { deletionTimestamp: at(1) } }, 'Status',   'Terminating',      'it is on its way out'],
  ['v1 Pod',     { ...status({ phase: 'Succeeded' }), metadata: { deletionTimestamp: at(1) } }, 'Status', 'Succeeded',        'it has ended before'],
  ['v1 Node',    ready('True'),                                                               'Status',   'Ready',            'the kubelet says so'],
  ['v1 Node',    ready('Unknown'),                                                            'Status',   'NotReady',         'not knowing is not ready'],
  ['v1 Node',    {},                                                                          'Status',   'Unknown',          'nobody said anything'],
  ['v1 Node',    { ...ready('True'), spec: { unschedulable: true } },                         'Status',   'Ready,SchedulingDisabled', 'it is cordoned'],
  ['v1 Node',    { metadata: { labels: { 'node-role.kubernetes.io/worker': '', 'node-role.kubernetes.io/a': '' } } }, 'Roles', 'a,worker', 'roles are labels'],
  ['v1 Service', service('ClusterIP', { ports: [{ port: 80, protocol: 'TCP' }] }),            'Port(s)',  '80/TCP',           'port and protocol'],
  ['v1 Service', service('NodePort', { ports: [{ port: 80, nodePort: 30080, protocol: 'TCP' }] }), 'Port(s)', '80:30080/TCP', 'the port on the nodes too'],
  ['v1 Service', service('LoadBalancer'),                                                     'External-IP', '<pending>',     'nobody gave it an address'],
  ['v1 Service', { ...service('LoadBalancer'), status: { loadBalancer: { ingress: [{ ip: '2.2.2.2' }, { ip: '1.1.1.1' }] } } }, 'External-IP', '1.1.1.1,2.2.2.2', 'addresses are sorted'],
  ['v1 Service', service('ExternalName', { externalName: 'a.b' }),                            'External-IP', 'a.b',           'it stands for a name'],
  ['apps/v1 Deployment', { spec: { replicas: 3 }, status: { readyReplicas: 2 } },             'Ready',    '2/3',              'ready of wanted'],
  ['apps/v1 DaemonSet',  { spec: { template: { spec: { nodeSelector: { b: '2', a: '1' } } } } }, 'Node Selector', 'a=1,b=2',  'labels are sorted'],
  ['batch/v1 Job',  { spec: { completions: 3 }, status: { succeeded: 1, startTime: at(60), completionTime: at(30) } }, 'Duration', '30s', 'from start to end'],
  ['batch/v1 Job',  { status: { conditions: [{ type: 'Failed', status: 'True' }] } },         'Status',   'Failed',           'a condition decides'],
  ['batch/v1 Job',  { spec: { parallelism: 3 } },                                             'Completions', '0/1 of 3',      'a queue of work'],
  ['v1 Event',   { count: 2, lastTimestamp: at(120) },                                        'Last Seen', '2m',              'the last time'],
  ['v1 Event',   { eventTime: at(60) },                                                       'Last Seen', '60s',             'the only time'],
  ['v1 Event',   { involvedObject: { kind: 'Pod', name: 'p' } },                              'Object',   'pod/p',            'kind and name'],
  ['events.k8s.io/v1 Event', { regarding: { kind: 'Pod', name: 'p' }, note: ' hi ' },         'Message',  'hi',               'the other group has other names'],
  ['networking.k8s.io/v1 Ingress', { spec: { rules: [{ host: 'a' }, { host: 'b' }, { host: 'c' }, { host: 'd' }] } }, 'Hosts', 'a,b,c + 1 more...', 'three are enough'],
  ['networking.k8s.io/v1 Ingress', { spec: { rules: [{}] } },                                 'Hosts',    '*',                'any host'],
  ['discovery.k8s.io/v1 EndpointSlice', { endpoints: null },                                  'Endpoints', '<unset>',         'there are none'],
  ['v1 Endpoints', { subsets: [{ addresses: [{ ip: '2001:db8::1' }], ports: [{ port: 80 }] }] }, 'Endpoints', '[2001:db8::1]:80', 'colons need brackets'],
  ['autoscaling/v2 HorizontalPodAutoscaler', hpa(cpu),                                        'Targets',  'cpu: <unknown>/50%', 'nothing was measured'],
  ['autoscaling/v2 HorizontalPodAutoscaler', hpa(cpu, { resource: { current: { averageUtilization: 7 } } }), 'Targets', 'cpu: 7%/50%', 'measured and wanted'],
  ['autoscaling/v1 HorizontalPodAutoscaler', { spec: { targetCPUUtilizationPercentage: 50 } }, 'Targets', 'cpu: <unknown>/50%', 'the older version says the same'],
  ['v1 PersistentVolume', { spec: { accessModes: ['ReadWriteMany', 'ReadWriteOnce'] } },      'Access Modes', 'RWO,RWX',      'short and in order'],
  ['storage.k8s.io/v1 StorageClass', { metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } } }, 'Name', 'x (default)', 'it is taken by those that name none'],
  ['v1 ResourceQuota', { status: { hard: { cpu: '2', 'limits.cpu': '4' }, used: { cpu: '1' } } }, 'Request', 'cpu: 1/2',     'limits have a column of their own'],
  ['certificates.k8s.io/v1 CertificateSigningRequest', { status: { conditions: [{ type: 'Approved' }], certificate: 'eA==' } }, 'Condition', 'Approved,Issued', 'both happened'],
  ['policy/v1 PodDisruptionBudget', { spec: { maxUnavailable: '30%' } },                      'Min Available', 'N/A',         'only the other was given'],
  ['rbac.authorization.k8s.io/v1 Role', { metadata: { creationTimestamp: at(5) } },           'Created At', at(5),            'without a printer the time itself is shown'],
]

describe('columns', () => {
  for (const [type, content, column, cell, because] of rows) {
    it(`${type} shows ${column} ${JSON.stringify(cell)}, because ${because}`, () => {
      assert.deepEqual(cells(type, content)[column], cell)
    })
  }

  it('show something for every kind, even for an object that is nearly empty', () => {
    for (const type of [
      'v1 Pod',
      'v1 Node',
      'v1 Service',
      'batch/v1 CronJob',
      'apps/v1 ControllerRevision',
    ]) {
      assert.ok(
        Object.values(cells(type, {})).every((cell) => cell !== undefined),
        type,
      )
    }
  })
})
