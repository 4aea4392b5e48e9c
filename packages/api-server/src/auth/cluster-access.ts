import type { Authorizer } from './access.ts'
import type { PolicyRule } from './rbac.ts'
import type { ServiceAccountTokens } from './service-account-tokens.ts'
import type { TokenReader } from './token-reader.ts'
import type { User } from './user.ts'

/** Who somebody is and what he may do, in one cluster. */
export interface ClusterAccess {
  readonly authorize: Authorizer
  /** All kinds of tokens that are good here. */
  readonly readToken: TokenReader
  readonly serviceAccounts: ServiceAccountTokens
  readonly rulesFor: (user: User, namespace: string) => readonly PolicyRule[]
  readonly close: () => void
}
