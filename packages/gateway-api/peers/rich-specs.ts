import type { Fields } from '@sitrep/status'

const backend = { name: 'cart', port: 8080 }
const both = (filter: Fields): Fields => ({
  matches: [{ path: { type: 'PathPrefix', value: '/a' } }],
  filters: [filter],
  backendRefs: [{ ...backend, weight: 3, filters: [filter] }],
})
const prefix = { type: 'ReplacePrefixMatch', replacePrefixMatch: '/b' }
const headers = {
  set: [{ name: 'a', value: '1' }],
  add: [{ name: 'b', value: '2' }],
  remove: ['c', 'd'],
}
const certificate = { certificateRefs: [{ name: 'cert' }] }

const httpRules: readonly Fields[] = [
  both({ type: 'RequestHeaderModifier', requestHeaderModifier: headers }),
  both({ type: 'ResponseHeaderModifier', responseHeaderModifier: headers }),
  both({
    type: 'RequestMirror',
    requestMirror: { backendRef: backend, fraction: { numerator: 3, denominator: 4 } },
  }),
  both({ type: 'RequestMirror', requestMirror: { backendRef: backend, percent: 10 } }),
  both({ type: 'URLRewrite', urlRewrite: { hostname: 'a.test', path: prefix } }),
  both({ type: 'URLRewrite', urlRewrite: { path: { type: 'ReplaceFullPath', replaceFullPath: '/' } } }),
  both({ type: 'ExtensionRef', extensionRef: { group: 'example.com', kind: 'Auth', name: 'a' } }),
  both({
    type: 'CORS',
    cors: {
      allowOrigins: ['https://a.test', 'http://*.b.test:80'],
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['*'],
      exposeHeaders: ['a'],
      allowCredentials: true,
      maxAge: 3,
    },
  }),
  {
    filters: [
      {
        type: 'RequestRedirect',
        requestRedirect: { scheme: 'https', port: 8443, statusCode: 301, path: prefix },
      },
    ],
  },
  {
    name: 'one',
    matches: [
      {
        path: { type: 'Exact', value: '/a%20b' },
        method: 'GET',
        headers: [{ name: 'x', value: '1' }],
        queryParams: [{ name: 'q', value: '1', type: 'RegularExpression' }],
      },
      { path: { type: 'RegularExpression', value: '/a.*' } },
    ],
    backendRefs: [backend, { ...backend, name: 'other', namespace: 'apps' }],
    timeouts: { request: '10s', backendRequest: '2s' },
    retry: { codes: [500, 503], attempts: 3, backoff: '100ms' },
  },
]

