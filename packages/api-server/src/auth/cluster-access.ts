import type { Authorizer } from './access.ts'
import type { Rbac } from './rbac.ts'
import type { ServiceAccountTokens } from './service-account-tokens.ts'
import type { TokenReader } from './token-reader.ts'

/** Who somebody is and what he may do, in one cluster. */
export interface ClusterAccess extends Pick<Rbac, 'rulesFor' | 'rulesOfRole'> {
  readonly authorize: Authorizer
  /** All kinds of tokens that are good here. */
  readonly readToken: TokenReader
  /** What opens this cluster and no other; the one at the root has none of this kind. */
  readonly administratorToken?: () => string
  readonly serviceAccounts: ServiceAccountTokens
}
