import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, issueCertificate } from '@sitrep/api-server/certificates'

/** A folder with `tls.crt` and `tls.key`, as a Secret is mounted, and the authority that signed them. */
export interface CertificateFolder {
  readonly path: string
  /** PEM of the authority whose certificate lies there now. */
  readonly authority: () => string
  /** Puts a certificate of another authority there. */
  readonly replace: () => void
  readonly remove: () => void
}

/** Certificates for the loopback. */
export function certificateFolder(now: number): CertificateFolder {
  const path = mkdtempSync(join(tmpdir(), 'webhook-certificate-'))
  let present = ''
  let count = 0
  const replace = (): void => {
    const authority = createAuthority({ commonName: `webhook authority ${++count}` }, now)
    const issued = issueCertificate(authority, {
      commonName: 'webhook',
      use: 'server',
      hosts: ['127.0.0.1', 'localhost'],
      now,
    })
    writeFileSync(join(path, 'tls.crt'), issued.certificate)
    writeFileSync(join(path, 'tls.key'), issued.key)
    present = authority.certificate
  }
  replace()
  return {
    path,
    authority: () => present,
    replace,
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
