import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { parseIp } from '../schema/formats/ip.ts'
import {
  bitString,
  elementsOf,
  implicit,
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

/** A certificate and its private key, as PEM texts. */
export interface Identity {
  readonly certificate: string
  readonly key: string
}

/** Whom a certificate speaks of. */
export interface CertificateSubject {
  readonly commonName: string
  readonly organizations?: readonly string[]
}

/** What a certificate shall be good for. */
export interface IssueOptions extends CertificateSubject {
  readonly now: number
  /** Counted from `now`; ten years unless said otherwise. */
  readonly lifetimeMs?: number
  readonly use: 'server' | 'client'
  /** DNS names and IP addresses that a server answers for. */
  readonly hosts?: readonly string[]
}

const oids = {
  rsaWithSha256: '1.2.840.113549.1.1.11',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  ed25519: '1.3.101.112',
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
} as const

/** Context-specific tag 3 around a complete value. */
const extensionsTag = 0xa3
const dayMs = 24 * 3600 * 1000
const tenYearsMs = 10 * 365 * dayMs

/** A new certificate authority of its own. */
export function createAuthority(subject: CertificateSubject, now: number): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = nameOf(subject)
  const extensions = [
    critical(oids.basicConstraints, sequence(yes())),
    // keyCertSign and cRLSign.
    critical(oids.keyUsage, bitString(Buffer.from([0x06]), 1)),
    plain(oids.subjectKeyIdentifier, octetString(keyIdentifier(publicKey))),
  ]
  const certificate = signed({ issuer: name, subject: name, publicKey, extensions, now }, privateKey)
  return { certificate, key: pemOf(privateKey) }
}

/** A certificate that the authority vouches for, whoever made that. Throws when its certificate or key is unusable. */
export function issueCertificate(authority: Identity, options: IssueOptions): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const authorityKey = createPrivateKey(authority.key)
  const issuer = new X509Certificate(authority.certificate)
  if (!issuer.checkPrivateKey(authorityKey)) throw new TypeError('The key is not that of the certificate')
  const { subject, keyIdentifier } = partsOf(issuer)
  const extensions = [
    critical(oids.basicConstraints, sequence()),
    // digitalSignature.
    critical(oids.keyUsage, bitString(Buffer.from([0x80]), 7)),
    plain(
      oids.extendedKeyUsage,
      sequence(objectIdentifier(options.use === 'server' ? oids.serverAuth : oids.clientAuth)),
    ),
    ...(keyIdentifier === undefined
      ? []
      : [plain(oids.authorityKeyIdentifier, sequence(implicit(0, keyIdentifier)))]),
    ...(options.hosts === undefined
      ? []
      : [plain(oids.subjectAltName, sequence(...options.hosts.map(alternativeName)))]),
  ]
  const unsigned = { ...options, issuer: subject, subject: nameOf(options), publicKey, extensions }
  return { certificate: signed(unsigned, authorityKey), key: pemOf(privateKey) }
}

interface Unsigned {
  readonly issuer: Buffer
  readonly subject: Buffer
  readonly publicKey: KeyObject
  readonly extensions: readonly Buffer[]
  readonly now: number
  readonly lifetimeMs?: number
}

function signed(unsigned: Unsigned, key: KeyObject): string {
  const { issuer, subject, publicKey, extensions, now, lifetimeMs = tenYearsMs } = unsigned
  const { algorithm, digest } = signatureOf(key)
  const version3 = tagged(0xa0, integer(Buffer.from([2])))
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const body = sequence(
    version3,
    integer(serial),
    algorithm,
    issuer,
    // Clocks differ: a certificate made this instant shall be good on a machine that is a little behind.
    sequence(time(now - dayMs), time(now + lifetimeMs)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(extensionsTag, sequence(...extensions)),
  )
  const certificate = sequence(body, algorithm, bitString(sign(digest, body, key)))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function nameOf({ commonName, organizations = [] }: CertificateSubject): Buffer {
  const attribute = (type: string, value: string): Buffer =>
    set(sequence(objectIdentifier(type), utf8String(value)))
  return sequence(
    ...organizations.map((organization) => attribute(oids.organization, organization)),
    attribute(oids.commonName, commonName),
  )
}

function signatureOf({ asymmetricKeyType }: KeyObject): { algorithm: Buffer; digest: 'sha256' | null } {
  switch (asymmetricKeyType) {
    case 'rsa':
      return { algorithm: sequence(objectIdentifier(oids.rsaWithSha256), nothing()), digest: 'sha256' }
    case 'ec':
      return { algorithm: sequence(objectIdentifier(oids.ecdsaWithSha256)), digest: 'sha256' }
    case 'ed25519':
      return { algorithm: sequence(objectIdentifier(oids.ed25519)), digest: null }
    default:
      throw new TypeError(`An authority cannot sign with a key of type ${asymmetricKeyType}`)
  }
}

/** Chains are matched by these bytes, and every maker has its own way to number keys: they are taken as they stand. */
function partsOf({ raw }: X509Certificate): { subject: Buffer; keyIdentifier: Buffer | undefined } {
  const [body] = elementsOf(raw)
  // Version, serial, algorithm, issuer, validity, subject, key, and perhaps extensions.
  const parts = body === undefined ? [] : elementsOf(body.whole)
  const subject = parts[5]?.whole
  if (subject === undefined) throw new TypeError('The certificate has no subject')
  const wanted = objectIdentifier(oids.subjectKeyIdentifier)
  const [list] = elementsOf(parts.find(({ whole }) => whole[0] === extensionsTag)?.whole ?? sequence())
  const found = elementsOf(list?.whole ?? sequence())
    .map(({ whole }) => elementsOf(whole))
    .find(([type]) => type?.whole.equals(wanted))
  const [identifier] = elementsOf(found?.at(-1)?.whole ?? sequence())
  return { subject, keyIdentifier: identifier?.content }
}

function alternativeName(host: string): Buffer {
  const address = parseIp(host)
  return address === undefined ? implicit(2, Buffer.from(host)) : implicit(7, Buffer.from(address.bytes))
}

function critical(type: string, value: Buffer): Buffer {
  return sequence(objectIdentifier(type), yes(), octetString(value))
}

function plain(type: string, value: Buffer): Buffer {
  return sequence(objectIdentifier(type), octetString(value))
}

function keyIdentifier(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
