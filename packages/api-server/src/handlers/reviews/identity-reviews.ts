import { authenticated } from '../../auth/authenticate.ts'
import { userObject } from '../../auth/user-object.ts'
import { badRequest } from '../../errors/api-error.ts'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import { getPath } from '../../json/own.ts'
import { textsOf } from '../../resources/metadata.ts'
import type { Scope } from '../scope.ts'

/** Whose token is this? */
export function reviewToken({ access }: Scope, review: KubeObject): JsonObject {
  const token = getPath(review, ['spec', 'token'])
  if (typeof token !== 'string' || token === '')
    throw badRequest('token is required for TokenReview in authentication')
  const read = access.readToken(token)
  const asked = textsOf(getPath(review, ['spec', 'audiences']))
  const wanted = asked.length === 0 ? [access.serviceAccounts.audience] : asked
  const audiences =
    read === undefined || read.audiences.length === 0
      ? wanted
      : wanted.filter((each) => read.audiences.includes(each))
  if (read === undefined || audiences.length === 0) {
    return { user: {}, error: 'invalid bearer token' }
  }
  return { authenticated: true, user: userObject(authenticated(read.user)), audiences }
}

/** Who am I? */
export function reviewSelf({ user }: Scope): JsonObject {
  return { userInfo: userObject(user) }
}
