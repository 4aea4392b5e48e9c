import type { Fields } from '@sitrep/status'

const backend = { name: 'cart', port: 8080 }
const rules = (...given: readonly Fields[]): Fields => ({ rules: given })
const path = (value: string, type = 'PathPrefix'): Fields => rules({ matches: [{ path: { type, value } }] })
const filters = (...given: readonly Fields[]): Fields => rules({ filters: given })
const matches = (...counts: readonly number[]): Fields =>
  rules(...counts.map((count) => ({ matches: Array.from({ length: count }, () => ({})) })))
const gateway = (more: Fields): Fields => ({
  gatewayClassName: 'ours',
  listeners: [web],
  ...more,
})
const named = (field: string, name: string): Fields =>
  gateway({ infrastructure: { [field]: { [name]: 'b' } } })
const grpc = (method: Fields): Fields => rules({ matches: [{ method }] })
const names = (...subjectAltNames: readonly Fields[]): Fields => ({
  targetRefs: [{ group: '', kind: 'Service', name: 'a' }],
  validation: { hostname: 'a.test', wellKnownCACertificates: 'System', subjectAltNames },
})
const tls = (...hostnames: readonly string[]): Fields => ({ hostnames, ...rules({ backendRefs: [backend] }) })
const domain = (length: number): string => `${'a'.repeat(length)}/b`
const web = { name: 'a', port: 80, protocol: 'HTTP' }
const ended = { tls: { certificateRefs: [{ name: 'cert' }] } }
const listeners = (...given: readonly Fields[]): Fields => ({ listeners: given })
const parents = (...given: readonly Fields[]): Fields => ({
  parentRefs: given.map((more) => ({ name: 'edge', ...more })),
})
const answered = { type: 'ResponseHeaderModifier', responseHeaderModifier: {} }
const headers = { type: 'RequestHeaderModifier', requestHeaderModifier: {} }
const mirror = { type: 'RequestMirror', requestMirror: { backendRef: backend } }
const redirect = { type: 'RequestRedirect', requestRedirect: {} }
const rewrite = { type: 'URLRewrite', urlRewrite: {} }
const extension = { group: 'example.com', kind: 'Auth', name: 'a' }
const prefix = { type: 'ReplacePrefixMatch', replacePrefixMatch: '/b' }
const toPrefix = { type: 'RequestRedirect', requestRedirect: { path: prefix } }
const rewritten = { type: 'URLRewrite', urlRewrite: { path: prefix } }
const exact = [{ path: { type: 'Exact', value: '/a' } }]
const behind = (filter: Fields): Fields => ({ ...backend, filters: [filter] })

/** Specs that ours refuse and the release takes. */
export const refusedByOurs: readonly (readonly [name: string, kind: string, spec: Fields, reason: string])[] =
  [
    [
      'an address with a zero in front',
      'Gateway',
      gateway({ addresses: [{ value: '010.0.0.1' }] }),
      'some programs take it for 8.0.0.1',
    ],
    [
      'an IPv4 address as an IPv6 one',
      'Gateway',
      gateway({ addresses: [{ value: '::ffff:10.0.0.1' }] }),
      'it is the same address as 10.0.0.1, and would be another value',
    ],
  ]

