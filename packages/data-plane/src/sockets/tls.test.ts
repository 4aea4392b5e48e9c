import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { connect as connectByTls, createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { createAuthority } from '@sitrep/api-server/certificates'
import type { BackendTls, RoutingBackend, RoutingListener } from '@sitrep/gateway-api'
import type { Materials, Site } from '../data-plane.ts'
import {
  authority,
  backend,
  certificateFor,
  clientCertificate,
  configMap,
  dataPlane,
  echoServer,
  freePort,
  listener,
  over,
  plainHttp,
  portOf,
  rule,
  secret,
  site,
  talk,
  talkByTls,
} from './testing.ts'

const identities = {
  any: certificateFor('any.test', '*.wild.test', 'a.test'),
  a: certificateFor('a.test'),
  b: certificateFor('b.test'),
}
const materials: Materials = {
  certificates: {
    'Secret/infra/any': identities.any,
    'Secret/infra/a': identities.a,
    'Secret/infra/b': identities.b,
  },
  authorities: { 'ConfigMap/infra/ca': authority.certificate },
}
const terminate = (...names: string[]): NonNullable<RoutingListener['tls']> => ({
  mode: 'Terminate',
  certificates: names.map(secret),
})
const passthrough = { mode: 'Passthrough', certificates: [] }
const https = (name: string, given: Partial<RoutingListener> = {}): RoutingListener =>
  listener({ name, port: 443, protocol: 'HTTPS', tls: terminate('any'), entries: [], ...given })

interface Given {
  readonly host: string
  readonly port: number
  readonly listeners: readonly RoutingListener[]
  readonly backends?: Readonly<Record<string, RoutingBackend>>
  readonly materials?: Materials
}
const tlsSite = ({ host, port, listeners, backends = {}, materials: own = materials }: Given): Site =>
  site({
    spec: { listeners, backends, rules: { r: rule('a'), s: rule('b') } },
    place: { hosts: [host], ports: { 443: port } },
    materials: own,
  })

const get = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
const bodyOf = (answer: string): string => answer.split('\r\n\r\n')[1] ?? answer

/** A backend that speaks TLS, and answers with the name it was asked for. */
async function tlsBackend(context: TestContext, options: TlsOptions) {
  const server = createTlsServer(options, (socket) => {
    socket.on('error', () => {})
    socket.end(`${socket.servername} ${socket.getPeerCertificate().subject?.CN ?? 'nobody'}`)
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => server.close())
  return { address: '127.0.0.1', port: portOf(server) }
}

describe('HTTPS listeners on one port', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly (readonly [servername: string, says: string, because: string])[] = [
    ['a.test',       'exact a.test infra/edge',     'an exact name is narrower than any other'],
    ['A.TEST',       'exact a.test infra/edge',     'names are compared without case'],
    ['x.wild.test',  'wild x.wild.test infra/edge', 'a wildcard holds it'],
    ['any.test',     'open any.test infra/edge',    'nothing else holds it'],
    ['',             'open - infra/edge',           'no name belongs to the listener for every name'],
  ]
  for (const [servername, says, because] of cases)
    it(`${servername || 'no name'}: ${says}, because ${because}`, async (context) => {
      const host = '127.42.0.1'
      const port = await freePort(host)
      const listeners = [
        https('exact', { hostname: 'a.test', tls: terminate('a') }),
        https('wild', { hostname: '*.wild.test' }),
        https('open'),
      ]
      const [report] = await dataPlane(context).program([tlsSite({ host, port, listeners })])
      assert.deepEqual(
        report?.listeners.map(({ bound, probed }) => bound && probed),
        [true, true, true],
      )
      const checkServerIdentity = (): undefined => undefined
      const answer = await talkByTls({ host, port, servername, sent: get, checkServerIdentity })
      assert.equal(bodyOf(answer), says)
    })

  it('shows of several certificates the one that holds the name, and agrees on a protocol', async (context) => {
    const host = '127.42.0.2'
    const port = await freePort(host)
    const http = plainHttp()
    const plane = dataPlane(context, { http })
    await plane.program([tlsSite({ host, port, listeners: [https('open', { tls: terminate('a', 'b') })] })])
    for (const [servername, held] of [
      ['a.test', 'a.test'],
      ['b.test', 'b.test'],
      ['c.test', 'a.test'],
    ]) {
      const socket = connectByTls({
        host,
        port,
        servername,
        rejectUnauthorized: false,
        ALPNProtocols: ['http/1.1', 'h2'],
      })
      await once(socket, 'secureConnect')
      assert.equal(socket.getPeerCertificate().subject.CN, held)
      assert.equal(socket.alpnProtocol, 'h2')
      socket.write(get)
      await once(socket, 'data')
      socket.destroy()
    }
    assert.deepEqual(
      http.arrivals.map(({ tls }) => tls?.protocol),
      ['h2', 'h2', 'h2'],
    )
  })

  it('say that they do not know a name, and end what is no TLS', async (context) => {
    const host = '127.42.0.3'
    const port = await freePort(host)
    await dataPlane(context).program([
      tlsSite({ host, port, listeners: [https('exact', { hostname: 'a.test', tls: terminate('a') })] }),
    ])
    const socket = connectByTls({ host, port, servername: 'b.test' })
    const [error] = await once(socket, 'error')
    assert.equal(error.code, 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME')
    assert.equal(await talk(host, port, get), 'reset')
  })

  it('take a new certificate over without a new socket, and keep connections', async (context) => {
    const host = '127.42.0.4'
    const port = await freePort(host)
    const plane = dataPlane(context)
    const shown = async () => {
      const socket = connectByTls({ host, port, servername: 'a.test', rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      return { socket, serial: socket.getPeerCertificate().serialNumber }
    }
    await plane.program([tlsSite({ host, port, listeners: [https('open', { tls: terminate('a') })] })])
    const before = await shown()
    const renewed = { ...materials, certificates: { 'Secret/infra/a': certificateFor('a.test') } }
    await plane.program([
      tlsSite({ host, port, listeners: [https('open', { tls: terminate('a') })], materials: renewed }),
    ])
    const after = await shown()
    assert.notEqual(before.serial, after.serial)
    before.socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const [answer] = await once(before.socket, 'data')
    assert.match(String(answer), /200 OK/)
    for (const { socket } of [before, after]) socket.destroy()
  })

  it('lose no connection while certificates change under load', async (context) => {
    const host = '127.42.0.6'
    const port = await freePort(host)
    const plane = dataPlane(context)
    const sites = ['a', 'any'].map((name) =>
      tlsSite({ host, port, listeners: [https('open', { tls: terminate(name) })] }),
    )
    await plane.program(sites.slice(0, 1))
    let ended = false
    const answers: string[] = []
    const load = Array.from({ length: 4 }, async () => {
      while (!ended) answers.push(bodyOf(await talkByTls({ host, port, servername: 'a.test', sent: get })))
    })
    for (let times = 0; times < 40 || answers.length < 50; times++)
      await plane.program(sites.slice(times % 2, (times % 2) + 1))
    ended = true
    await Promise.all(load)
    assert.deepEqual([...new Set(answers)], ['open a.test infra/edge'])
  })

  it('close handshakes that take too long', async (context) => {
    const host = '127.42.0.5'
    const port = await freePort(host)
    const plane = dataPlane(context, { limits: { handshakeMs: 40 } })
    await plane.program([tlsSite({ host, port, listeners: [https('open')] })])
    const sockets = ['', '\x16\x03\x01\x02\x00\x01'].map((sent) => {
      const socket = connect({ host, port })
      socket.write(sent)
      socket.resume()
      return socket
    })
    await Promise.all(sockets.map((socket) => over(socket)))
  })
})

describe('certificates that cannot be used', () => {
  const { certificate, key } = identities.a
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly (readonly [string, Materials['certificates'], RegExp])[] = [
    ['missing',               {},                                                            /Secret\/infra\/x could not be read/],
    ['no certificate',        { 'Secret/infra/x': { certificate: 'x', key } },               /it is no certificate in PEM/],
    ['no key',                { 'Secret/infra/x': { certificate, key: 'x' } },               /its key is no key in PEM/],
    ['the key of another',    { 'Secret/infra/x': { certificate, key: identities.b.key } },  /its key is another one/],
  ]
  for (const [name, certificates, says] of cases)
    it(`${name}: the listener says so and the others are served`, async (context) => {
      const host = '127.42.1.1'
      const port = await freePort(host)
      const listeners = [
        https('bad', { hostname: 'x.test', tls: terminate('x') }),
        https('open', { tls: terminate('x', 'any') }),
      ]
      const own = { ...materials, certificates: { ...materials.certificates, ...certificates } }
      const [report] = await dataPlane(context).program([tlsSite({ host, port, listeners, materials: own })])
      const [bad, open] = report?.listeners ?? []
      assert.deepEqual([bad?.bound, bad?.probed, open?.bound, open?.probed], [false, false, true, true])
      assert.match(bad?.problem ?? '', says)
      assert.match(open?.problem ?? '', says)
      assert.equal(
        bodyOf(await talkByTls({ host, port, servername: 'any.test', sent: get })),
        'open any.test infra/edge',
      )
      assert.equal(await talkByTls({ host, port, servername: 'x.test', sent: get }), 'reset')
    })
})

describe('clients that are to show a certificate', () => {
  const strangers = createAuthority({ commonName: 'strangers' }, Date.now())
  const shown = { own: clientCertificate(), strange: clientCertificate(strangers), none: undefined }
  const valid = 'AllowValidOnly'
  const fallback = 'AllowInsecureFallback'
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly (readonly [mode: string, keyof typeof shown, 'taken' | 'refused', authority: string, because: string])[] = [
    [valid,    'own',     'taken',   'ca', 'its authority is the one that is named'],
    [valid,    'strange', 'refused', 'ca', 'nobody knows its authority'],
    [valid,    'none',    'refused', 'ca', 'it must show one'],
    [valid,    'own',     'refused', 'no', 'there is nothing to verify it with'],
    [fallback, 'own',     'taken',   'ca', 'its authority is the one that is named'],
    [fallback, 'strange', 'taken',   'ca', 'the backend decides'],
    [fallback, 'none',    'taken',   'ca', 'the backend decides'],
  ]
  for (const [mode, who, says, ca, because] of cases)
    it(`${mode}, ${who}: ${says}, because ${because}`, async (context) => {
      const host = '127.42.2.1'
      const port = await freePort(host)
      const tls = { ...terminate('any'), clients: { mode, authorities: [configMap(ca)] } }
      await dataPlane(context).program([tlsSite({ host, port, listeners: [https('open', { tls })] })])
      const identity = shown[who]
      const answer = await talkByTls({
        host,
        port,
        servername: 'any.test',
        sent: get,
        ...(identity && { cert: identity.certificate, key: identity.key }),
      })
      if (says === 'taken') assert.equal(bodyOf(answer), 'open any.test infra/edge')
      else assert.ok(['', 'reset'].includes(answer), answer)
    })
})

describe('TLS listeners', () => {
  const tlsListener = (name: string, given: Partial<RoutingListener>): RoutingListener =>
    listener({ name, port: 443, protocol: 'TLS', ...given })

  it('pass TLS through by its name, and end it beside that on the same port', async (context) => {
    const host = '127.42.3.1'
    const port = await freePort(host)
    const own = await tlsBackend(context, { cert: identities.b.certificate, key: identities.b.key })
    const echo = await echoServer(context, 'echo')
    const listeners = [
      tlsListener('through', {
        hostname: 'b.test',
        tls: passthrough,
        entries: [{ hostname: 'b.test', rule: 's' }],
      }),
      tlsListener('ended', { hostname: 'a.test', tls: terminate('a') }),
      https('web', { hostname: '*.wild.test' }),
    ]
    const backends = { a: backend([echo]), b: backend([own]) }
    await dataPlane(context).program([tlsSite({ host, port, listeners, backends })])
    assert.equal(await talkByTls({ host, port, servername: 'b.test' }), 'b.test nobody')
    assert.equal(await talkByTls({ host, port, servername: 'a.test', sent: 'hi' }), 'echo\nhi')
    const answer = await talkByTls({ host, port, servername: 'x.wild.test', sent: get })
    assert.equal(bodyOf(answer), 'web x.wild.test infra/edge')
  })

  it('refuse names for which a listener has no route', async (context) => {
    const host = '127.42.3.2'
    const port = await freePort(host)
    const listeners = [
      tlsListener('through', { tls: passthrough, entries: [{ hostname: 'b.test', rule: 's' }] }),
      tlsListener('ended', { hostname: 'a.test', tls: terminate('a'), entries: [] }),
    ]
    await dataPlane(context).program([tlsSite({ host, port, listeners })])
    assert.equal(await talkByTls({ host, port, servername: 'c.test' }), 'reset')
    assert.equal(await talkByTls({ host, port, servername: 'a.test', sent: 'hi' }), 'reset')
  })

  const spoken: BackendTls = { hostname: 'b.test', subjectAltNames: [], authorities: [configMap('ca')] }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly (readonly [string, Partial<BackendTls>, says: string])[] = [
    ['its hostname',                {},                                                                'b.test client'],
    ['another hostname',            { hostname: 'c.test' },                                            'reset'],
    ['another name that is listed', { hostname: 'c.test', subjectAltNames: [{ type: 'Hostname', hostname: 'b.test' }] }, 'c.test client'],
    ['a name that it lacks',        { subjectAltNames: [{ type: 'URI', uri: 'spiffe://b' }] },         'reset'],
    ['authorities of strangers',    { authorities: [configMap('strangers')] },                         'reset'],
    ['authorities not to be read',  { authorities: [configMap('nowhere')] },                           'reset'],
    ['what cannot be had',          { answer: 500 },                                                   'reset'],
  ]
  for (const [name, given, says] of cases)
    it(`speak TLS to a backend after ending it, verified by ${name}: ${says}`, async (context) => {
      const host = '127.42.3.3'
      const port = await freePort(host)
      const { certificate: cert, key } = identities.b
      const ca = authority.certificate
      const own = await tlsBackend(context, { cert, key, ca, requestCert: true })
      const strangers = createAuthority({ commonName: 'strangers' }, Date.now())
      const ended = tlsSite({
        host,
        port,
        listeners: [tlsListener('ended', { tls: terminate('a') })],
        backends: { a: backend([own], { tls: { ...spoken, ...given } }) },
        materials: {
          certificates: { ...materials.certificates, 'Secret/infra/us': clientCertificate() },
          authorities: { ...materials.authorities, 'ConfigMap/infra/strangers': strangers.certificate },
        },
      })
      const { configuration } = ended
      const spec = { ...configuration.spec, clientCertificate: secret('us') }
      await dataPlane(context).program([{ ...ended, configuration: { ...configuration, spec } }])
      assert.equal(await talkByTls({ host, port, servername: 'a.test' }), says)
    })
})
