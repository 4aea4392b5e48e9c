import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto'
import { createAuthority, type Identity, issueCertificate } from './certificate.ts'
import type { PrivateFiles, PrivateText } from './identity-files.ts'

/** What a server proves itself with, and what its administrator proves himself with. */
export interface Identities {
  readonly authority: Identity
  readonly server: Identity
  readonly adminToken: string
  /** PEM of the key that signs the tokens of service accounts. */
  readonly tokenKey: string
}

/** The files that identities lie in, which a backup keeps with the objects. */
export const identityFiles = ['authority.pem', 'admin-token', 'service-account.key'] as const

export type IdentityFile = (typeof identityFiles)[number]

/** What keeps the text of such a file from being used, as the end of a sentence; absent where it can be. */
export function faultOfIdentity(name: IdentityFile, text: string, now: number): string | undefined {
  const kinds = {
    'authority.pem': authorityText(now),
    'admin-token': adminToken,
    'service-account.key': tokenKey,
  }
  return text === '' ? 'it is empty' : kinds[name].fault(text)
}

/** Reads or makes the identities. The server's own certificate is made anew: its hosts may have changed. */
export function openIdentities(
  files: PrivateFiles,
  options: { hosts: readonly string[]; now: number },
): Identities {
  const { hosts, now } = options
  const authority = identityIn(files.text('authority.pem', authorityText(now)))
  return {
    authority,
    server: issueCertificate(authority, { commonName: 'kube-apiserver', now, use: 'server', hosts }),
    adminToken: files.text('admin-token', adminToken),
    tokenKey: files.text('service-account.key', tokenKey),
  }
}

const adminToken: PrivateText = {
  make: () => randomBytes(32).toString('base64url'),
  // Whoever brings a token of his own may; it travels in a header.
  fault: (text) =>
    /^[\x21-\x7e]{16,4096}$/.test(text) ? undefined : 'it is no token: 16 or more printable characters',
  anew: 'another one is made, which the kubeconfig beside it will name',
}

const tokenKey: PrivateText = {
  make: () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  fault: faultOfKey,
  anew: 'another one is made, with which tokens of service accounts that were given out are not good any more',
}

const authorityText = (now: number): PrivateText => ({
  // Key and certificate lie in one file: half of a pair would be worth nothing.
  make: () => {
    const { certificate, key } = createAuthority({ commonName: 'sitrep-ca' }, now)
    return `${certificate}${key}`
  },
  fault: (text) => faultOfAuthority(identityIn(text), now),
  anew: 'another one is made, with which clients need the new kubeconfig',
})

function identityIn(pem: string): Identity {
  const start = pem.indexOf('-----BEGIN PRIVATE KEY')
  return start === -1
    ? { certificate: pem, key: '' }
    : { certificate: pem.slice(0, start), key: pem.slice(start) }
}

function faultOfAuthority({ certificate, key }: Identity, now: number): string | undefined {
  const fault = faultOfKey(key)
  if (fault !== undefined) return fault
  try {
    const authority = new X509Certificate(certificate)
    if (!authority.checkPrivateKey(createPrivateKey(key))) return 'its key is not that of its certificate'
    // It vouches for itself, unless somebody brought one that another authority vouches for.
    const selfMade = authority.checkIssued(authority)
    if (selfMade && !authority.verify(authority.publicKey)) return 'its certificate is not as it was signed'
    return authority.validToDate.getTime() < now ? 'its certificate is out of date' : undefined
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return 'its certificate cannot be read'
  }
}

/** Reading a key does not show that it is whole: what it signs must be what its public half accepts. */
function faultOfKey(pem: string): string | undefined {
  try {
    const key = createPrivateKey(pem)
    const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
    const probe = Buffer.from('sitrep')
    return verify(digest, probe, createPublicKey(key), sign(digest, probe, key))
      ? undefined
      : 'its key does not fit together'
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return 'its key cannot be read'
  }
}
