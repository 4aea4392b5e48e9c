import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { bits, elementsOf, oid, sequence, tagged, time } from './der.ts'

/** A certificate and its private key, as PEM texts. */
export interface CertifiedKey {
  readonly certificate: string
  readonly key: string
}

const hourMs = 3_600_000
/** How long a certificate of ours is good. It is made anew long before that. */
export const certificateLifetimeMs: number = 24 * hourMs

/** A certificate for a client of whatever trusts this authority. Throws when the authority's certificate or key is unusable. */
export function signClientCertificate(
  authority: CertifiedKey,
  commonName: string,
  now: number,
): CertifiedKey {
  const issuerKey = createPrivateKey(authority.key)
  const issuer = new X509Certificate(authority.certificate)
  if (!issuer.checkPrivateKey(issuerKey)) throw new TypeError('The key is not that of the certificate')
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { identifier, digest } = signatureOf(issuerKey)
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serialNumber()),
    identifier,
    subjectOf(issuer),
    // Clocks differ: what is made this instant shall be good on a machine that is a little behind.
    sequence(time(now - hourMs), time(now + certificateLifetimeMs)),
    sequence(tagged(0x31, sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from(commonName))))),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  )
  const certificate = sequence(body, identifier, bits(sign(digest, body, issuerKey)))
  return {
    certificate: pem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const yes = tagged(0x01, Buffer.from([0xff]))
const digitalSignature = tagged(0x03, Buffer.from([7, 0x80]))
const clientAuthentication = sequence(oid('1.3.6.1.5.5.7.3.2'))
const extensions = [
  sequence(oid('2.5.29.15'), yes, tagged(0x04, digitalSignature)),
  sequence(oid('2.5.29.37'), tagged(0x04, clientAuthentication)),
]

// Positive and never the same twice.
function serialNumber(): Buffer {
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  return serial
}

// Chains are matched by the bytes of the name, so they are taken as they stand: version, serial, algorithm, issuer, validity, subject.
function subjectOf(certificate: X509Certificate): Buffer {
  const [body] = elementsOf(certificate.raw)
  const subject = body && elementsOf(body)[5]
  if (subject === undefined) throw new TypeError('The certificate has no subject')
  return subject
}

function signatureOf({ asymmetricKeyType }: KeyObject): {
  readonly identifier: Buffer
  readonly digest: 'sha256' | null
} {
  switch (asymmetricKeyType) {
    case 'rsa':
      return { identifier: sequence(oid('1.2.840.113549.1.1.11'), tagged(0x05)), digest: 'sha256' }
    case 'ec':
      return { identifier: sequence(oid('1.2.840.10045.4.3.2')), digest: 'sha256' }
    case 'ed25519':
      return { identifier: sequence(oid('1.3.101.112')), digest: null }
    default:
      throw new TypeError(`An authority cannot sign with a key of type ${asymmetricKeyType}`)
  }
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
