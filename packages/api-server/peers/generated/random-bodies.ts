import type { JsonObject } from '../stories/objects.ts'
import type { Fixed } from './hollow.ts'
import type { Random } from './random.ts'

/** A built-in kind and a body of it with much in it that can be empty. */
export interface BuiltInBody {
  readonly apiVersion: string
  readonly kind: string
  readonly resource: string
  readonly body: (random: Random) => JsonObject
  /** Whether its status is written too. */
  readonly status?: true
  /** What is never emptied: other tests are about what the kind demands. */
  readonly fixed?: Fixed
}

const letter = (random: Random): string => random.pick(['a', 'b', 'c'])
const some = (random: Random): JsonObject =>
  Object.fromEntries(random.some(['a', 'b', 'c']).map((key) => [key, letter(random)]))

function container(random: Random, name: string): JsonObject {
  return {
    name,
    image: `nginx:${letter(random)}`,
    command: random.some(['sh', '-c']),
    env: random.some(['A', 'B']).map((key) => ({ name: key, value: letter(random) })),
    ports: random.some([80, 81]).map((containerPort) => ({ containerPort, protocol: 'TCP' })),
    resources: { requests: { cpu: '1' }, limits: { memory: '1Gi' } },
    securityContext: { capabilities: { add: random.some(['NET_ADMIN', 'SYS_TIME']) } },
    volumeMounts: [{ name: 'v', mountPath: `/${letter(random)}` }],
  }
}

function podSpec(random: Random): JsonObject {
  return {
    containers: random.some(['one', 'two']).map((name) => container(random, name)),
    nodeSelector: some(random),
    securityContext: { supplementalGroups: random.some([1, 2]) },
    volumes: [{ name: 'v', emptyDir: {} }],
    tolerations: [{ key: letter(random), operator: 'Exists' }],
    imagePullSecrets: random.some(['a', 'b']).map((name) => ({ name })),
  }
}

/** Kinds with lists and maps of every sort. */
export const builtInBodies: readonly BuiltInBody[] = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    resource: 'configmaps',
    fixed: { path: ['binaryData'], value: { z: 'YQ==' } },
    body: (random) => ({ data: some(random), binaryData: random.once(2) ? { z: 'YQ==' } : {} }),
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    resource: 'apps/v1 deployments',
    status: true,
    fixed: { path: ['spec', 'template', 'metadata', 'labels'], value: { app: 'w' } },
    body: (random) => ({
      spec: {
        replicas: random.below(3),
        selector: { matchLabels: { app: 'w' } },
        strategy: { rollingUpdate: { maxSurge: 1 } },
        template: { metadata: { labels: { app: 'w' }, annotations: some(random) }, spec: podSpec(random) },
      },
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    resource: 'services',
    body: (random) => ({
      spec: {
        selector: some(random),
        ports: random.some([80, 81]).map((port) => ({ port, name: `p${port}`, protocol: 'TCP' })),
        externalIPs: random.some(['10.1.1.1', '10.1.1.2']),
        sessionAffinityConfig: {},
      },
    }),
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    resource: 'networking.k8s.io/v1 ingresses',
    fixed: {
      path: ['spec', 'defaultBackend'],
      value: { service: { name: 'a', port: { number: 80 } } },
    },
    body: (random) => ({
      spec: {
        ingressClassName: letter(random),
        defaultBackend: { service: { name: letter(random), port: { number: 80 } } },
        tls: [{ hosts: random.some(['a.example.com', 'b.example.com']), secretName: letter(random) }],
        rules: [
          {
            host: 'a.example.com',
            http: {
              paths: [
                { path: '/', pathType: 'Prefix', backend: { service: { name: 'a', port: { number: 80 } } } },
              ],
            },
          },
        ],
      },
    }),
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    resource: 'rbac.authorization.k8s.io/v1 roles',
    body: (random) => ({
      rules: [
        { verbs: ['get'], apiGroups: [''], resources: random.some(['pods', 'secrets']), resourceNames: [] },
      ],
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    resource: 'serviceaccounts',
    body: (random) => ({
      secrets: random.some(['a', 'b']).map((name) => ({ name })),
      imagePullSecrets: random.some(['a', 'b']).map((name) => ({ name })),
    }),
  },
]
