import assert from 'node:assert/strict'
import { createServer as createHttpServer, request } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2'
import { request as requestSecurely } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createAuthority, issueCertificate } from '@sitrep/api-server/certificates'
import { fetchOnce, freePort, type Listening, openEcho } from './clients.testing.ts'
import type { DataPlane } from './data-plane.ts'
import { backend, entry, listener, prefix, rule, site } from './sites.testing.ts'

const now = Date.now()
const authority = createAuthority({ commonName: 'authority' }, now)
const issued = (host: string, use: 'server' | 'client' = 'server') =>
  issueCertificate(authority, { commonName: host, hosts: [host], now, use })
const named = (kind: string, name: string) => ({ group: '', kind, namespace: 'infra', name })

/** What every data plane does with protocols beyond plain HTTP/1.1. */
export function describeProtocols(name: string, open: () => Promise<DataPlane>): void {
  describe(`${name} speaks protocols`, () => {
    let plane: DataPlane
    let echo: Listening
    let port: number
    before(async () => {
      plane = await open()
      echo = await openEcho('a')
      port = await freePort()
    })
    after(async () => {
      await plane.close()
      await echo[Symbol.asyncDispose]()
    })
    const serve = (spec: Parameters<typeof site>[0], materials: Parameters<typeof site>[2] = {}) =>
      plane.program([
        site(
          {
            listeners: [listener([entry('a', prefix('/'))])],
            rules: { a: rule(['a']) },
            backends: { a: backend([echo.port]) },
            ...spec,
          },
          { ports: { 80: port, 443: port } },
          materials,
        ),
      ])

    it('HTTP/2 in clear text, from clients and to backends that ask for it', async () => {
      const server = createHttp2Server((incoming, outgoing) => outgoing.end(incoming.httpVersion))
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      const target = backend([(server.address() as AddressInfo).port], { appProtocol: 'kubernetes.io/h2c' })
      await serve({ backends: { a: target } })
      const session = connectHttp2(`http://127.0.0.1:${port}`)
      const said = await new Promise<string>((resolve, reject) => {
        let body = ''
        const stream = session.request({ ':path': '/', ':authority': 'any.test' })
        stream.on('data', (chunk) => {
          body += String(chunk)
        })
        stream.on('end', () => resolve(body)).on('error', reject)
      })
      session.close()
      server.close()
      assert.equal(said, '2.0')
    })

    it('WebSockets: what follows an upgrade is passed on both ways', async () => {
      const server = createHttpServer()
      server.on('upgrade', (_, socket) => {
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n',
        )
        socket.on('data', (chunk) => socket.end(`echo ${chunk}`))
      })
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      await serve({ backends: { a: backend([(server.address() as AddressInfo).port]) } })
      const said = await new Promise<string>((resolve, reject) => {
        const headers = {
          host: 'any.test',
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        }
        const started = request({ host: '127.0.0.1', port, path: '/', headers })
        started.on('upgrade', (_, socket) => {
          socket.write('hello')
          socket.on('data', (chunk) => resolve(String(chunk)))
        })
        started.on('error', reject).on('response', ({ statusCode }) => resolve(String(statusCode)))
        started.end()
      })
      server.close()
      assert.equal(said, 'echo hello')
    })

    it('TLS to backends, verified by name and authority', async () => {
      await using secured = await openEcho('secured', issued('inner.test'))
      const status = async (hostname: string, authorities: Readonly<Record<string, string>>) => {
        const refs = [named('ConfigMap', 'older'), named('ConfigMap', 'ca')]
        const tls = { hostname, subjectAltNames: [], authorities: refs }
        await serve({ backends: { a: backend([secured.port], { tls }) } }, { authorities })
        return (await fetchOnce({ port })).status
      }
      const right = { 'ConfigMap/infra/ca': authority.certificate }
      const other = createAuthority({ commonName: 'other' }, now).certificate
      const wrong = { 'ConfigMap/infra/ca': other }
      assert.equal(await status('inner.test', right), 200)
      assert.ok((await status('other.test', right)) >= 500)
      assert.ok((await status('inner.test', wrong)) >= 500)
      assert.ok((await status('inner.test', {})) >= 500)
      assert.equal(await status('inner.test', { ...right, 'ConfigMap/infra/older': other }), 200)
    })

    it('certificates of clients, where a listener wants them', async () => {
      const clients = { mode: 'AllowValidOnly', authorities: [named('ConfigMap', 'ca')] }
      const tls = { mode: 'Terminate', certificates: [named('Secret', 'one')], clients }
      const guarded = listener([entry('a', prefix('/'))], {
        protocol: 'HTTPS',
        port: 443,
        hostname: 'one.test',
        tls,
      })
      await serve(
        { listeners: [guarded] },
        {
          certificates: { 'Secret/infra/one': issued('one.test') },
          authorities: { 'ConfigMap/infra/ca': authority.certificate },
        },
      )
      const status = (shown: { readonly cert?: string; readonly key?: string }) =>
        new Promise<number>((resolve) => {
          const options = {
            host: '127.0.0.1',
            port,
            servername: 'one.test',
            ca: authority.certificate,
            agent: false,
            headers: { host: 'one.test' },
            ...shown,
          }
          requestSecurely(options, (response) => resolve(response.resume().statusCode ?? 0))
            .on('error', () => resolve(0))
            .end()
        })
      const { certificate, key } = issued('client', 'client')
      assert.equal(await status({ cert: certificate, key }), 200)
      assert.equal(await status({}), 0)
    })
  })
}