/** Valid specs that together use everything that the schemas and their rules speak of. */
export const richSpecs: readonly (readonly [kind: string, spec: Fields])[] = [
  ...httpRules.map(
    (rule) => ['HTTPRoute', { hostnames: ['*.a.test', 'a.test'], rules: [rule, { name: 'two' }] }] as const,
  ),
  [
    'HTTPRoute',
    {
      parentRefs: [
        { name: 'edge', sectionName: 'a' },
        { name: 'edge', sectionName: 'b', port: 80 },
        { name: 'edge', namespace: 'infra' },
      ],
    },
  ],
  [
    'GRPCRoute',
    {
      parentRefs: [{ name: 'edge' }],
      rules: [
        {
          name: 'one',
          matches: [
            { method: { service: 'shop.Cart', method: 'Get' }, headers: [{ name: 'x', value: '1' }] },
          ],
          backendRefs: [backend],
        },
        {
          name: 'two',
          matches: [{ method: { type: 'RegularExpression', service: 'shop/.*' } }],
          filters: [{ type: 'RequestHeaderModifier', requestHeaderModifier: headers }],
        },
      ],
    },
  ],
  [
    'TLSRoute',
    {
      hostnames: ['a.test', '*.b.test'],
      parentRefs: [{ name: 'edge' }],
      rules: [{ name: 'one', backendRefs: [backend] }],
    },
  ],
  [
    'TCPRoute',
    {
      parentRefs: [{ name: 'edge', port: 80 }],
      rules: [{ backendRefs: [backend, { ...backend, weight: 0 }] }],
    },
  ],
  ['UDPRoute', { parentRefs: [{ name: 'edge', kind: 'ListenerSet' }], rules: [{ backendRefs: [backend] }] }],
  [
    'Gateway',
    {
      gatewayClassName: 'ours',
      addresses: [
        { value: '10.0.0.1' },
        { type: 'Hostname', value: 'a.test' },
        { type: 'IPAddress', value: '::1' },
        { type: 'example.com/pool', value: 'a' },
      ],
      infrastructure: {
        labels: { a: 'b', 'example.com/c': 'd' },
        annotations: { a: 'b', 'example.com/c': 'd' },
        parametersRef: { group: 'example.com', kind: 'Shape', name: 'a' },
      },
      tls: {
        backend: { clientCertificateRef: { name: 'a' } },
        frontend: {
          default: { validation: { caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: 'a' }] } },
          perPort: [
            { port: 443, tls: {} },
            {
              port: 444,
              tls: {
                validation: {
                  mode: 'AllowInsecureFallback',
                  caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: 'a' }],
                },
              },
            },
          ],
        },
      },
      listeners: [
        {
          name: 'a',
          port: 80,
          protocol: 'HTTP',
          hostname: '*.a.test',
          allowedRoutes: {
            namespaces: { from: 'Selector', selector: { matchLabels: { a: 'b' } } },
            kinds: [{ kind: 'HTTPRoute' }],
          },
        },
        { name: 'b', port: 443, protocol: 'HTTPS', hostname: 'a.test', tls: certificate },
        { name: 'c', port: 443, protocol: 'TLS', tls: { mode: 'Passthrough' } },
        { name: 'd', port: 444, protocol: 'TLS', hostname: 'b.test', tls: { options: { a: 'b' } } },
        { name: 'e', port: 53, protocol: 'UDP' },
        { name: 'f', port: 53, protocol: 'TCP' },
      ],
      allowedListeners: { namespaces: { from: 'All' } },
    },
  ],
  [
    'ListenerSet',
    {
      parentRef: { name: 'edge' },
      listeners: [
        { name: 'a', port: 80, protocol: 'HTTP' },
        { name: 'b', port: 443, protocol: 'HTTPS', hostname: 'a.test', tls: certificate },
        { name: 'c', port: 443, protocol: 'HTTPS', tls: certificate },
      ],
    },
  ],
  [
    'GatewayClass',
    {
      controllerName: 'example.com/gateways',
      description: 'a',
      parametersRef: { group: 'example.com', kind: 'Shape', name: 'a', namespace: 'b' },
    },
  ],
  [
    'ReferenceGrant',
    {
      from: [{ group: '', kind: 'Gateway', namespace: 'a' }],
      to: [
        { group: '', kind: 'Secret', name: 'a' },
        { group: '', kind: 'Service' },
      ],
    },
  ],
  [
    'BackendTLSPolicy',
    {
      targetRefs: [
        { group: '', kind: 'Service', name: 'a', sectionName: 'x' },
        { group: '', kind: 'Service', name: 'a', sectionName: 'y' },
        { group: '', kind: 'Service', name: 'b' },
      ],
      validation: {
        hostname: 'a.test',
        caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: 'a' }],
        subjectAltNames: [
          { type: 'Hostname', hostname: '*.a.test' },
          { type: 'URI', uri: 'spiffe://a/b' },
        ],
      },
      options: { a: 'b' },
    },
  ],
  [
    'BackendTLSPolicy',
    {
      targetRefs: [{ group: '', kind: 'Service', name: 'a' }],
      validation: { hostname: 'a.test', wellKnownCACertificates: 'System' },
    },
  ],
]
