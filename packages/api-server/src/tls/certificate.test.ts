import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { createAuthority, type Identity, issueCertificate } from './certificate.ts'
import {
  bitString,
  integer,
  nothing,
  objectIdentifier,
  octetString,
  sequence,
  set,
  tagged,
  time,
  utf8String,
  yes,
} from './der.ts'

const now = Date.now()
const authority = createAuthority({ commonName: 'sitrep-ca' }, now)

interface Foreign {
  readonly keys: { publicKey: KeyObject; privateKey: KeyObject }
  readonly algorithm: Buffer
  readonly digest: string | null
  readonly keyIdentifier?: Buffer
}

/** An authority with a name that has several parts, one of them in an old encoding, as others make them. */
function foreignAuthority({ keys, algorithm, digest, keyIdentifier }: Foreign): Identity {
  const printable = (text: string): Buffer => tagged(0x13, Buffer.from(text))
  const name = sequence(
    set(sequence(objectIdentifier('2.5.4.10'), printable('Example'))),
    set(sequence(objectIdentifier('2.5.4.3'), utf8String('Autorität'))),
  )
  const extensions = [
    sequence(objectIdentifier('2.5.29.19'), yes(), octetString(sequence(yes()))),
    ...(keyIdentifier === undefined
      ? []
      : [sequence(objectIdentifier('2.5.29.14'), octetString(octetString(keyIdentifier)))]),
  ]
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.from([1])),
    algorithm,
    name,
    sequence(time(0), time(now * 2)),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  )
  const der = sequence(body, algorithm, bitString(sign(digest, body, keys.privateKey)))
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const ecdsa = sequence(objectIdentifier('1.2.840.10045.4.3.2'))
const p384 = (keyIdentifier?: Buffer): Identity =>
  foreignAuthority({
    keys: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    algorithm: ecdsa,
    digest: 'sha256',
    ...(keyIdentifier && { keyIdentifier }),
  })
const rsa = (): Identity =>
  foreignAuthority({
    keys: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    algorithm: sequence(objectIdentifier('1.2.840.113549.1.1.11'), nothing()),
    digest: 'sha256',
  })
const edwards = (): Identity =>
  foreignAuthority({
    keys: generateKeyPairSync('ed25519'),
    algorithm: sequence(objectIdentifier('1.3.101.112')),
    digest: null,
  })

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

  for (const [name, make] of [
    ['an RSA key', rsa],
    ['a P-384 key', p384],
    ['an Ed25519 key', edwards],
    ['a key that it numbers in its own way', () => p384(Buffer.from([1, 2, 3]))],
  ] as const) {
    it(`an authority that somebody else made, with ${name}, vouches for what is issued with it`, () => {
      const foreign = make()
      const lifetimeMs = 24 * 3600 * 1000
      const given = { commonName: 'sitrep', use: 'client', now, lifetimeMs } as const
      const { certificate, key } = issueCertificate(foreign, given)
      const [issued, root] = [new X509Certificate(certificate), new X509Certificate(foreign.certificate)]
      assert.ok(issued.checkIssued(root))
      assert.ok(issued.verify(root.publicKey))
      assert.ok(issued.checkPrivateKey(createPrivateKey(key)))
      assert.equal(issued.subject, 'CN=sitrep')
      assert.deepEqual(issued.keyUsage, ['1.3.6.1.5.5.7.3.2'])
      assert.equal(issued.validToDate.getTime(), Math.floor((now + lifetimeMs) / 1000) * 1000)
    })
  }

  it('no certificate is issued with a key that is not the authority’s', () => {
    const mixed = { certificate: p384().certificate, key: p384().key }
    assert.throws(() => issueCertificate(mixed, { commonName: 'sitrep', use: 'client', now }), TypeError)
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
