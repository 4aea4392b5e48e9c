import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { createAuthority, issueCertificate } from './certificate.ts'

const now = Date.now()
const authority = createAuthority({ commonName: 'sitrep-ca' }, now)

describe('certificates', () => {
  it('an authority signs itself and may sign others', () => {
    const certificate = new X509Certificate(authority.certificate)
    assert.ok(certificate.ca)
    assert.ok(certificate.verify(certificate.publicKey))
    assert.ok(certificate.checkPrivateKey(createPrivateKey(authority.key)))
  })

  it('an issued certificate names its hosts and is vouched for by the authority', () => {
    const hosts = ['localhost', '127.0.0.1', '::1', 'fd00::1:2']
    const { certificate } = issueCertificate(authority, { commonName: 'server', now, use: 'server', hosts })
    const issued = new X509Certificate(certificate)
    const root = new X509Certificate(authority.certificate)
    assert.ok(issued.checkIssued(root))
    assert.ok(issued.verify(root.publicKey))
    assert.equal(issued.checkHost('localhost'), 'localhost')
    assert.equal(issued.checkIP('127.0.0.1'), '127.0.0.1')
    assert.equal(issued.checkIP('fd00::1:2'), 'fd00::1:2')
    assert.equal(issued.checkHost('example.com'), undefined)
    assert.ok(!issued.ca)
  })

  it('a client certificate carries its user and groups over a real handshake', async () => {
    const server = issueCertificate(authority, { commonName: 's', now, use: 'server', hosts: ['127.0.0.1'] })
    const client = issueCertificate(authority, {
      commonName: 'ann',
      organizations: ['dev', 'ops'],
      now,
      use: 'client',
    })
    const seen = Promise.withResolvers<unknown>()
    const options = {
      cert: server.certificate,
      key: server.key,
      ca: authority.certificate,
      requestCert: true,
    }
    const listening = createServer(options, (message, response) => {
      const socket = message.socket as unknown as { getPeerCertificate(): { subject: unknown } }
      seen.resolve({ ...(socket.getPeerCertificate().subject as object) })
      response.end()
    })
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
    const { port } = listening.address() as AddressInfo
    const { certificate: cert, key } = client
    const asking = request({ host: '127.0.0.1', port, cert, key, ca: authority.certificate, agent: false })
    asking.on('response', (response) => response.resume())
    asking.end()
    assert.deepEqual(await seen.promise, { O: ['dev', 'ops'], CN: 'ann' })
    listening.close()
  })
})
