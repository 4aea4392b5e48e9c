import type { JsonObject } from './objects.ts'
import type { BuiltIn } from './workload-kinds.ts'

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
