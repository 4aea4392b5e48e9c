import type { AccessRequest } from '../../auth/access.ts'
import type { PolicyRule } from '../../auth/rbac.ts'
import type { User } from '../../auth/user.ts'
import { type ApiError, badRequest, invalid } from '../../errors/api-error.ts'
import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn, isJsonObject } from '../../json/own.ts'
import { textOf, textsOf } from '../../resources/metadata.ts'
import type { Scope } from '../scope.ts'

/** May somebody do this? */
export function reviewSubjectAccess(scope: Scope, review: KubeObject): JsonObject {
  return decide(scope, review, subjectOf(review))
}

/** May somebody do this in this namespace? */
export function reviewLocalAccess(scope: Scope, review: KubeObject): JsonObject {
  const attributes = objectIn(specOf(review), 'resourceAttributes')
  const namespace = textOf(attributes, 'namespace')
  if (namespace !== scope.target.namespace) {
    throw refused([
      invalidValue('spec.resourceAttributes.namespace', namespace, 'must match metadata.namespace'),
    ])
  }
  return decide(scope, review, subjectOf(review))
}

/** May I do this? */
export function reviewOwnAccess(scope: Scope, review: KubeObject): JsonObject {
  return decide(scope, review, scope.user)
}

/** What may I do in this namespace? */
export function reviewOwnRules({ access, user }: Scope, review: KubeObject): JsonObject {
  const namespace = textOf(specOf(review), 'namespace')
  if (namespace === '') throw badRequest('no namespace on request')
  const rules = access.rulesFor(user, namespace)
  return {
    resourceRules: rules.filter(({ resources }) => resources.length > 0).map(resourceRule),
    nonResourceRules: rules
      .filter(({ nonResourceURLs }) => nonResourceURLs.length > 0)
      .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
    incomplete: false,
  }
}

function resourceRule({ verbs, apiGroups, resources, resourceNames }: PolicyRule): JsonObject {
  return { verbs, apiGroups, resources, ...(resourceNames.length > 0 && { resourceNames }) }
}

function decide({ access }: Scope, review: KubeObject, user: User): JsonObject {
  const { allowed, reason } = access.authorize(requestOf(review, user))
  return { allowed, ...(reason !== '' && { reason }) }
}

function requestOf(review: KubeObject, user: User): AccessRequest {
  const spec = specOf(review)
  const [resource, path] = [getOwn(spec, 'resourceAttributes'), getOwn(spec, 'nonResourceAttributes')]
  if (isJsonObject(resource) && isJsonObject(path)) {
    const shown = { Path: textOf(path, 'path'), Verb: textOf(path, 'verb') }
    const why = 'cannot be specified in combination with resourceAttributes'
    throw refused([invalidValue('spec.nonResourceAttributes', shown, why)])
  }
  if (!isJsonObject(resource) && !isJsonObject(path)) {
    const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
    throw refused([invalidValue('spec.resourceAttributes', null, why)])
  }
  if (isJsonObject(path)) return { user, verb: textOf(path, 'verb'), path: textOf(path, 'path') }
  const attributes = isJsonObject(resource) ? resource : {}
  return {
    user,
    verb: textOf(attributes, 'verb'),
    group: textOf(attributes, 'group'),
    version: textOf(attributes, 'version'),
    resource: textOf(attributes, 'resource'),
    subresource: textOf(attributes, 'subresource'),
    namespace: textOf(attributes, 'namespace'),
    name: textOf(attributes, 'name'),
  }
}

function subjectOf(review: KubeObject): User {
  const spec = specOf(review)
  const name = textOf(spec, 'user')
  const groups = textsOf(getOwn(spec, 'groups'))
  if (name === '' && groups.length === 0) {
    throw refused([invalidValue('spec.user', '', 'at least one of user or group must be specified')])
  }
  return { name, groups }
}

/** The genuine server does not know the kind of what it refuses here. */
function refused(errors: readonly FieldError[]): ApiError {
  return invalid({ group: 'authorization.k8s.io', name: '' }, '', errors)
}

function specOf(review: KubeObject): JsonObject {
  return objectIn(review, 'spec')
}

function objectIn(object: JsonObject, name: string): JsonObject {
  const value: Json | undefined = getOwn(object, name)
  return isJsonObject(value) ? value : {}
}
