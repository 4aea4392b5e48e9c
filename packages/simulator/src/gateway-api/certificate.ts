import { createAuthority, issueCertificate } from '@sitrep/api-server/certificates'
import type { KubeObject, ObjectRef } from '@sitrep/status'

/** What a certificate is to be like. */
export interface WantedCertificate {
  readonly host: string
  readonly now: number
  /** A good one holds for ten years; an expired one did until an hour ago. */
  readonly state: 'good' | 'expired'
}

const hourMs = 3_600_000

/** A Secret with a new certificate and its key, by an authority that nobody trusts. */
export function certificateSecret(
  { namespace, name }: Pick<ObjectRef, 'namespace' | 'name'>,
  { host, now, state }: WantedCertificate,
): KubeObject {
  const authority = createAuthority({ commonName: 'simulated authority' }, now)
  const { certificate, key } = issueCertificate(authority, {
    commonName: host,
    hosts: [host],
    use: 'server',
    now,
    ...(state === 'expired' && { lifetimeMs: -hourMs }),
  })
  const encoded = (text: string): string => Buffer.from(text).toString('base64')
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    type: 'kubernetes.io/tls',
    data: { 'tls.crt': encoded(certificate), 'tls.key': encoded(key) },
  }
  return secret
}
