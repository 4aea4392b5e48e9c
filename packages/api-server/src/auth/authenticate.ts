import { createHash, timingSafeEqual } from 'node:crypto'
import { unauthorized } from '../errors/api-error.ts'
import type { ApiRequest } from '../request/api-request.ts'
import { anonymousUser, authenticatedGroup, type User } from './user.ts'

/** A bearer token that always names the same user. */
export interface StaticToken {
  readonly token: string
  readonly user: User
}

/** Who a request comes from. Throws a 401 for credentials that are wrong; none at all is the anonymous user. */
export type Authenticator = (request: ApiRequest) => User

/** Reads tokens that are not static, such as those of service accounts; `undefined` for what it does not know. */
export type TokenReader = (token: string) => User | undefined

export interface AuthenticatorOptions {
  readonly tokens: readonly StaticToken[]
  readonly readToken?: TokenReader
}

export function createAuthenticator({ tokens, readToken }: AuthenticatorOptions): Authenticator {
  const byToken = createTokenLookup(tokens)
  return ({ headers, certificate }) => {
    const { authorization } = headers
    if (authorization !== undefined) {
      const token = bearerToken(authorization)
      const user = token === undefined ? undefined : (byToken(token) ?? readToken?.(token))
      if (user === undefined) throw unauthorized()
      return authenticated(user)
    }
    if (certificate !== undefined && certificate.commonName !== '') {
      return authenticated({ name: certificate.commonName, groups: certificate.organizations })
    }
    return anonymousUser
  }
}

/** Finds static tokens without telling, by the time it takes, how much of a guess was right. */
export function createTokenLookup(tokens: readonly StaticToken[]): TokenReader {
  const known = tokens.map(({ token, user }) => ({ digest: digestOf(token), user }))
  return (token) => {
    const digest = digestOf(token)
    let found: User | undefined
    for (const each of known) {
      if (timingSafeEqual(each.digest, digest)) found = each.user
    }
    return found
  }
}

export function bearerToken(authorization: string): string | undefined {
  const match = /^bearer +(\S+) *$/i.exec(authorization)
  return match?.[1]
}

function authenticated(user: User): User {
  if (user.groups.includes(authenticatedGroup)) return user
  return { ...user, groups: [...user.groups, authenticatedGroup] }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
