import type { JsonObject } from './objects.ts'
import { podTemplate } from './objects.ts'

/** A built-in kind: where it lives, the least that is accepted, what is refused or filled in besides. */
export interface BuiltIn {
  /** `pods` or `apps/v1 deployments`; with a slash in front where it is cluster-scoped. */
  readonly resource: string
  /** The least. `metadata.name` is put in. */
  readonly least: JsonObject
  /** Other bodies, accepted or not; merged over the least at the top level. */
  readonly others?: Readonly<Record<string, JsonObject>>
}

const template = podTemplate('a')
const container: JsonObject = { name: 'a', image: 'b' }
const containers: readonly JsonObject[] = [container]
const selector: JsonObject = { matchLabels: { app: 'a' } }
const withContainer = (more: JsonObject): JsonObject => ({
  spec: { containers: [{ ...container, ...more }] },
})
const never: JsonObject = { spec: { restartPolicy: 'Never', containers } }

export const workloadKinds: Readonly<Record<string, BuiltIn>> = {
  Pod: {
    resource: 'pods',
    least: { spec: { containers } },
    others: {
      'without containers': { spec: {} },
      'with an empty list': { spec: { containers: [] } },
      'without an image': { spec: { containers: [{ name: 'a' }] } },
      'without a container name': { spec: { containers: [{ image: 'b' }] } },
      'with a bad container name': { spec: { containers: [{ name: 'A b', image: 'b' }] } },
      'with the same container twice': { spec: { containers: [container, container] } },
      'with a tag': withContainer({ image: 'b:1' }),
      'with latest': withContainer({ image: 'b:latest' }),
      'with a digest': withContainer({ image: `b@sha256:${'0'.repeat(64)}` }),
      'with a registry port': withContainer({ image: 'r:5000/b' }),
      'with ports': withContainer({
        ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP', name: 'dns' }],
      }),
      'with a bad port': withContainer({ ports: [{ containerPort: 70000 }] }),
      'with the same host port twice': withContainer({
        ports: [
          { containerPort: 80, hostPort: 80 },
          { containerPort: 81, hostPort: 80 },
        ],
      }),
      'with probes': withContainer({
        livenessProbe: { httpGet: { port: 80 } },
        readinessProbe: { tcpSocket: { port: 'http' } },
        startupProbe: { exec: { command: ['x'] } },
      }),
      'with a grpc probe': withContainer({ livenessProbe: { grpc: { port: 9 } } }),
      'with an empty probe': withContainer({ livenessProbe: {} }),
      'with a probe of two ways': withContainer({
        livenessProbe: { httpGet: { port: 80 }, exec: { command: ['x'] } },
      }),
      'with hooks': withContainer({
        lifecycle: { postStart: { httpGet: { port: 80 } }, preStop: { sleep: { seconds: 1 } } },
      }),
      'with resources': withContainer({
        resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } },
      }),
      'with limits only': withContainer({ resources: { limits: { cpu: '0.5', memory: '1000Mi' } } }),
      'with requests above limits': withContainer({
        resources: { limits: { cpu: '1' }, requests: { cpu: '2' } },
      }),
      'with a bad quantity': withContainer({ resources: { limits: { cpu: 'much' } } }),
      'with odd quantities': withContainer({
        resources: {
          requests: { cpu: '0.1', memory: '1e3', 'ephemeral-storage': '1024Ki', 'example.com/gpu': '2' },
          limits: { 'example.com/gpu': '2' },
        },
      }),
      'with environment': withContainer({
        env: [
          { name: 'A', value: '1' },
          { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
          { name: 'C', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
        ],
      }),
      'with a bad environment': withContainer({
        env: [
          { name: '' },
          { name: 'X', value: '1', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
          { name: 'Y', valueFrom: { fieldRef: { fieldPath: 'spec.nonsense' } } },
        ],
      }),
      'with a pull policy': withContainer({ imagePullPolicy: 'Sometimes' }),
      'with a mount of nothing': withContainer({ volumeMounts: [{ name: 'v', mountPath: '/v' }] }),
      'with volumes': {
        spec: {
          containers,
          volumes: [
            { name: 'a', emptyDir: {} },
            { name: 'b', configMap: { name: 'c' } },
            { name: 'c', secret: { secretName: 's' } },
            { name: 'd', hostPath: { path: '/x' } },
            {
              name: 'e',
              downwardAPI: { items: [{ path: 'x', fieldRef: { fieldPath: 'metadata.labels' } }] },
            },
            { name: 'f', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
            { name: 'g' },
          ],
        },
      },
      'with a volume of two sources': {
        spec: { containers, volumes: [{ name: 'a', emptyDir: {}, hostPath: { path: '/x' } }] },
      },
      'with the same volume twice': {
        spec: {
          containers,
          volumes: [
            { name: 'a', emptyDir: {} },
            { name: 'a', emptyDir: {} },
          ],
        },
      },
      'with an init container': {
        spec: {
          containers,
          initContainers: [
            { name: 'i', image: 'i' },
            { name: 's', image: 's', restartPolicy: 'Always' },
          ],
        },
      },
      'with policies': {
        spec: {
          containers,
          restartPolicy: 'OnFailure',
          dnsPolicy: 'Default',
          terminationGracePeriodSeconds: 0,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
        },
      },
      'with bad policies': {
        spec: {
          containers,
          restartPolicy: 'Perhaps',
          dnsPolicy: 'Nonsense',
          terminationGracePeriodSeconds: -5,
        },
      },
      'with a service account': { spec: { containers, serviceAccountName: 'x' } },
      'with the old service account': { spec: { containers, serviceAccount: 'x' } },
      'with a host network': {
        spec: { containers: [{ ...container, ports: [{ containerPort: 80 }] }], hostNetwork: true },
      },
      'with tolerations': {
        spec: {
          containers,
          tolerations: [{ key: 'a' }, { operator: 'Exists' }, { key: 'b', operator: 'Sometimes' }],
        },
      },
      'with affinity': {
        spec: {
          containers,
          affinity: {
            podAntiAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'k', labelSelector: selector }],
            },
          },
        },
      },
      'with a spread': {
        spec: {
          containers,
          topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'k', whenUnsatisfiable: 'DoNotSchedule' }],
        },
      },
      'with a security context': {
        spec: {
          containers: [
            {
              ...container,
              securityContext: { privileged: true, runAsUser: 0, capabilities: { add: ['X'] } },
            },
          ],
          securityContext: { fsGroup: 1, runAsNonRoot: true },
        },
      },
      'with a priority class that is missing': { spec: { containers, priorityClassName: 'none' } },
      'with a system priority': { spec: { containers, priorityClassName: 'system-node-critical' } },
      'with an overhead': { spec: { containers, overhead: { cpu: '1' } } },
      'with a bad node selector': { spec: { containers, nodeSelector: { 'a b': 'c' } } },
      'with a status': { status: { phase: 'Running' } },
      'with a deadline': { spec: { containers, activeDeadlineSeconds: 0 } },
      'with a hostname': { spec: { containers, hostname: 'Bad_Host', subdomain: 'x.y' } },
      'with host aliases': { spec: { containers, hostAliases: [{ ip: 'x', hostnames: ['a'] }] } },
      'with unknown words': { spec: { containers, preemptionPolicy: 'X', os: { name: 'dos' } } },
    },
  },
  Deployment: {
    resource: 'apps/v1 deployments',
    least: { spec: { selector, template } },
    others: {
      'without a spec': { spec: {} },
      'without a selector': { spec: { template } },
      'with an empty selector': { spec: { selector: {}, template } },
      'with a selector that does not match': { spec: { selector: { matchLabels: { app: 'z' } }, template } },
      'with a bad selector': {
        spec: { selector: { matchExpressions: [{ key: 'a', operator: 'Nonsense' }] }, template },
      },
      'with expressions': {
        spec: { selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['a'] }] }, template },
      },
      'with negative replicas': { spec: { selector, template, replicas: -1 } },
      'with zero replicas': { spec: { selector, template, replicas: 0 } },
      'to be recreated': { spec: { selector, template, strategy: { type: 'Recreate' } } },
      'to be recreated with a surge': {
        spec: { selector, template, strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } },
      },
      'with a part of a strategy': {
        spec: { selector, template, strategy: { rollingUpdate: { maxSurge: 3 } } },
      },
      'with no room to roll': {
        spec: { selector, template, strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } },
      },
      'with a bad percentage': {
        spec: { selector, template, strategy: { rollingUpdate: { maxSurge: '5' } } },
      },
      'with too many unavailable': {
        spec: { selector, template, strategy: { rollingUpdate: { maxUnavailable: '150%' } } },
      },
      'with an unknown strategy': { spec: { selector, template, strategy: { type: 'Dance' } } },
      'with a deadline below what is ready': {
        spec: { selector, template, minReadySeconds: 10, progressDeadlineSeconds: 5 },
      },
      'with a template that never restarts': {
        spec: { selector, template: { metadata: { labels: { app: 'a' } }, ...never } },
      },
      'with a template without containers': {
        spec: { selector, template: { metadata: { labels: { app: 'a' } }, spec: { containers: [] } } },
      },
      paused: { spec: { selector, template, paused: true, revisionHistoryLimit: 0 } },
      'with a long name': { metadata: { name: 'd'.repeat(100) } },
    },
  },
  ReplicaSet: {
    resource: 'apps/v1 replicasets',
    least: { spec: { selector, template } },
    others: {
      'without a template': { spec: { selector } },
      'with negative replicas': { spec: { selector, template, replicas: -1, minReadySeconds: -1 } },
    },
  },
  StatefulSet: {
    resource: 'apps/v1 statefulsets',
    least: { spec: { selector, template, serviceName: 's' } },
    others: {
      'without a service': { spec: { selector, template } },
      'on delete': { spec: { selector, template, serviceName: 's', updateStrategy: { type: 'OnDelete' } } },
      'with a partition': {
        spec: { selector, template, serviceName: 's', updateStrategy: { rollingUpdate: { partition: 2 } } },
      },
      'with claims': {
        spec: {
          selector,
          template,
          serviceName: 's',
          volumeClaimTemplates: [
            {
              metadata: { name: 'v' },
              spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
            },
          ],
        },
      },
      parallel: {
        spec: {
          selector,
          template,
          serviceName: 's',
          podManagementPolicy: 'Parallel',
          persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
        },
      },
      'with bad policies': {
        spec: {
          selector,
          template,
          serviceName: 's',
          podManagementPolicy: 'X',
          updateStrategy: { type: 'Y' },
        },
      },
    },
  },
  DaemonSet: {
    resource: 'apps/v1 daemonsets',
    least: { spec: { selector, template } },
    others: {
      'with a surge': {
        spec: { selector, template, updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
      },
      'on delete': { spec: { selector, template, updateStrategy: { type: 'OnDelete' } } },
      'with neither': {
        spec: { selector, template, updateStrategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } },
      },
    },
  },
  Job: {
    resource: 'batch/v1 jobs',
    least: { spec: { template: never } },
    others: {
      'that always restarts': { spec: { template: { spec: { containers } } } },
      'with completions': { spec: { template: never, completions: 3, parallelism: 2 } },
      indexed: { spec: { template: never, completions: 3, completionMode: 'Indexed' } },
      'indexed without completions': { spec: { template: never, completionMode: 'Indexed' } },
      'with a selector': { spec: { template: never, selector } },
      'with negative numbers': {
        spec: {
          template: never,
          completions: -1,
          parallelism: -1,
          backoffLimit: -1,
          activeDeadlineSeconds: -1,
          ttlSecondsAfterFinished: -1,
        },
      },
      suspended: { spec: { template: never, suspend: true } },
    },
  },
  CronJob: {
    resource: 'batch/v1 cronjobs',
    least: { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: never } } } },
    others: {
      'with a bad schedule': { spec: { schedule: 'sometimes', jobTemplate: { spec: { template: never } } } },
      'without a schedule': { spec: { jobTemplate: { spec: { template: never } } } },
      'with a time zone': {
        spec: { schedule: '@daily', timeZone: 'Europe/Berlin', jobTemplate: { spec: { template: never } } },
      },
      'with a bad time zone': {
        spec: { schedule: '@daily', timeZone: 'Mars/Olympus', jobTemplate: { spec: { template: never } } },
      },
      'with bad policies': {
        spec: { schedule: '@daily', concurrencyPolicy: 'X', jobTemplate: { spec: { template: never } } },
      },
      'with a zone in the schedule': {
        spec: { schedule: 'TZ=UTC 0 0 * * *', jobTemplate: { spec: { template: never } } },
      },
    },
  },
  ReplicationController: {
    resource: 'replicationcontrollers',
    least: { spec: { selector: { app: 'a' }, template } },
    others: { 'without a selector': { spec: { template } } },
  },
  PodTemplate: {
    resource: 'podtemplates',
    least: { template },
    others: { 'without containers': { template: { spec: { containers: [] } } } },
  },
  ControllerRevision: {
    resource: 'apps/v1 controllerrevisions',
    least: { revision: 1, data: { a: 1 } },
    others: {
      'without data': { revision: 1, data: null },
      'with a negative revision': { revision: -1, data: {} },
    },
  },
}
