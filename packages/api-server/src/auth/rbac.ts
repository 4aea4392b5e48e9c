import type { Cluster } from '../cluster/cluster.ts'
import type { JsonObject, KubeObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../json/own.ts'
import { decodeObject } from '../resources/encoding.ts'
import { nameOf, namespaceOf, textOf, textsOf } from '../resources/metadata.ts'
import type { AccessDecision, AccessRequest, Authorizer } from './access.ts'
import { mastersGroup, type User } from './user.ts'

/** What a role allows, as a Role or ClusterRole writes it. */
export interface PolicyRule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames: readonly string[]
  readonly nonResourceURLs: readonly string[]
}

interface Binding {
  readonly name: string
  /** Empty for a ClusterRoleBinding. */
  readonly namespace: string
  readonly subjects: readonly JsonObject[]
  readonly role: { readonly kind: string; readonly name: string }
}

interface Policies {
  /** By `<namespace>/<name>`; the namespace is empty for ClusterRoles. */
  readonly roles: ReadonlyMap<string, readonly PolicyRule[]>
  readonly bindings: readonly Binding[]
}

const group = 'rbac.authorization.k8s.io'
const kinds = ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'] as const

/** Role-based access control over the roles and bindings that the cluster holds. */
export interface Rbac {
  readonly authorize: Authorizer
  /** Everything that a user may do in a namespace. */
  readonly rulesFor: (user: User, namespace: string) => readonly PolicyRule[]
  readonly close: () => void
}

export function createRbac(cluster: Cluster): Rbac {
  let policies: Policies | undefined
  const leaving = kinds.map((plural) =>
    cluster.store.subscribe({ cluster: cluster.name, resource: `${group}/${plural}` }, () => {
      policies = undefined
    }),
  )
  const current = (): Policies => {
    policies ??= readPolicies(cluster)
    return policies
  }
  return {
    authorize: (request) => decide(current, request),
    rulesFor: (user, namespace) => [...grantedRules(current(), user, namespace)].map(({ rule }) => rule),
    close: () => {
      for (const leave of leaving) leave()
    },
  }
}

function decide(policies: () => Policies, request: AccessRequest): AccessDecision {
  const { user } = request
  if (user.groups.includes(mastersGroup)) return { allowed: true, reason: '' }
  const namespace = 'resource' in request ? request.namespace : ''
  for (const { rule, binding } of grantedRules(policies(), user, namespace)) {
    if (!ruleAllows(rule, request)) continue
    const what = binding.namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding'
    const where = binding.namespace === '' ? binding.name : `${binding.name}/${binding.namespace}`
    const reason = `RBAC: allowed by ${what} "${where}" of ${binding.role.kind} "${binding.role.name}" to ${subjectText(binding, user)}`
    return { allowed: true, reason }
  }
  return { allowed: false, reason: '' }
}

function* grantedRules(
  { roles, bindings }: Policies,
  user: User,
  namespace: string,
): Iterable<{ readonly rule: PolicyRule; readonly binding: Binding }> {
  for (const binding of bindings) {
    if (binding.namespace !== '' && binding.namespace !== namespace) continue
    if (!binding.subjects.some((subject) => subjectIs(subject, user, binding.namespace))) continue
    const { kind, name } = binding.role
    const rules = roles.get(kind === 'ClusterRole' ? `/${name}` : `${binding.namespace}/${name}`) ?? []
    for (const rule of rules) yield { rule, binding }
  }
}

export function ruleAllows(rule: PolicyRule, request: AccessRequest): boolean {
  if (!has(rule.verbs, request.verb)) return false
  if (!('resource' in request))
    return rule.nonResourceURLs.some((pattern) => pathMatches(pattern, request.path))
  const { resource, subresource, name } = request
  return (
    has(rule.apiGroups, request.group) &&
    rule.resources.some((pattern) => resourceMatches(pattern, resource, subresource)) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
  )
}

function has(values: readonly string[], value: string): boolean {
  return values.includes('*') || values.includes(value)
}

function resourceMatches(pattern: string, resource: string, subresource: string): boolean {
  if (pattern === '*') return true
  if (subresource === '') return pattern === resource
  return pattern === `${resource}/${subresource}` || pattern === `*/${subresource}`
}

function pathMatches(pattern: string, path: string): boolean {
  if (pattern === '*' || pattern === path) return true
  return pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1))
}

function subjectIs(subject: JsonObject, user: User, namespace: string): boolean {
  const name = textOf(subject, 'name')
  switch (textOf(subject, 'kind')) {
    case 'User':
      return name === '*' || name === user.name
    case 'Group':
      return user.groups.includes(name)
    case 'ServiceAccount': {
      const home = textOf(subject, 'namespace') || namespace
      return user.name === `system:serviceaccount:${home}:${name}`
    }
    default:
      return false
  }
}

function subjectText({ subjects, namespace }: Binding, user: User): string {
  const subject = subjects.find((each) => subjectIs(each, user, namespace)) ?? {}
  const name = textOf(subject, 'name')
  const kind = textOf(subject, 'kind')
  return kind === 'ServiceAccount'
    ? `ServiceAccount "${name}/${textOf(subject, 'namespace')}"`
    : `${kind} "${name}"`
}

function readPolicies(cluster: Cluster): Policies {
  const read = (plural: string): KubeObject[] =>
    cluster.store
      .list({ cluster: cluster.name, resource: `${group}/${plural}` })
      .map(({ bytes }) => decodeObject(bytes))
  const roles = [...read('clusterroles'), ...read('roles')].map(
    (role) => [`${namespaceOf(role)}/${nameOf(role)}`, rulesOf(role)] as const,
  )
  return {
    roles: new Map(roles),
    bindings: [...read('clusterrolebindings'), ...read('rolebindings')].map(bindingOf),
  }
}

export function rulesOf(role: KubeObject): readonly PolicyRule[] {
  return objectsIn(getOwn(role, 'rules')).map((rule) => ({
    verbs: textsOf(getOwn(rule, 'verbs')),
    apiGroups: textsOf(getOwn(rule, 'apiGroups')),
    resources: textsOf(getOwn(rule, 'resources')),
    resourceNames: textsOf(getOwn(rule, 'resourceNames')),
    nonResourceURLs: textsOf(getOwn(rule, 'nonResourceURLs')),
  }))
}

function bindingOf(binding: KubeObject): Binding {
  const role = getOwn(binding, 'roleRef')
  const named = isJsonObject(role) ? role : {}
  return {
    name: nameOf(binding),
    namespace: namespaceOf(binding),
    subjects: objectsIn(getOwn(binding, 'subjects')),
    role: { kind: textOf(named, 'kind'), name: textOf(named, 'name') },
  }
}

function objectsIn(value: KubeObject[string] | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : []
}
