import type { JsonObject, KubeObject } from '../json/json.ts'
import { authenticatedGroup, mastersGroup, unauthenticatedGroup } from './user.ts'

const group = 'rbac.authorization.k8s.io'
const apiVersion = `${group}/v1`
const read = ['get', 'list', 'watch']
const write = ['create', 'delete', 'deletecollection', 'patch', 'update']
const openPaths = ['/healthz', '/livez', '/readyz', '/version', '/version/']
const discoveryPaths = ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*', ...openPaths].sort()
const issuerPaths = ['/.well-known/openid-configuration', '/openid/v1/jwks'].flatMap((path) => [
  path,
  `${path}/`,
])

/** What everybody sees in a namespace: by group, the resources. */
const visible: readonly (readonly [group: string, resources: readonly string[]])[] = [
  [
    '',
    [
      'pods',
      'replicationcontrollers',
      'replicationcontrollers/scale',
      'serviceaccounts',
      'services',
      'services/status',
      'endpoints',
      'persistentvolumeclaims',
      'persistentvolumeclaims/status',
      'configmaps',
    ],
  ],
  [
    '',
    [
      'limitranges',
      'resourcequotas',
      'bindings',
      'events',
      'pods/status',
      'resourcequotas/status',
      'namespaces/status',
      'replicationcontrollers/status',
      'pods/log',
      'namespaces',
    ],
  ],
  ['events.k8s.io', ['events']],
  ['discovery.k8s.io', ['endpointslices']],
  [
    'apps',
    [
      'controllerrevisions',
      'statefulsets',
      'statefulsets/status',
      'statefulsets/scale',
      'daemonsets',
      'daemonsets/status',
      'deployments',
      'deployments/status',
      'deployments/scale',
      'replicasets',
      'replicasets/status',
      'replicasets/scale',
    ],
  ],
  ['autoscaling', ['horizontalpodautoscalers', 'horizontalpodautoscalers/status']],
  ['batch', ['jobs', 'cronjobs', 'cronjobs/status', 'jobs/status']],
  ['policy', ['poddisruptionbudgets', 'poddisruptionbudgets/status']],
  ['networking.k8s.io', ['networkpolicies', 'ingresses', 'ingresses/status']],
]

/** What an editor may change there. */
const editable: readonly (readonly [group: string, resources: readonly string[]])[] = [
  [
    '',
    [
      'pods',
      'pods/attach',
      'pods/proxy',
      'pods/exec',
      'pods/portforward',
      'replicationcontrollers',
      'replicationcontrollers/scale',
      'serviceaccounts',
      'services',
      'services/proxy',
      'persistentvolumeclaims',
      'configmaps',
      'secrets',
      'events',
    ],
  ],
  ['events.k8s.io', ['events']],
  [
    'apps',
    [
      'statefulsets',
      'statefulsets/scale',
      'daemonsets',
      'deployments',
      'deployments/scale',
      'deployments/rollback',
      'replicasets',
      'replicasets/scale',
    ],
  ],
  ['autoscaling', ['horizontalpodautoscalers']],
  ['batch', ['jobs', 'cronjobs']],
  ['policy', ['poddisruptionbudgets']],
  ['networking.k8s.io', ['networkpolicies', 'ingresses']],
]

/** The roles and bindings that every cluster starts with. Source: kubernetes v1.36.3 bootstrappolicy (facts). */
export function defaultRoles(): readonly KubeObject[] {
  return [
    role('cluster-admin', [resourceRule(['*'], ['*'], ['*']), pathRule(['*'], ['*'])]),
    role('system:discovery', [pathRule(['get'], discoveryPaths)]),
    role('system:public-info-viewer', [pathRule(['get'], openPaths)]),
    role('system:service-account-issuer-discovery', [pathRule(['get'], issuerPaths)]),
    role('system:basic-user', [
      resourceRule(
        ['create'],
        ['authorization.k8s.io'],
        ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
      ),
      resourceRule(['create'], ['authentication.k8s.io'], ['selfsubjectreviews']),
    ]),
    sum('view', ['system:aggregate-to-edit']),
    sum('edit', ['system:aggregate-to-admin']),
    sum('admin', []),
    role(
      'system:aggregate-to-view',
      visible.map(([each, resources]) => resourceRule(read, [each], resources)),
      part('view'),
    ),
    role('system:aggregate-to-edit', editorRules(), part('edit')),
    role('system:aggregate-to-admin', administratorRules(), part('admin')),
    binding('cluster-admin', [mastersGroup]),
    binding('system:discovery', [authenticatedGroup]),
    binding('system:basic-user', [authenticatedGroup]),
    binding('system:service-account-issuer-discovery', ['system:serviceaccounts']),
    binding('system:public-info-viewer', [authenticatedGroup, unauthenticatedGroup]),
  ]
}

function editorRules(): readonly JsonObject[] {
  return [
    resourceRule(
      read,
      [''],
      ['pods/attach', 'pods/proxy', 'pods/exec', 'pods/portforward', 'secrets', 'services/proxy'],
    ),
    resourceRule(['impersonate'], [''], ['serviceaccounts']),
    resourceRule(['create'], [''], ['pods/eviction', 'serviceaccounts/token']),
    ...editable.map(([each, resources]) => resourceRule(write, [each], resources)),
    resourceRule([...write, ...read], ['coordination.k8s.io'], ['leases']),
  ]
}

function administratorRules(): readonly JsonObject[] {
  return [
    resourceRule(['create'], ['authorization.k8s.io'], ['localsubjectaccessreviews']),
    resourceRule([...write, ...read], [group], ['roles', 'rolebindings']),
  ]
}

function part(name: string): Readonly<Record<string, string>> {
  return { [`${group}/aggregate-to-${name}`]: 'true' }
}

/** A role that is the sum of all roles labelled for it; itself part of the next larger one. */
function sum(name: string, next: readonly string[]): KubeObject {
  const selectors = [{ matchLabels: part(name) }]
  const labels = Object.fromEntries(
    next.map((larger) => [`${group}/aggregate-to-${larger.split('-').at(-1)}`, 'true']),
  )
  return { ...role(name, [], labels), aggregationRule: { clusterRoleSelectors: selectors } }
}

function role(
  name: string,
  rules: readonly JsonObject[],
  labels: Readonly<Record<string, string>> = {},
): KubeObject {
  return { apiVersion, kind: 'ClusterRole', metadata: metadataOf(name, labels), rules }
}

function binding(name: string, groups: readonly string[]): KubeObject {
  return {
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata: metadataOf(name, {}),
    roleRef: { apiGroup: group, kind: 'ClusterRole', name },
    subjects: groups.map((each) => ({ apiGroup: group, kind: 'Group', name: each })),
  }
}

function metadataOf(name: string, labels: Readonly<Record<string, string>>): KubeObject['metadata'] {
  return {
    name,
    labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults', ...labels },
    annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
  }
}

function resourceRule(
  verbs: readonly string[],
  apiGroups: readonly string[],
  resources: readonly string[],
): JsonObject {
  return { verbs, apiGroups, resources }
}

function pathRule(verbs: readonly string[], nonResourceURLs: readonly string[]): JsonObject {
  return { verbs, nonResourceURLs }
}
