import {
  type ConnectionOptions,
  checkServerIdentity,
  createSecureContext,
  getCACertificates,
  type PeerCertificate,
  rootCertificates,
  type SecureContext,
} from 'node:tls'
import type { BackendTls, ObjectReference } from '@sitrep/gateway-api'
import { text } from '@sitrep/status'
import type { KeyPair, Materials } from '../data-plane.ts'
import type { MadeOnce } from '../made-once.ts'

/** How TLS is spoken to a backend; or what is answered, because it is asked for and cannot be had. */
export type SpokenTls = { readonly tls: ConnectionOptions } | { readonly answer: number }

/** What TLS to a backend is put together from. */
export interface BackendTlsParts {
  readonly materials: Materials
  /** The certificate that backends are shown. */
  readonly clientCertificate: ObjectReference | undefined
  readonly contexts: MadeOnce<SecureContext>
}

const cannotBeHad: SpokenTls = { answer: 500 }

/** The key under which the text behind a reference stands in the materials. */
export const materialKey = ({ kind, namespace, name }: ObjectReference): string =>
  `${kind}/${namespace}/${name}`

/** Options for `tls.connect` and all that is built on it. Clear text is never the answer to something that is missing. */
export function backendTls(wanted: BackendTls, parts: BackendTlsParts): SpokenTls {
  if (wanted.answer !== undefined) return { answer: wanted.answer }
  const authorities = authoritiesOf(wanted, parts.materials)
  if (authorities === undefined) return cannotBeHad
  const shown = shownTo(parts)
  if (shown === 'missing') return cannotBeHad
  const key = JSON.stringify([authorities === systemAuthorities() ? 'system' : authorities, shown])
  try {
    const secureContext = parts.contexts.get(key, () =>
      createSecureContext({
        ca: [...authorities],
        ...(shown !== undefined && { cert: shown.certificate, key: shown.key }),
      }),
    )
    return { tls: { secureContext, servername: wanted.hostname, ...identityOf(wanted) } }
  } catch {
    // OpenSSL does not take what the Secrets or ConfigMaps hold.
    return cannotBeHad
  }
}

function authoritiesOf(wanted: BackendTls, { authorities }: Materials): readonly string[] | undefined {
  if (wanted.wellKnownAuthorities !== undefined)
    return wanted.wellKnownAuthorities === 'System' ? systemAuthorities() : undefined
  const read = wanted.authorities.flatMap((ref) => authorities[materialKey(ref)] ?? [])
  return read.length === 0 ? undefined : read
}

let system: readonly string[] | undefined

// Asked when the first backend wants them: a machine's store takes a while to read. One without a store has Node's own.
function systemAuthorities(): readonly string[] {
  const found = system ?? getCACertificates('system')
  system = found.length > 0 ? found : rootCertificates
  return system
}

function shownTo({ clientCertificate, materials }: BackendTlsParts): KeyPair | undefined | 'missing' {
  if (clientCertificate === undefined) return undefined
  return materials.certificates[materialKey(clientCertificate)] ?? 'missing'
}

// Names that a policy lists are what the certificate must hold; its hostname is then only what the backend is asked for.
function identityOf({ subjectAltNames }: BackendTls): Pick<ConnectionOptions, 'checkServerIdentity'> {
  if (subjectAltNames.length === 0) return {}
  const names = subjectAltNames.map(({ type, hostname, uri }) =>
    type === 'URI' ? { uri: text(uri) ?? '' } : { hostname: text(hostname) ?? '' },
  )
  return {
    checkServerIdentity(_host, certificate) {
      const held = names.some((name) =>
        'uri' in name
          ? uriNames(certificate).includes(name.uri)
          : name.hostname !== '' && holdsHostname(certificate, name.hostname),
      )
      return held
        ? undefined
        : new Error('The certificate of the backend holds none of the names that its policy lists')
    },
  }
}

const holdsHostname = (certificate: PeerCertificate, hostname: string): boolean =>
  certificate.subjectaltname !== undefined && checkServerIdentity(hostname, certificate) === undefined

// Node writes them in one line, and puts a name that could be taken for more than one into quotes as JSON does.
const namePattern = /(?:^|, )([A-Za-z0-9 ]+):("(?:[^"\\]|\\.)*"|[^,"]*)/g

/** The URIs among the names of a certificate. */
export function uriNames({
  subjectaltname = '',
}: Pick<PeerCertificate, 'subjectaltname'>): readonly string[] {
  return [...subjectaltname.matchAll(namePattern)].flatMap(([, type, name = '']) =>
    type === 'URI' ? [name.startsWith('"') ? unquoted(name) : name] : [],
  )
}

// Read while a connection is being made, where nobody would catch what is thrown.
function unquoted(name: string): string {
  try {
    const read: unknown = JSON.parse(name)
    return text(read) ?? ''
  } catch {
    return ''
  }
}
