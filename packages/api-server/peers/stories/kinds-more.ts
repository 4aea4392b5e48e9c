import type { BuiltIn } from './kinds.ts'
import type { JsonObject } from './objects.ts'

const ports: readonly JsonObject[] = [{ port: 80 }]
const backend: JsonObject = { service: { name: 's', port: { number: 80 } } }
const claim: JsonObject = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
const webhook: JsonObject = {
  name: 'a.example.com',
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  clientConfig: { url: 'https://127.0.0.1:1/x' },
  rules: [
    { apiGroups: ['none.example.com'], apiVersions: ['*'], operations: ['CREATE'], resources: ['things'] },
  ],
}
const target: JsonObject = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }

export const serviceKinds: Readonly<Record<string, BuiltIn>> = {
  Service: {
    resource: 'services',
    least: { spec: { ports } },
    others: {
      'without ports': { spec: {} },
      'without ports and headless': { spec: { clusterIP: 'None' } },
      'of two ports without names': { spec: { ports: [{ port: 80 }, { port: 81 }] } },
      'of two ports': {
        spec: {
          ports: [
            { port: 80, name: 'a' },
            { port: 80, name: 'b', protocol: 'UDP', targetPort: 'x' },
          ],
          selector: { a: 'b' },
        },
      },
      'with the same port twice': {
        spec: {
          ports: [
            { port: 80, name: 'a' },
            { port: 80, name: 'b' },
          ],
        },
      },
      'with a bad port': { spec: { ports: [{ port: 0 }] } },
      'with a bad target': { spec: { ports: [{ port: 1, targetPort: 'not a port' }] } },
      'with a bad protocol': { spec: { ports: [{ port: 1, protocol: 'X' }] } },
      'on nodes': { spec: { type: 'NodePort', ports } },
      'on nodes outside of the range': { spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] } },
      balanced: { spec: { type: 'LoadBalancer', ports } },
      'balanced locally': { spec: { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports } },
      elsewhere: { spec: { type: 'ExternalName', externalName: 'example.com' } },
      'elsewhere without a name': { spec: { type: 'ExternalName' } },
      'of an unknown type': { spec: { type: 'Magic', ports } },
      'with an address out of range': { spec: { clusterIP: '192.168.1.1', ports } },
      'with an address that is none': { spec: { clusterIP: 'x', ports } },
      'with a node port it has no use for': { spec: { ports: [{ port: 80, nodePort: 30001 }] } },
      'with affinity': { spec: { ports, sessionAffinity: 'ClientIP' } },
      'with affinity for too long': {
        spec: {
          ports,
          sessionAffinity: 'ClientIP',
          sessionAffinityConfig: { clientIP: { timeoutSeconds: 90000 } },
        },
      },
      'of two families': { spec: { ports, ipFamilyPolicy: 'PreferDualStack' } },
      'that requires two families': { spec: { ports, ipFamilyPolicy: 'RequireDualStack' } },
      'with a local policy inside': { spec: { ports, internalTrafficPolicy: 'Local' } },
      'with an outside policy': { spec: { ports, externalTrafficPolicy: 'Local' } },
      'with a name that starts with a digit': { metadata: { name: '1a' } },
      'with a name of dots': { metadata: { name: 'a.b' } },
      'with external addresses': { spec: { ports, externalIPs: ['1.2.3.4', 'x', '127.0.0.1'] } },
      'with a bad selector': { spec: { ports, selector: { 'a b': 'c' } } },
    },
  },
  Endpoints: {
    resource: 'endpoints',
    least: { subsets: [{ addresses: [{ ip: '1.2.3.4' }], ports }] },
    others: {
      'with a bad address': { subsets: [{ addresses: [{ ip: 'x' }] }] },
      'without addresses': { subsets: [{ ports }] },
      'with loopback': { subsets: [{ addresses: [{ ip: '127.0.0.1' }] }] },
    },
  },
  EndpointSlice: {
    resource: 'discovery.k8s.io/v1 endpointslices',
    least: { addressType: 'IPv4', endpoints: [{ addresses: ['1.2.3.4'] }] },
    others: {
      'without a type': { addressType: '' },
      'with an address of another type': { endpoints: [{ addresses: ['::1'] }] },
      'with ports': { ports: [{ port: 80 }, { name: 'x', port: 81, protocol: 'UDP' }] },
      'without addresses': { endpoints: [{ addresses: [] }] },
      'with conditions': {
        endpoints: [
          { addresses: ['1.2.3.4'], conditions: { ready: true }, hostname: 'h', nodeName: 'n', zone: 'z' },
        ],
      },
    },
  },
  Ingress: {
    resource: 'networking.k8s.io/v1 ingresses',
    least: { spec: { defaultBackend: backend } },
    others: {
      'without anything': { spec: {} },
      'with rules': {
        spec: {
          rules: [{ host: 'a.example.com', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
        },
      },
      'without a path type': { spec: { rules: [{ http: { paths: [{ path: '/', backend }] } }] } },
      'with a path that is relative': {
        spec: { rules: [{ http: { paths: [{ path: 'x', pathType: 'Exact', backend }] } }] },
      },
      'with a bad host': {
        spec: { rules: [{ host: 'A B', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }] },
      },
      'with a wildcard': {
        spec: {
          rules: [{ host: '*.example.com', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
          tls: [{ hosts: ['a'], secretName: 's' }],
        },
      },
      'without a service': { spec: { defaultBackend: {} } },
      'of a class': { spec: { ingressClassName: 'c', defaultBackend: backend } },
    },
  },
  IngressClass: {
    resource: '/networking.k8s.io/v1 ingressclasses',
    least: { spec: { controller: 'example.com/c' } },
    others: { 'with a bad controller': { spec: { controller: 'c' } } },
  },
  NetworkPolicy: {
    resource: 'networking.k8s.io/v1 networkpolicies',
    least: { spec: { podSelector: {} } },
    others: {
      'for what leaves': {
        spec: {
          podSelector: {},
          egress: [
            { to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }], ports: [{ port: 53 }] },
          ],
        },
      },
      'with a bad block': { spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: 'x' } }] }] } },
      'with a range': {
        spec: { podSelector: {}, ingress: [{ ports: [{ port: 1, endPort: 5, protocol: 'UDP' }] }] },
      },
    },
  },
}

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

