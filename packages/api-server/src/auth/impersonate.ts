import { ApiError } from '../errors/api-error.ts'
import { quoteGo } from '../json/quote.ts'
import type { RequestHead } from '../request/api-request.ts'
import { type Authorizer, assertAllowed, type ResourceAccess } from './access.ts'
import { anonymousUser, authenticatedGroup, type User, unauthenticatedGroup } from './user.ts'

const extraPrefix = 'impersonate-extra-'

/** The user that a request claims to act for, when its author may act for him. */
export function impersonate({ headers }: RequestHead, user: User, authorize: Authorizer): User {
  if (!asksForAnother(headers)) return user
  const name = headers['impersonate-user']
  const groups = listOf(headers['impersonate-group'])
  const uid = headers['impersonate-uid']
  const extra = extraOf(headers)
  if (name === undefined || name === '') {
    if (groups.length > 0 || uid !== undefined || Object.keys(extra).length > 0) {
      throw new ApiError(
        { code: 400, reason: 'BadRequest', message: withoutName(groups, uid ?? '', extra) },
        { headers: { 'X-Content-Type-Options': 'nosniff' } },
      )
    }
    return user
  }
  const may = (access: Pick<ResourceAccess, 'resource' | 'name'> & Partial<ResourceAccess>): void =>
    assertAllowed(authorize, {
      user,
      verb: 'impersonate',
      group: '',
      version: 'v1',
      subresource: '',
      namespace: '',
      ...access,
    })
  const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name)
  if (account === null) may({ resource: 'users', name })
  else may({ resource: 'serviceaccounts', namespace: account[1] ?? '', name: account[2] ?? '' })
  for (const each of groups) may({ resource: 'groups', name: each })
  if (uid !== undefined) may({ group: 'authentication.k8s.io', resource: 'uids', name: uid })
  for (const [key, values] of Object.entries(extra)) {
    for (const value of values)
      may({ group: 'authentication.k8s.io', resource: 'userextras', subresource: key, name: value })
  }
  const accountGroups =
    account === null ? [] : ['system:serviceaccounts', `system:serviceaccounts:${account[1]}`]
  const given = groups.length === 0 ? accountGroups : groups
  const common = name === anonymousUser.name ? unauthenticatedGroup : authenticatedGroup
  return {
    name,
    groups: given.includes(common) ? given : [...given, common],
    ...(uid !== undefined && { uid }),
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}

/** As Go prints what was asked for. */
function withoutName(
  groups: readonly string[],
  uid: string,
  extra: Readonly<Record<string, readonly string[]>>,
): string {
  const list = (values: readonly string[]): string => `[]string{${values.map(quoteGo).join(', ')}}`
  const keys = Object.keys(extra).sort()
  const extras =
    keys.length === 0
      ? '(nil)'
      : `{${keys.map((key) => `${quoteGo(key)}:${list(extra[key] ?? [])}`).join(', ')}}`
  const shown = `Groups:${groups.length === 0 ? '[]string(nil)' : list(groups)}, Extra:map[string][]string${extras}`
  return `requested &user.DefaultInfo{Name:"", UID:${quoteGo(uid)}, ${shown}} without impersonating a user name`
}

function asksForAnother(headers: RequestHead['headers']): boolean {
  for (const name in headers) if (name.startsWith('impersonate-')) return true
  return false
}

function listOf(header: string | undefined): readonly string[] {
  return header === undefined
    ? []
    : header
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '')
}

function extraOf(headers: RequestHead['headers']): Readonly<Record<string, readonly string[]>> {
  const entries = Object.entries(headers)
    .filter(([name]) => name.startsWith(extraPrefix))
    .map(([name, value]): [string, readonly string[]] => [
      decodedKey(name.slice(extraPrefix.length)),
      listOf(value),
    ])
  return Object.fromEntries(entries)
}

/** A key that is not encoded as it should be is taken as it stands. */
function decodedKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch (error) {
    if (error instanceof URIError) return key
    throw error
  }
}
