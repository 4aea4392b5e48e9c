import { at, type KubeObject, text, type View } from '@sitrep/status'
import { type PemBlock, pemBlocks, textOf } from './pem.ts'
import type { CertificateState } from './types.ts'
import { readPrivateKey, readX509 } from './x509.ts'

const unsound = (fault: string): CertificateState => ({ state: 'unsound', fault })

/** Looks into a Secret: is there a certificate, is there a key, do they belong together? */
export function checkSecret(secret: KubeObject): CertificateState {
  const [encodedCertificate, encodedKey] = [at(secret, 'data', 'tls.crt'), at(secret, 'data', 'tls.key')]
  if (encodedCertificate === '' && encodedKey === '') return { state: 'withheld' }
  if (text(encodedCertificate) === undefined) return unsound('it has no tls.crt')
  if (text(encodedKey) === undefined) return unsound('it has no tls.key')
  const chain = certificatesIn(textOf(String(encodedCertificate)))
  if (chain === undefined) return unsound('its tls.crt is no certificate in PEM')
  const [leaf] = chain
  const key = keyIn(pemBlocks(textOf(String(encodedKey)) ?? ''))
  if (key === undefined) return unsound('its tls.key is no private key in PEM')
  if (leaf === undefined || !key.belongsTo(leaf.publicKey))
    return unsound('its tls.key does not belong to its tls.crt')
  return { state: 'sound', notAfter: leaf.notAfter }
}

/** The certificates of a PEM text; nothing where there is none, or one of them is malformed. */
function certificatesIn(pem: string | undefined) {
  const blocks = pemBlocks(pem ?? '')?.filter(({ label }) => label === 'CERTIFICATE')
  if (blocks === undefined || blocks.length === 0) return undefined
  const certificates = blocks.map(({ bytes }) => readX509(bytes))
  return certificates.every((certificate) => certificate !== undefined) ? certificates : undefined
}

const keyIn = (blocks: readonly PemBlock[] | undefined) => {
  const block = blocks?.find(({ label }) => label.endsWith('PRIVATE KEY'))
  return block && readPrivateKey(block.label, block.bytes)
}

/** Where the shape of a Secret keeps what was seen, so that no key has to be remembered. */
const seen = 'certificate'

/**
 * What is kept of a Secret: which keys it has, and what it is worth as a certificate. Nothing secret is kept. Keeping what was kept
 * before, in a bundle for example, changes nothing.
 */
export function keepSecret(secret: KubeObject): KubeObject {
  const names = Object.keys((at(secret, 'data') ?? {}) as object)
  const state = checkSecret(secret)
  const before = at(secret, seen) as CertificateState | undefined
  return {
    ...secret,
    data: Object.fromEntries(names.map((name) => [name, ''])),
    ...(names.includes('tls.crt') && { [seen]: state.state === 'withheld' ? (before ?? state) : state }),
  } as KubeObject
}

/** A Secret as a certificate. */
export const certificateView: View<CertificateState> = {
  name: 'certificate',
  of: (secret) => (at(secret, seen) as CertificateState | undefined) ?? checkSecret(secret),
}

/** Whether a ConfigMap holds certificates that others can be verified with. */
export const authorityView: View<{ readonly sound: boolean }> = {
  name: 'certificateAuthority',
  of: (configMap) => ({ sound: certificatesIn(text(at(configMap, 'data', 'ca.crt'))) !== undefined }),
}
