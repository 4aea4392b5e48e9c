import { ApiError, qualified } from '../errors/api-error.ts'
import { quoteGo } from '../json/quote.ts'
import type { ResourceTarget } from '../request/request-target.ts'
import type { User } from './user.ts'

/** Somebody wants to do something to a resource, or to reach one of the server's own endpoints. */
export type AccessRequest = ResourceAccess | PathAccess

export interface ResourceAccess {
  readonly user: User
  readonly verb: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  /** Empty: all namespaces, or none where the kind has none. */
  readonly namespace: string
  readonly name: string
}

export interface PathAccess {
  readonly user: User
  readonly verb: string
  readonly path: string
}

export interface AccessDecision {
  readonly allowed: boolean
  /** Why, where there is something to say. */
  readonly reason: string
}

export type Authorizer = (request: AccessRequest) => AccessDecision

export function resourceAccess(user: User, verb: string, target: ResourceTarget): ResourceAccess {
  const { group, version, plural, subresource, namespace, name } = target
  return { user, verb, group, version, resource: plural, subresource, namespace, name }
}

/** Throws a 403 in kube-apiserver's words for what is not allowed. */
export function assertAllowed(authorize: Authorizer, request: AccessRequest): void {
  const { allowed, reason } = authorize(request)
  if (allowed) return
  // What stands before a request is routed says so by this header.
  throw new ApiError(denied(request, reason).body, { headers: { 'X-Content-Type-Options': 'nosniff' } })
}

/** The refusal of a request, in kube-apiserver's words. */
export function denied(request: AccessRequest, reason: string): ApiError {
  const what = deniedWhat(request)
  const refusal = withoutMarkup(`User ${quoteGo(request.user.name)} cannot ${request.verb} ${what}`)
  const why = `${refusal}${reason === '' ? '' : `: ${reason}`}`
  if (!('resource' in request))
    return new ApiError({ code: 403, reason: 'Forbidden', message: `forbidden: ${why}`, details: {} })
  const { group, resource, name } = request
  const message = `${qualified({ group, name: resource })}${name === '' ? '' : ` ${quoteGo(name)}`} is forbidden: ${why}`
  const details = { ...(name !== '' && { name }), ...(group !== '' && { group }), kind: resource }
  return new ApiError({ code: 403, reason: 'Forbidden', message, details })
}

/** A browser that takes the text for a page finds no tags in it. */
function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function deniedWhat(request: AccessRequest): string {
  if (!('resource' in request)) return `path ${quoteGo(request.path)}`
  const { resource, subresource, group, namespace } = request
  const named = subresource === '' ? resource : `${resource}/${subresource}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${quoteGo(namespace)}`
  return `resource ${quoteGo(named)} in API group ${quoteGo(group)} ${where}`
}
