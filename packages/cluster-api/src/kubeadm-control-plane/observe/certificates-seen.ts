import { at, type View, type World } from '@sitrep/status'
import { secretKind } from '../../kinds.ts'

/** The certificates of a cluster, in the order in which they are looked for. */
export type Purpose = 'ca' | 'sa' | 'proxy' | 'apiserver-etcd-client' | 'etcd'

export interface CertificateSeen {
  readonly purpose: Purpose
  /** `malformed` is there without a certificate in it. */
  readonly state: 'found' | 'missing' | 'malformed' | 'unreadable'
  /** Whoever runs etcd elsewhere must provide it. */
  readonly external: boolean
}

const certificateSecret: View<{ readonly complete: boolean }> = {
  name: 'certificateSecret',
  of: (object) => ({ complete: at(object, 'data', 'tls.crt') !== undefined }),
}

/** Looks for the certificates in the Secrets that are named after the Cluster. */
export function readCertificates(
  world: World,
  cluster: { readonly namespace: string; readonly name: string },
  etcd: 'managed' | 'external',
): readonly CertificateSeen[] {
  const own: readonly Purpose[] = ['ca', 'sa', 'proxy']
  const forEtcd: readonly Purpose[] = etcd === 'external' ? ['apiserver-etcd-client', 'etcd'] : ['etcd']
  return [...own, ...forEtcd].map((purpose) => {
    const name = `${cluster.name}-${purpose}`
    const secret = world.get({ ...secretKind, namespace: cluster.namespace, name }, certificateSecret)
    const external = etcd === 'external' && forEtcd.includes(purpose)
    if (!secret.read) return { purpose, external, state: 'unreadable' }
    if (secret.item === undefined) return { purpose, external, state: 'missing' }
    return { purpose, external, state: secret.item.complete ? 'found' : 'malformed' }
  })
}
