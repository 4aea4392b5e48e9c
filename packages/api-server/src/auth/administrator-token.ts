import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Cluster } from '../cluster/cluster.ts'
import { decodeObject } from '../resources/encoding.ts'
import { uidOf } from '../resources/metadata.ts'
import type { TokenReader } from './token-reader.ts'
import { mastersGroup, type User } from './user.ts'

export const administrator: User = { name: 'kubernetes-admin', groups: [mastersGroup] }

/** The key to one cluster besides the one at the root: good there and nowhere else, for as long as that cluster exists. */
export interface AdministratorToken {
  /** The same before and after a restart. */
  readonly text: () => string
  readonly read: TokenReader
}

/** `key` is a secret of the server's own; who has the token learns nothing of it, nor of the tokens of other clusters. */
export function createAdministratorToken(cluster: Cluster, key: string): AdministratorToken {
  let derived: string | undefined
  const text = (): string => {
    // Another cluster that comes to have the same name must not open to a token of this one.
    derived ??= createHmac('sha256', key)
      .update(`administrator of ${cluster.name}, ${identityOf(cluster)}`)
      .digest('base64url')
    return derived
  }
  return {
    text,
    read: (token) => {
      const [given, own] = [Buffer.from(token), Buffer.from(text())]
      if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined
      return { user: administrator, audiences: [] }
    },
  }
}

/** The uid of the namespace that comes first, never changes and cannot be deleted. */
function identityOf({ name, store }: Cluster): string {
  const stored = store.get({ cluster: name, resource: '/namespaces', namespace: '', name: 'kube-system' })
  if (stored === undefined) throw new TypeError(`cluster ${name} is not open yet`)
  return uidOf(decodeObject(stored.bytes))
}