export const clusterKinds: Readonly<Record<string, BuiltIn>> = {
  Node: {
    resource: '/v1 nodes',
    least: {},
    others: {
      'with taints': {
        spec: { taints: [{ key: 'a', effect: 'NoSchedule' }], podCIDR: '10.1.0.0/24', providerID: 'x://y' },
      },
      'with a bad taint': { spec: { taints: [{ key: 'a', effect: 'X' }] } },
      'with a status': {
        status: {
          capacity: { cpu: '4' },
          conditions: [{ type: 'Ready', status: 'True' }],
          addresses: [{ type: 'InternalIP', address: '1.2.3.4' }],
        },
      },
      'that is off': { spec: { unschedulable: true } },
    },
  },
  PersistentVolume: {
    resource: '/v1 persistentvolumes',
    least: {
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
    },
    others: {
      'without a source': { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] } },
      'without capacity': { spec: { accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } } },
      'with a policy': {
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['X'],
          persistentVolumeReclaimPolicy: 'Y',
          hostPath: { path: '/x' },
        },
      },
    },
  },
  PersistentVolumeClaim: {
    resource: 'persistentvolumeclaims',
    least: { spec: claim },
    others: {
      'without modes': { spec: { resources: { requests: { storage: '1Gi' } } } },
      'without a size': { spec: { accessModes: ['ReadWriteOnce'] } },
      'of a class': { spec: { ...claim, storageClassName: 'c', volumeMode: 'Block' } },
    },
  },
  StorageClass: {
    resource: '/storage.k8s.io/v1 storageclasses',
    least: { provisioner: 'example.com/p' },
    others: {
      'without a provisioner': { provisioner: '' },
      'that waits': {
        volumeBindingMode: 'WaitForFirstConsumer',
        reclaimPolicy: 'Retain',
        allowVolumeExpansion: true,
      },
      'with bad words': { volumeBindingMode: 'X', reclaimPolicy: 'Y' },
    },
  },
  VolumeAttachment: {
    resource: '/storage.k8s.io/v1 volumeattachments',
    least: { spec: { attacher: 'a.example.com', nodeName: 'n', source: { persistentVolumeName: 'p' } } },
    others: { 'of nothing': { spec: { attacher: 'a', nodeName: 'n', source: {} } } },
  },
  CSIDriver: { resource: '/storage.k8s.io/v1 csidrivers', least: { spec: {} } },
  CSINode: { resource: '/storage.k8s.io/v1 csinodes', least: { spec: { drivers: [] } } },
  ClusterRole: {
    resource: '/rbac.authorization.k8s.io/v1 clusterroles',
    least: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
    others: {
      'for paths': { rules: [{ nonResourceURLs: ['/x'], verbs: ['get'] }] },
      'for both': {
        rules: [{ nonResourceURLs: ['/x'], apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
      },
      'that gathers others': {
        rules: null,
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
      },
    },
  },
  ClusterRoleBinding: {
    resource: '/rbac.authorization.k8s.io/v1 clusterrolebindings',
    least: {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
      subjects: [{ kind: 'User', name: 'u' }],
    },
    others: { 'of a role': { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' } } },
  },
  ValidatingWebhookConfiguration: {
    resource: '/admissionregistration.k8s.io/v1 validatingwebhookconfigurations',
    least: { webhooks: [webhook] },
    others: {
      'without versions': { webhooks: [{ ...webhook, admissionReviewVersions: [] }] },
      'with side effects': { webhooks: [{ ...webhook, sideEffects: 'Some' }] },
      'with a bad name': { webhooks: [{ ...webhook, name: 'a' }] },
      'for too long': { webhooks: [{ ...webhook, timeoutSeconds: 31 }] },
      'by a service': {
        webhooks: [{ ...webhook, clientConfig: { service: { name: 's', namespace: 'n' } } }],
      },
      'by neither': { webhooks: [{ ...webhook, clientConfig: {} }] },
      'the same twice': { webhooks: [webhook, webhook] },
      'over http': { webhooks: [{ ...webhook, clientConfig: { url: 'http://x' } }] },
    },
  },
  MutatingWebhookConfiguration: {
    resource: '/admissionregistration.k8s.io/v1 mutatingwebhookconfigurations',
    least: { webhooks: [webhook] },
    others: {
      'again if needed': { webhooks: [{ ...webhook, reinvocationPolicy: 'IfNeeded' }] },
      'of unknown words': {
        webhooks: [{ ...webhook, failurePolicy: 'X', matchPolicy: 'Y', reinvocationPolicy: 'Z' }],
      },
    },
  },
  ValidatingAdmissionPolicy: {
    resource: '/admissionregistration.k8s.io/v1 validatingadmissionpolicies',
    least: {
      spec: {
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: ['none.example.com'],
              apiVersions: ['*'],
              operations: ['CREATE'],
              resources: ['things'],
            },
          ],
        },
        validations: [{ expression: 'true' }],
      },
    },
    others: {
      'without a rule': { spec: { validations: [] } },
      'with a bad rule': {
        spec: {
          matchConstraints: {
            resourceRules: [
              { apiGroups: ['x'], apiVersions: ['*'], operations: ['CREATE'], resources: ['things'] },
            ],
          },
          validations: [{ expression: 'object.(' }],
        },
      },
    },
  },
  ValidatingAdmissionPolicyBinding: {
    resource: '/admissionregistration.k8s.io/v1 validatingadmissionpolicybindings',
    least: { spec: { policyName: 'p', validationActions: ['Deny'] } },
    others: { 'without actions': { spec: { policyName: 'p' } } },
  },
  CertificateSigningRequest: {
    resource: '/certificates.k8s.io/v1 certificatesigningrequests',
    least: { spec: { request: 'eA==', signerName: 'example.com/s', usages: ['client auth'] } },
  },
  APIService: {
    resource: '/apiregistration.k8s.io/v1 apiservices',
    least: { spec: { group: 'g.example.com', version: 'v1', groupPriorityMinimum: 10, versionPriority: 10 } },
  },
  IPAddress: {
    resource: '/networking.k8s.io/v1 ipaddresses',
    least: { spec: { parentRef: { resource: 'services', name: 's', namespace: 'n' } } },
  },
  ServiceCIDR: {
    resource: '/networking.k8s.io/v1 servicecidrs',
    least: { spec: { cidrs: ['10.9.0.0/24'] } },
  },
  PriorityLevelConfiguration: {
    resource: '/flowcontrol.apiserver.k8s.io/v1 prioritylevelconfigurations',
    least: { spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
  },
  DeviceClass: { resource: '/resource.k8s.io/v1 deviceclasses', least: { spec: {} } },
  ResourceClaim: {
    resource: 'resource.k8s.io/v1 resourceclaims',
    least: { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c' } }] } } },
  },
}
