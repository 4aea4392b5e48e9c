import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { X509Certificate } from 'node:crypto'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { authorityView, certificateView, checkSecret, keepSecret } from './observe.ts'
import {
  ecBareKey,
  ecCertificate,
  ecKey,
  ecWrappedKey,
  edCertificate,
  edKey,
  rsaCertificate,
  rsaKey,
  rsaWrappedKey,
} from './pems.testing.ts'

const secret = (certificate: string | undefined, key: string | undefined): KubeObject => {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const data = {
    ...(certificate !== undefined && { 'tls.crt': encoded(certificate) }),
    ...(key !== undefined && { 'tls.key': encoded(key) }),
  }
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'cert', namespace: 'infra' },
    data,
  } as KubeObject
}

const cut = (pem: string): string => pem.replace(/\n.{64}\n/, '\n')

describe('a Secret as a certificate', () => {
  type Case = readonly [
    name: string,
    certificate: string | undefined,
    key: string | undefined,
    says: string,
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['elliptic',             ecCertificate,              ecKey,         'sound',                                      'they belong together'],
    ['elliptic, wrapped',    ecCertificate,              ecWrappedKey,  'sound',                                      'they belong together'],
    ['elliptic, bare',       ecCertificate,              ecBareKey,     'sound',                                      'what does not show is not held against it'],
    ['RSA',                  rsaCertificate,             rsaKey,        'sound',                                      'they belong together'],
    ['RSA, wrapped',         rsaCertificate,             rsaWrappedKey, 'sound',                                      'they belong together'],
    ['Ed25519',              edCertificate,              edKey,         'sound',                                      'what does not show is not held against it'],
    ['a chain',              ecCertificate + rsaCertificate, ecKey,     'sound',                                      'the first one is shown'],
    ['a chain, turned',      rsaCertificate + ecCertificate, ecKey,     'its tls.key does not belong to its tls.crt', 'the first one is shown'],
    ['keys exchanged',       ecCertificate,              rsaKey,        'its tls.key does not belong to its tls.crt', 'they are of two kinds'],
    ['RSA, keys exchanged',  rsaCertificate,             ecKey,         'its tls.key does not belong to its tls.crt', 'they are of two kinds'],
    ['certificate cut',      cut(ecCertificate),         ecKey,         'its tls.crt is no certificate in PEM',       'bytes are missing'],
    ['key cut',              ecCertificate,              cut(ecKey),    'its tls.key is no private key in PEM',       'bytes are missing'],
    ['no PEM',               'hello',                    ecKey,         'its tls.crt is no certificate in PEM',       'it is only a text'],
    ['key for certificate',  ecKey,                      ecKey,         'its tls.crt is no certificate in PEM',       'it is another sort of PEM'],
    ['certificate for key',  ecCertificate,              ecCertificate, 'its tls.key is no private key in PEM',       'it is another sort of PEM'],
    ['no key',               ecCertificate,              undefined,     'it has no tls.key',                          'it is missing'],
    ['no certificate',       undefined,                  ecKey,         'it has no tls.crt',                          'it is missing'],
    ['values not shown',     '',                         '',            'withheld',                                   'nothing can be told from what is not shown'],
  ]
  for (const [name, certificate, key, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const state = checkSecret(secret(certificate, key))
      assert.equal(state.state === 'unsound' ? state.fault : state.state, says)
    })
  }

  it('ends when its certificate says so', () => {
    const state = checkSecret(secret(rsaCertificate, rsaKey))
    const { validTo } = new X509Certificate(rsaCertificate)
    assert.equal(state.state === 'sound' && Date.parse(state.notAfter), Date.parse(validTo))
  })

  it('can be looked at whatever its bytes are', () => {
    const bytes = Buffer.from(ecCertificate.split('\n').slice(1, -2).join(''), 'base64')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0x80
      const pem = `-----BEGIN CERTIFICATE-----\n${changed.toString('base64')}\n-----END CERTIFICATE-----\n`
      assert.ok(['sound', 'unsound'].includes(checkSecret(secret(pem, ecKey)).state))
    }
  })
})

describe('what is kept of a Secret', () => {
  const kept = keepSecret(secret(ecCertificate, ecKey))

  it('is enough to say the same', () => {
    assert.deepEqual(certificateView.of(kept), checkSecret(secret(ecCertificate, ecKey)))
  })
  it('is the same when it is kept again, as from a bundle', () => {
    assert.deepEqual(keepSecret(kept), kept)
  })
  it('holds nothing of its values', () => {
    assert.deepEqual((kept as unknown as { data: object }).data, { 'tls.crt': '', 'tls.key': '' })
    assert.ok(!JSON.stringify(kept).includes('PRIVATE'))
  })
})

describe('a ConfigMap as an authority', () => {
  const soundness = (data: object): boolean =>
    authorityView.of({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'ca' }, data } as KubeObject)
      .sound

  it('needs a certificate in PEM under ca.crt', () => {
    assert.deepEqual(
      [{ 'ca.crt': ecCertificate }, { 'ca.crt': 'hello' }, { other: ecCertificate }, {}].map(soundness),
      [true, false, false, false],
    )
  })
})
