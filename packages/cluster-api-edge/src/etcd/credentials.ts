import { type Identity, issueCertificate } from '@sitrep/api-server/certificates'
import { type Connection, ControllerError, withQuery } from '@sitrep/controller/connection'
import { isFields, type ObjectRef } from '@sitrep/status'

/** How long a certificate of ours is good. It is made anew long before that. */
export const certificateLifetimeMs: number = 24 * 3_600_000

// A Secret has a megabyte at most.
const mostBytes = 8 * 1024 * 1024

/** What it takes to be let in by etcd, and to know that it is the right one. */
export interface EtcdCredentials {
  readonly authority: string
  readonly client: Identity
}

/**
 * Credentials for the etcd of one Cluster, from the Secrets that lie beside it: a certificate signed by etcd's own authority where its
 * key is there, else the API server's. Nothing where there are none that can be used.
 */
export async function etcdCredentials(
  management: Connection,
  cluster: ObjectRef,
  now: number,
): Promise<EtcdCredentials | undefined> {
  const authority = await readSecret(management, cluster, 'etcd')
  if (authority?.certificate === undefined) return undefined
  const own = await readSecret(management, cluster, 'apiserver-etcd-client')
  const client = signed(authority, now) ?? whole(own)
  return client && { authority: authority.certificate, client }
}

function signed(authority: Partial<Identity>, now: number): Identity | undefined {
  const usable = whole(authority)
  if (usable === undefined) return undefined
  try {
    return issueCertificate(usable, {
      commonName: 'sitrep',
      use: 'client',
      now,
      lifetimeMs: certificateLifetimeMs,
    })
  } catch {
    // Whatever is wrong with a key that somebody else keeps, it means only that nobody can sign with it.
    return undefined
  }
}

const whole = (pair: Partial<Identity> | undefined): Identity | undefined =>
  pair?.certificate !== undefined && pair.key !== undefined
    ? { certificate: pair.certificate, key: pair.key }
    : undefined

// By a list of one: whoever may follow the Secrets of Cluster API need not be allowed to get any by name.
async function readSecret(
  management: Connection,
  { namespace = '', name }: ObjectRef,
  purpose: string,
): Promise<Partial<Identity> | undefined> {
  const path = withQuery(`/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets`, {
    fieldSelector: `metadata.name=${name}-${purpose}`,
  })
  try {
    const answer = await management.request<unknown>({ path, mostBytes })
    const items = isFields(answer) ? answer['items'] : undefined
    const [secret] = (Array.isArray(items) ? items : []) as readonly unknown[]
    const data = isFields(secret) && isFields(secret['data']) ? secret['data'] : {}
    const [certificate, key] = [textOf(data['tls.crt']), textOf(data['tls.key'])]
    return { ...(certificate !== undefined && { certificate }), ...(key !== undefined && { key }) }
  } catch (error) {
    // Forbidden or out of reach: in each case it cannot be used now.
    if (error instanceof ControllerError) return undefined
    throw error
  }
}

function textOf(encoded: unknown): string | undefined {
  const text = typeof encoded === 'string' ? Buffer.from(encoded, 'base64').toString('utf8') : ''
  return text === '' ? undefined : text
}
