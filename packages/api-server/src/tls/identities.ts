import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createAuthority, type Identity, issueCertificate } from './certificate.ts'
import type { PrivateFiles } from './identity-files.ts'

/** What a server proves itself with, and what its administrator proves himself with. */
export interface Identities {
  readonly authority: Identity
  readonly server: Identity
  readonly adminToken: string
  /** PEM of the key that signs the tokens of service accounts. */
  readonly tokenKey: string
}

/** Reads or makes the identities. The server's own certificate is made anew: its hosts may have changed. */
export function openIdentities(
  files: PrivateFiles,
  options: { hosts: readonly string[]; now: number },
): Identities {
  const { hosts, now } = options
  const authority = readAuthority(files, now)
  return {
    authority,
    server: issueCertificate(authority, { commonName: 'kube-apiserver', now, use: 'server', hosts }),
    adminToken: files.text('admin-token', () => randomBytes(32).toString('base64url')),
    tokenKey: files.text('service-account.key', () =>
      generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    ),
  }
}

/** Key and certificate lie in one file: half of a pair would be worth nothing. */
function readAuthority(files: PrivateFiles, now: number): Identity {
  const pem = files.text('authority.pem', () => {
    const { certificate, key } = createAuthority({ commonName: 'sitrep-ca' }, now)
    return `${certificate}${key}`
  })
  const start = pem.indexOf('-----BEGIN PRIVATE KEY')
  return { certificate: pem.slice(0, start), key: pem.slice(start) }
}
