import { X509Certificate } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { materialKey } from '../../backends/backend-tls.ts'
import type { Site } from '../../data-plane.ts'
import { authoritiesKey, type CertificateFile, type RenderedSite } from '../render/types.ts'

/** Writes files that nobody else may read into a folder of their own. */
export async function writePrivately(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { mode: 0o600 })
}

/** Writes down the certificates of a site that can be used, under names of ours, and tells where they stand. */
export async function writeMaterials(
  { configuration: { spec }, materials: { certificates, authorities } }: Site,
  folder: string,
  prefix: string,
): Promise<Pick<RenderedSite, 'certificates' | 'authorities'>> {
  const written: { certificates: Record<string, CertificateFile>; authorities: Record<string, string> } = {
    certificates: {},
    authorities: {},
  }
  const files: Record<string, string> = {}
  for (const [index, [key, pair]] of Object.entries(certificates).entries()) {
    const names = usableNames(pair.certificate, pair.key)
    if (names === undefined) continue
    const name = `${prefix}.${index}.pem`
    files[name] = `${pair.certificate.trim()}\n${pair.key.trim()}\n`
    written.certificates[key] = { path: join(folder, name), names }
  }
  const trusted = [
    ...spec.listeners.flatMap(({ tls }) => (tls?.clients ? [tls.clients.authorities] : [])),
    ...Object.values(spec.backends).flatMap(({ tls }) => (tls ? [tls.authorities] : [])),
  ]
  for (const [index, refs] of trusted.entries()) {
    const texts = refs.flatMap((ref) => authorities[materialKey(ref)] ?? []).filter(isAuthority)
    if (texts.length === 0) continue
    const name = `${prefix}.${index}.ca`
    files[name] = texts.map((text) => `${text.trim()}\n`).join('')
    written.authorities[authoritiesKey(refs)] = join(folder, name)
  }
  await writePrivately(folder, files)
  return written
}

// The names that a certificate is good for; nothing where it or its key cannot be used.
function usableNames(cert: string, key: string): readonly string[] | undefined {
  try {
    createSecureContext({ cert, key })
    const { subjectAltName = '' } = new X509Certificate(cert)
    return [...subjectAltName.matchAll(/DNS:([^,\s"]+)/g)].flatMap(([, name]) => name ?? [])
  } catch {
    return undefined
  }
}

function isAuthority(text: string): boolean {
  try {
    new X509Certificate(text)
    return true
  } catch {
    return false
  }
}