/** Specs at both sides of what rules refuse, in the order of the kinds. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const edges: readonly (readonly [name: string, kind: string, spec: Fields])[] = [
  ['128 matches',                   'HTTPRoute',        matches(64, 64)],
  ['129 matches',                   'HTTPRoute',        matches(64, 64, 1)],
  ['129 matches',                   'GRPCRoute',        matches(64, 64, 1)],
  ['rules without matches',         'GRPCRoute',        rules({}, { backendRefs: [backend] })],
  ...['/a//b', '/a/./b', '/a/../b', '/a%2fb', '/a%2Fb', '/a#b', '/a/..', '/a/.', '/a b', '/%zz', '/%20', 'a', '/ä', "/-._~!$&'()*+,;=:@"].flatMap((value) =>
    ['Exact', 'PathPrefix', 'RegularExpression'].map((type) => [`the path ${value}, ${type}`, 'HTTPRoute', path(value, type)] as const)),
  ['a type of path of no sort',     'HTTPRoute',        path('/', 'Glob')],
  ['headers twice',                 'HTTPRoute',        filters(headers, headers)],
  ['redirects twice',               'HTTPRoute',        filters(redirect, redirect)],
  ['rewrites twice',                'HTTPRoute',        filters(rewrite, rewrite)],
  ['mirrors twice',                 'HTTPRoute',        filters(mirror, mirror)],
  ['redirect and rewrite',          'HTTPRoute',        filters(redirect, rewrite)],
  ['percent and fraction',          'HTTPRoute',        filters({ ...mirror, requestMirror: { backendRef: backend, percent: 1, fraction: { numerator: 1 } } })],
  ...['requestHeaderModifier', 'responseHeaderModifier', 'requestRedirect', 'urlRewrite', 'cors'].map((field) =>
    [`${field} of a mirror`, 'HTTPRoute', filters({ ...mirror, [field]: {} })] as const),
  ['extensionRef of a mirror',      'HTTPRoute',        filters({ ...mirror, extensionRef: extension })],
  ['requestMirror of a redirect',   'HTTPRoute',        filters({ ...mirror, ...redirect })],
  ['a redirect of two sorts',       'HTTPRoute',        filters({ type: 'RequestRedirect', requestRedirect: { path: { ...prefix, replaceFullPath: '/' } } })],
  ['redirect and backend',          'HTTPRoute',        rules({ filters: [redirect], backendRefs: [backend] })],
  ['redirect of a backend',         'HTTPRoute',        rules({ backendRefs: [behind(redirect)] })],
  ...[toPrefix, rewritten].flatMap((filter) => [
    ['no prefix to replace',        'HTTPRoute',        rules({ matches: exact, filters: [filter] })] as const,
    ['two prefixes to replace',     'HTTPRoute',        rules({ matches: [{}, {}], filters: [filter] })] as const,
    ['no prefix behind',            'HTTPRoute',        rules({ matches: exact, backendRefs: [behind(filter), backend] })] as const,
    ['no prefix behind twice',      'HTTPRoute',        rules({ matches: exact, backendRefs: [behind(filter), behind(filter)] })] as const,
  ]),
  ...['allowMethods', 'allowOrigins', 'allowHeaders', 'exposeHeaders'].flatMap((field) => [
    [`a star in ${field}`,          'HTTPRoute',        filters({ type: 'CORS', cors: { [field]: ['*'] } })] as const,
    [`a star and more, ${field}`,   'HTTPRoute',        filters({ type: 'CORS', cors: { [field]: ['*', field === 'allowOrigins' ? 'http://a' : 'GET'] } })] as const,
  ]),
  ...['RequestHeaderModifier', 'ResponseHeaderModifier', 'RequestMirror', 'RequestRedirect', 'URLRewrite', 'ExtensionRef', 'CORS'].map((type) =>
    [`${type} without settings`,    'HTTPRoute',        filters({ type })] as const),
  ['response headers twice',        'HTTPRoute',        filters(answered, answered)],
  ['CORS twice',                    'HTTPRoute',        filters(...[1, 2].map(() => ({ type: 'CORS', cors: {} })))],
  ['a share of more than all',      'HTTPRoute',        filters({ ...mirror, requestMirror: { backendRef: backend, fraction: { numerator: 101 } } })],
  ['a share of all',                'HTTPRoute',        filters({ ...mirror, requestMirror: { backendRef: backend, fraction: { numerator: 100 } } })],
  ['no full path',                  'HTTPRoute',        filters({ type: 'URLRewrite', urlRewrite: { path: { type: 'ReplaceFullPath' } } })],
  ['no prefix',                     'HTTPRoute',        filters({ type: 'URLRewrite', urlRewrite: { path: { type: 'ReplacePrefixMatch' } } })],
  ['a prefix for a full path',      'HTTPRoute',        filters({ type: 'URLRewrite', urlRewrite: { path: { ...prefix, type: 'ReplaceFullPath', replaceFullPath: '/' } } })],
  ['a rule name twice',             'HTTPRoute',        rules({ name: 'a' }, { name: 'a' }, {}, {})],
  ['no port of a Service',          'HTTPRoute',        rules({ backendRefs: [{ name: 'cart' }] })],
  ['no port of something else',     'HTTPRoute',        rules({ backendRefs: [{ group: 'example.com', kind: 'Bucket', name: 'cart' }] })],
  ['a parent twice',                'HTTPRoute',        parents({}, {})],
  ['a parent on two ports',         'HTTPRoute',        parents({ port: 80 }, { port: 81 })],
  ['a section twice',               'HTTPRoute',        parents({ sectionName: 'a', port: 80 }, { sectionName: 'a', port: 81 })],
  ['a parent and a section',        'HTTPRoute',        parents({}, { sectionName: 'a' })],
  ['two sections',                  'HTTPRoute',        parents({ sectionName: 'a' }, { sectionName: 'b' })],
  ['parents of two namespaces',     'HTTPRoute',        parents({}, { namespace: 'infra' })],
  ['equal timeouts',                'HTTPRoute',        rules({ timeouts: { request: '1s', backendRequest: '1000ms' } })],
  ['a longer timeout inside',       'HTTPRoute',        rules({ timeouts: { request: '1s', backendRequest: '1001ms' } })],
  ['no timeout outside',            'HTTPRoute',        rules({ timeouts: { request: '0s', backendRequest: '1s' } })],
  ['a method match of nothing',     'GRPCRoute',        grpc({})],
  ['a method with a slash',         'GRPCRoute',        grpc({ method: 'a/b' })],
  ['a service with a slash',        'GRPCRoute',        grpc({ service: 'a/b' })],
  ['a pattern with a slash',        'GRPCRoute',        grpc({ type: 'RegularExpression', service: 'a/b', method: 'c/d' })],
  ['a service that begins in a dot', 'GRPCRoute',       grpc({ service: '.a.B' })],
  ['an empty service',              'GRPCRoute',        grpc({ service: '' })],
  ['a method that begins in a digit', 'GRPCRoute',      grpc({ method: '1a' })],
  ['headers twice',                 'GRPCRoute',        filters(headers, headers)],
  ['an address',                    'TLSRoute',         tls('10.0.0.1')],
  ['nearly an address',             'TLSRoute',         tls('10.0.0.256', '10.0.0', '1.2.3.4.5')],
  ['a star in the middle',          'TLSRoute',         tls('a.*.test')],
  ...['labels', 'annotations'].flatMap((field) => ['', 'a', 'a b', '-a', 'x'.repeat(63), 'x'.repeat(64), 'A.b_c', 'a/b', 'A/b', 'a/b/c', 'a/', domain(252), domain(253)].map((name) =>
    [`${field} ${name}`,            'Gateway',          named(field, name)] as const)),
  ...['10.0.0.1', '10.0.0', '::1', '', 'a.test'].map((value) =>
    [`the address ${value}`,        'Gateway',          gateway({ addresses: [{ value }] })] as const),
  ...['a.test', '*.a.test', '', 'A.test', '10.0.0.1'].map((value) =>
    [`the hostname ${value}`,       'Gateway',          gateway({ addresses: [{ type: 'Hostname', value }] })] as const),
  ['an address twice',              'Gateway',          gateway({ addresses: [1, 2].map(() => ({ value: '10.0.0.1' })) })],
  ['any address',                   'Gateway',          gateway({ addresses: [{}, {}] })],
  ['a hostname twice',              'Gateway',          gateway({ addresses: [1, 2].map(() => ({ type: 'Hostname', value: 'a.test' })) })],
  ['a name of one\'s own twice',    'Gateway',          gateway({ addresses: [1, 2].map(() => ({ type: 'example.com/pool', value: 'a' })) })],
  ...['HTTP', 'HTTPS', 'TLS', 'TCP', 'UDP', 'example.com/own'].flatMap((protocol) => [
    [`${protocol}, no more`,        'Gateway',          gateway({ listeners: [{ ...web, protocol }] })] as const,
    [`${protocol} with a hostname`, 'Gateway',          gateway({ listeners: [{ ...web, protocol, hostname: 'a.test', ...(protocol === 'TLS' && ended) }] })] as const,
    [`${protocol} with tls`,        'Gateway',          gateway({ listeners: [{ ...web, protocol, ...ended }] })] as const,
    [`${protocol} passed through`,  'Gateway',          gateway({ listeners: [{ ...web, protocol, tls: { mode: 'Passthrough' } }] })] as const,
    [`${protocol} without certificates`, 'Gateway',     gateway({ listeners: [{ ...web, protocol, tls: {} }] })] as const,
    [`${protocol} with options`,    'Gateway',          gateway({ listeners: [{ ...web, protocol, tls: { options: { a: 'b' } } }] })] as const,
  ]),
  ...['Gateway', 'ListenerSet'].flatMap((kind) => [
    ['a name twice',                kind,               listeners(web, { ...web, port: 81 })] as const,
    ['a listener twice',            kind,               listeners(web, { ...web, name: 'b' })] as const,
    ['a hostname beside none',      kind,               listeners(web, { ...web, name: 'b', hostname: 'a.test' })] as const,
    ['two hostnames',               kind,               listeners({ ...web, hostname: 'b.test' }, { ...web, name: 'b', hostname: 'a.test' })] as const,
  ]).map(([name, kind, spec]) => [name, kind, kind === 'Gateway' ? gateway(spec) : { parentRef: { name: 'edge' }, ...spec }] as const),
  ['a port twice',                  'Gateway',          gateway({ tls: { frontend: { default: {}, perPort: [1, 2].map(() => ({ port: 443, tls: {} })) } } })],
  ['a name for a URI',              'BackendTLSPolicy', names({ type: 'URI', uri: 'spiffe://a', hostname: 'a.test' })],
  ['a URI for a name',              'BackendTLSPolicy', names({ type: 'Hostname', uri: 'spiffe://a', hostname: 'a.test' })],
  ['no name',                       'BackendTLSPolicy', names({ type: 'Hostname' })],
  ['no URI',                        'BackendTLSPolicy', names({ type: 'URI' })],
  ['two authorities',               'BackendTLSPolicy', { targetRefs: [{ group: '', kind: 'Service', name: 'a' }], validation: { hostname: 'a.test', wellKnownCACertificates: 'System', caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: 'a' }] } }],
  ['no authority',                  'BackendTLSPolicy', { ...names(), validation: { hostname: 'a.test' } }],
  ['a target and its section',      'BackendTLSPolicy', { ...names(), targetRefs: [{ group: '', kind: 'Service', name: 'a' }, { group: '', kind: 'Service', name: 'a', sectionName: 'b' }] }],
  ['a target twice',                'BackendTLSPolicy', { ...names(), targetRefs: [1, 2].map(() => ({ group: '', kind: 'Service', name: 'a' })) }],
]
