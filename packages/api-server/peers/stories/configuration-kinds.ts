import type { JsonObject } from './objects.ts'
import type { BuiltIn } from './workload-kinds.ts'

const target: JsonObject = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }

export const configurationKinds: Readonly<Record<string, BuiltIn>> = {
  ConfigMap: {
    resource: 'configmaps',
    least: {},
    others: { immutable: { immutable: true, data: { a: '1' } } },
  },
  Secret: {
    resource: 'secrets',
    least: {},
    others: {
      'with plain text': { stringData: { a: 'x', b: 'é' }, data: { c: 'AAE=' } },
      'with text over data': { stringData: { a: 'new' }, data: { a: 'b2xk' } },
      'with bad base64': { data: { a: 'x!' } },
      'for TLS without keys': { type: 'kubernetes.io/tls' },
      'for TLS': { type: 'kubernetes.io/tls', stringData: { 'tls.crt': '', 'tls.key': '' } },
      'for docker that is no JSON': {
        type: 'kubernetes.io/dockerconfigjson',
        stringData: { '.dockerconfigjson': 'x' },
      },
      'for docker': { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': '{}' } },
      'for basic authentication': { type: 'kubernetes.io/basic-auth' },
      'for ssh': { type: 'kubernetes.io/ssh-auth' },
      'for a service account': { type: 'kubernetes.io/service-account-token' },
      'with a bad key': { stringData: { 'a b': 'x' } },
      immutable: { immutable: true },
    },
  },
  ServiceAccount: {
    resource: 'serviceaccounts',
    least: {},
    others: {
      'with secrets': {
        secrets: [{ name: 's' }],
        imagePullSecrets: [{ name: 'p' }],
        automountServiceAccountToken: false,
      },
    },
  },
  ResourceQuota: {
    resource: 'resourcequotas',
    least: { spec: { hard: { pods: '5', 'requests.cpu': '500m' } } },
    others: {
      'with a bad quantity': { spec: { hard: { pods: 'x' } } },
      'with a fraction of pods': { spec: { hard: { pods: '1.5' } } },
      'with scopes': { spec: { hard: { pods: '1' }, scopes: ['BestEffort', 'NotBestEffort'] } },
    },
  },
  LimitRange: {
    resource: 'limitranges',
    least: { spec: { limits: [{ type: 'Container', default: { cpu: '1' } }] } },
    others: {
      'with a minimum above a maximum': {
        spec: { limits: [{ type: 'Container', min: { cpu: '2' }, max: { cpu: '1' } }] },
      },
      'with the same type twice': { spec: { limits: [{ type: 'Pod' }, { type: 'Pod' }] } },
    },
  },
  PriorityClass: {
    resource: '/scheduling.k8s.io/v1 priorityclasses',
    least: { value: 5 },
    others: { 'too high': { value: 2000000000 }, 'with a policy': { preemptionPolicy: 'Never' } },
  },
  HorizontalPodAutoscaler: {
    resource: 'autoscaling/v2 horizontalpodautoscalers',
    least: { spec: { maxReplicas: 3, scaleTargetRef: target } },
    others: {
      'with metrics': {
        spec: {
          maxReplicas: 3,
          scaleTargetRef: target,
          metrics: [
            {
              type: 'Resource',
              resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 50 } },
            },
          ],
          behavior: { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] } },
        },
      },
      'without a target': { spec: { maxReplicas: 3 } },
      'with minimum above maximum': { spec: { minReplicas: 5, maxReplicas: 3, scaleTargetRef: target } },
      'with zero': { spec: { minReplicas: 0, maxReplicas: 0, scaleTargetRef: target } },
    },
  },
  'HorizontalPodAutoscaler v1': {
    resource: 'autoscaling/v1 horizontalpodautoscalers',
    least: { spec: { maxReplicas: 3, scaleTargetRef: target, targetCPUUtilizationPercentage: 60 } },
  },
  PodDisruptionBudget: {
    resource: 'policy/v1 poddisruptionbudgets',
    least: { spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } } },
    others: {
      'of both': { spec: { minAvailable: 1, maxUnavailable: 1 } },
      'with a percentage': { spec: { maxUnavailable: '50%' } },
      'with a bad percentage': { spec: { maxUnavailable: '500%' } },
      'with a policy': { spec: { unhealthyPodEvictionPolicy: 'X' } },
    },
  },
  Lease: {
    resource: 'coordination.k8s.io/v1 leases',
    least: {
      spec: {
        holderIdentity: 'me',
        leaseDurationSeconds: 15,
        acquireTime: '2020-01-01T00:00:00.000001Z',
        renewTime: '2020-01-01T00:00:00.500000Z',
      },
    },
    others: {
      'for no time': { spec: { leaseDurationSeconds: 0 } },
      'with transitions below zero': { spec: { leaseTransitions: -1 } },
      'with a bad time': { spec: { renewTime: 'x' } },
      'with a time of few digits': { spec: { renewTime: '2020-01-01T00:00:00.5Z' } },
      'with a time of seconds': { spec: { renewTime: '2020-01-01T00:00:00Z' } },
    },
  },
  Event: {
    resource: 'events',
    least: {
      involvedObject: { kind: 'Pod', namespace: 'NAMESPACE', name: 'p' },
      reason: 'R',
      message: 'm',
      type: 'Normal',
      count: 1,
      firstTimestamp: '2020-01-01T00:00:00Z',
      lastTimestamp: '2020-01-01T00:00:00Z',
      source: { component: 'c' },
    },
    others: {
      'of another namespace': { involvedObject: { kind: 'Pod', namespace: 'other', name: 'p' } },
      'of no object': { involvedObject: {} },
      'of the new form': {
        eventTime: '2020-01-01T00:00:00.000000Z',
        reportingComponent: 'c',
        reportingInstance: 'i',
        action: 'A',
      },
      'of the new form without an action': { eventTime: '2020-01-01T00:00:00.000000Z' },
    },
  },
  'Event v1': {
    resource: 'events.k8s.io/v1 events',
    least: {
      eventTime: '2020-01-01T00:00:00.000000Z',
      regarding: { kind: 'Pod', namespace: 'NAMESPACE', name: 'p' },
      reason: 'R',
      note: 'm',
      type: 'Normal',
      action: 'A',
      reportingController: 'example.com/c',
      reportingInstance: 'i',
    },
    others: { 'without a time': { eventTime: null }, 'of an unknown type': { type: 'X' } },
  },
  RuntimeClass: {
    resource: '/node.k8s.io/v1 runtimeclasses',
    least: { handler: 'h' },
    others: { 'with a bad handler': { handler: 'H h' } },
  },
}
