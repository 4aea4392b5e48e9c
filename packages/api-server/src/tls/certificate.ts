import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { isIP } from 'node:net'
import {
  bitString,
  explicit,
  implicit,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  time,
  utf8String,
  yes,
} from './der.ts'

/** A certificate and its private key, as PEM texts. */
export interface Identity {
  readonly certificate: string
  readonly key: string
}

export interface CertificateSubject {
  readonly commonName: string
  readonly organizations?: readonly string[]
}

export interface IssueOptions extends CertificateSubject {
  readonly now: number
  readonly use: 'server' | 'client'
  /** DNS names and IP addresses that a server answers for. */
  readonly hosts?: readonly string[]
}

const oids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
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

const dayMs = 24 * 3600 * 1000
const lifetimeMs = 10 * 365 * dayMs

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

/** A certificate that the authority vouches for. */
export function issueCertificate(authority: Identity, options: IssueOptions): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const authorityKey = createPrivateKey(authority.key)
  const extensions = [
    critical(oids.basicConstraints, sequence()),
    // digitalSignature.
    critical(oids.keyUsage, bitString(Buffer.from([0x80]), 7)),
    plain(
      oids.extendedKeyUsage,
      sequence(objectIdentifier(options.use === 'server' ? oids.serverAuth : oids.clientAuth)),
    ),
    plain(oids.authorityKeyIdentifier, sequence(implicit(0, keyIdentifier(createPublicKey(authorityKey))))),
    ...(options.hosts === undefined
      ? []
      : [plain(oids.subjectAltName, sequence(...options.hosts.map(alternativeName)))]),
  ]
  const certificate = signed(
    {
      issuer: subjectBytes(authority.certificate),
      subject: nameOf(options),
      publicKey,
      extensions,
      now: options.now,
    },
    authorityKey,
  )
  return { certificate, key: pemOf(privateKey) }
}

interface Unsigned {
  readonly issuer: Buffer
  readonly subject: Buffer
  readonly publicKey: KeyObject
  readonly extensions: readonly Buffer[]
  readonly now: number
}

function signed({ issuer, subject, publicKey, extensions, now }: Unsigned, key: KeyObject): string {
  const algorithm = sequence(objectIdentifier(oids.ecdsaWithSha256))
  const version3 = explicit(0, integer(Buffer.from([2])))
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
    explicit(3, sequence(...extensions)),
  )
  const certificate = sequence(body, algorithm, bitString(sign('sha256', body, key)))
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

/** The subject of our own authority, byte for byte: chains are matched by it. */
function subjectBytes(pem: string): Buffer {
  const lines = new X509Certificate(pem).subject.split('\n').map((line) => line.split('='))
  const values = (name: string): string[] =>
    lines.filter(([key]) => key === name).map(([, ...value]) => value.join('='))
  return nameOf({ commonName: values('CN')[0] ?? '', organizations: values('O') })
}

function alternativeName(host: string): Buffer {
  switch (isIP(host)) {
    case 4:
      return implicit(7, Buffer.from(host.split('.').map(Number)))
    case 6:
      return implicit(7, addressBytes(host))
    default:
      return implicit(2, Buffer.from(host))
  }
}

function addressBytes(address: string): Buffer {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 0xff]))
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
