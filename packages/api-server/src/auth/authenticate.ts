import { timingSafeEqual } from 'node:crypto'
import { unauthorized } from '../errors/api-error.ts'
import type { RequestHead } from '../request/api-request.ts'
import type { TokenReader } from './token-reader.ts'
import { anonymousUser, authenticatedGroup, type User } from './user.ts'

/** A bearer token that always names the same user. */
export interface StaticToken {
  readonly token: string
  readonly user: User
}

/** Who a request comes from. Throws a 401 for credentials that are wrong; none at all is the anonymous user. */
export function authenticate(
  { headers, certificate }: RequestHead,
  readToken: TokenReader,
  audience: string,
): User {
  const { authorization } = headers
  // Other schemes are nothing that we could check, and so as good as none.
  const token = authorization === undefined ? undefined : bearerToken(authorization)
  if (token !== undefined) {
    const read = readToken(token)
    if (read === undefined) throw unauthorized()
    // A token made for somebody else must not open this door.
    if (read.audiences.length > 0 && !read.audiences.includes(audience)) throw unauthorized()
    return authenticated(read.user)
  }
  if (certificate !== undefined && certificate.commonName !== '') {
    return authenticated({ name: certificate.commonName, groups: certificate.organizations })
  }
  return anonymousUser
}

/** Finds static tokens without telling, by the time it takes, more of them than how long they are. */
export function createStaticTokenReader(tokens: readonly StaticToken[]): TokenReader {
  const known = tokens.map(({ token, user }) => ({ bytes: Buffer.from(token), user: authenticated(user) }))
  return (token) => {
    const bytes = Buffer.from(token)
    let found: User | undefined
    for (const each of known) {
      if (each.bytes.length === bytes.length && timingSafeEqual(each.bytes, bytes)) found = each.user
    }
    return found && { user: found, audiences: [] }
  }
}

function bearerToken(authorization: string): string | undefined {
  const match = /^bearer +(\S+) *$/i.exec(authorization)
  return match?.[1]
}

export function authenticated(user: User): User {
  if (user.groups.includes(authenticatedGroup)) return user
  return { ...user, groups: [...user.groups, authenticatedGroup] }
}
