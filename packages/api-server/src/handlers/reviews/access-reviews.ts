import type { AccessRequest } from '../../auth/access.ts'
import type { PolicyRule } from '../../auth/policy-rule.ts'
import { missingRolesText } from '../../auth/rbac.ts'
import type { User } from '../../auth/user.ts'
import { badRequest, invalid } from '../../errors/api-error.ts'
import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn, isJsonObject } from '../../json/own.ts'
import { textOf, textsOf } from '../../resources/metadata.ts'
import type { Scope } from '../scope.ts'

/** May somebody do this? */
export function reviewSubjectAccess(scope: Scope, review: KubeObject): JsonObject {
  refuseIf([...attributeErrors(review), ...subjectErrors(review)])
  return decide(scope, review, subjectOf(review))
}

/** May somebody do this in this namespace? */
export function reviewLocalAccess(scope: Scope, review: KubeObject): JsonObject {
  const { resource, path } = attributesOf(review)
  const namespace = textOf(resource, 'namespace')
  const elsewhere = resource !== undefined && namespace !== scope.target.namespace
  const here = 'spec.resourceAttributes.namespace'
  refuseIf([
    ...attributeErrors(review),
    ...subjectErrors(review),
    ...(elsewhere ? [invalidValue(here, namespace, 'must match metadata.namespace')] : []),
    ...(path === undefined ? [] : [pathError(path, 'disallowed on this kind of request')]),
  ])
  return decide(scope, review, subjectOf(review))
}

/** May I do this? */
export function reviewOwnAccess(scope: Scope, review: KubeObject): JsonObject {
  refuseIf(attributeErrors(review))
  return decide(scope, review, scope.user)
}

/** What may I do in this namespace? */
export function reviewOwnRules({ access, user }: Scope, review: KubeObject): JsonObject {
  const namespace = textOf(specOf(review), 'namespace')
  if (namespace === '') throw badRequest('no namespace on request')
  const { rules, missing } = access.rulesFor(user, namespace)
  return {
    resourceRules: rules.filter(({ resources }) => resources.length > 0).map(resourceRule),
    nonResourceRules: rules
      .filter(({ nonResourceURLs }) => nonResourceURLs.length > 0)
      .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
    incomplete: false,
    ...(missing.length > 0 && { evaluationError: missingRolesText(missing) }),
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
  const { resource = {}, path } = attributesOf(review)
  if (path !== undefined) return { user, verb: textOf(path, 'verb'), path: textOf(path, 'path') }
  return {
    user,
    verb: textOf(resource, 'verb'),
    group: textOf(resource, 'group'),
    version: textOf(resource, 'version'),
    resource: textOf(resource, 'resource'),
    subresource: textOf(resource, 'subresource'),
    namespace: textOf(resource, 'namespace'),
    name: textOf(resource, 'name'),
  }
}

interface Attributes {
  readonly resource: JsonObject | undefined
  readonly path: JsonObject | undefined
}

function attributesOf(review: KubeObject): Attributes {
  const spec = specOf(review)
  const [resource, path] = [getOwn(spec, 'resourceAttributes'), getOwn(spec, 'nonResourceAttributes')]
  return {
    resource: isJsonObject(resource) ? resource : undefined,
    path: isJsonObject(path) ? path : undefined,
  }
}

function attributeErrors(review: KubeObject): readonly FieldError[] {
  const { resource, path } = attributesOf(review)
  if (resource !== undefined && path !== undefined)
    return [pathError(path, 'cannot be specified in combination with resourceAttributes')]
  if (resource !== undefined || path !== undefined) return []
  const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
  return [invalidValue('spec.resourceAttributes', null, why)]
}

function pathError(path: JsonObject, why: string): FieldError {
  const shown = { Path: textOf(path, 'path'), Verb: textOf(path, 'verb') }
  return invalidValue('spec.nonResourceAttributes', shown, why)
}

function subjectErrors(review: KubeObject): readonly FieldError[] {
  const { name, groups } = subjectOf(review)
  if (name !== '' || groups.length > 0) return []
  return [invalidValue('spec.user', '', 'at least one of user or group must be specified')]
}

function subjectOf(review: KubeObject): User {
  const spec = specOf(review)
  return { name: textOf(spec, 'user'), groups: textsOf(getOwn(spec, 'groups')) }
}

/** The genuine server does not know the kind of what it refuses here. */
function refuseIf(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: 'authorization.k8s.io', name: '' }, '', errors)
}

function specOf(review: KubeObject): JsonObject {
  return objectIn(review, 'spec')
}

function objectIn(object: JsonObject, name: string): JsonObject {
  const value: Json | undefined = getOwn(object, name)
  return isJsonObject(value) ? value : {}
}
