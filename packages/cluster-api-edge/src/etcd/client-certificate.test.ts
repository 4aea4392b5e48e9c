import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { describe, it } from 'node:test'
import { certificateLifetimeMs, signClientCertificate } from './client-certificate.ts'
import { bits, oid, sequence, tagged, time } from './der.ts'

const now = Date.parse('2049-12-31T12:00:00Z')

/** An authority with a name that has several parts, one of them in an old encoding, as others make them. */
function authorityOf(
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  algorithm: Buffer,
  digest: string | null,
) {
  const part = (type: string, encoded: Buffer): Buffer => tagged(0x31, sequence(oid(type), encoded))
  const name = sequence(
    part('2.5.4.10', tagged(0x13, Buffer.from('Example'))),
    part('2.5.4.3', tagged(0x0c, Buffer.from('Autorität'))),
  )
  const constraints = tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff]))))
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(0), time(now * 2)),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(oid('2.5.29.19'), constraints))),
  )
  const der = sequence(body, algorithm, bits(sign(digest, body, keys.privateKey)))
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const rsa = (): Authority =>
  authorityOf(
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    sequence(oid('1.2.840.113549.1.1.11'), tagged(0x05)),
    'sha256',
  )
const ec = (): Authority =>
  authorityOf(
    generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    sequence(oid('1.2.840.10045.4.3.2')),
    'sha256',
  )
const edwards = (): Authority =>
  authorityOf(generateKeyPairSync('ed25519'), sequence(oid('1.3.101.112')), null)

type Authority = ReturnType<typeof authorityOf>

describe('A client certificate', () => {
  for (const [name, make] of [
    ['RSA', rsa],
    ['P-384', ec],
    ['Ed25519', edwards],
  ] as const) {
    it(`signed by an authority with a key of ${name} is vouched for by it`, () => {
      const authority = make()
      const { certificate, key } = signClientCertificate(authority, 'sitrep', now)
      const [signed, root] = [new X509Certificate(certificate), new X509Certificate(authority.certificate)]
      assert.ok(signed.checkIssued(root))
      assert.ok(signed.verify(root.publicKey))
      assert.ok(signed.checkPrivateKey(createPrivateKey(key)))
      assert.equal(signed.subject, 'CN=sitrep')
      assert.deepEqual(signed.keyUsage, ['1.3.6.1.5.5.7.3.2'])
      assert.equal(Date.parse(signed.validTo), now + certificateLifetimeMs)
    })
  }

  it('is not made with a key that is not the authority’s', () => {
    const { certificate } = ec()
    assert.throws(() => signClientCertificate({ certificate, key: ec().key }, 'sitrep', now), TypeError)
  })
})
