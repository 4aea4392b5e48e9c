import type { Cluster } from '../cluster/cluster.ts'
import type { JsonObject, KubeObject } from '../json/json.ts'
import { getOwn, isJsonObject, objectsIn } from '../json/own.ts'
import { quoteGo } from '../json/quote.ts'
import { decodeObject } from '../resources/encoding.ts'
import { nameOf, namespaceOf, textOf } from '../resources/metadata.ts'
import type { AccessDecision, AccessRequest, Authorizer } from './access.ts'
import { type PolicyRule, ruleAllows, rulesOf } from './policy-rule.ts'
import { mastersGroup, type User } from './user.ts'

/** The role that a binding names. */
export interface RoleRef {
  readonly group: string
  readonly kind: string
  readonly name: string
}

/** All rules that somebody has, and the roles that he was promised and that do not exist. */
export interface GrantedRules {
  readonly rules: readonly PolicyRule[]
  readonly missing: readonly RoleRef[]
}

interface Binding {
  readonly name: string
  /** Empty for a ClusterRoleBinding. */
  readonly namespace: string
  readonly subjects: readonly JsonObject[]
  readonly role: RoleRef
}

interface Policies {
  /** By `<namespace>/<name>`; the namespace is empty for ClusterRoles. */
  readonly roles: ReadonlyMap<string, readonly PolicyRule[]>
  readonly bindings: readonly Binding[]
}

/** The group of roles and bindings. */
export const rbacGroup = 'rbac.authorization.k8s.io'
const plurals = ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'] as const

/** Role-based access control over the roles and bindings that the cluster holds. */
export interface Rbac {
  readonly authorize: Authorizer
  /** Everything that a user may do in a namespace, or everywhere where the namespace is empty. */
  readonly rulesFor: (user: User, namespace: string) => GrantedRules
  /** The rules of a role as a binding in that namespace means it; `undefined` where there is no such role. */
  readonly rulesOfRole: (role: RoleRef, namespace: string) => readonly PolicyRule[] | undefined
  readonly close: () => void
}

export function createRbac(cluster: Cluster): Rbac {
  let policies: Policies | undefined
  const leaving = plurals.map((plural) =>
    cluster.store.subscribe({ cluster: cluster.name, resource: `${rbacGroup}/${plural}` }, () => {
      policies = undefined
    }),
  )
  const current = (): Policies => {
    policies ??= readPolicies(cluster)
    return policies
  }
  return {
    authorize: (request) => decide(current, request),
    rulesFor: (user, namespace) => {
      const { roles, bindings } = current()
      const granted = bindings.filter((binding) => applies(binding, user, namespace))
      const found = granted.map((binding) => ({ binding, rules: rulesBoundBy(roles, binding) }))
      return {
        rules: found.flatMap(({ rules }) => rules ?? []),
        missing: found.flatMap(({ binding, rules }) => (rules === undefined ? [binding.role] : [])),
      }
    },
    rulesOfRole: (role, namespace) => rulesBoundBy(current().roles, { role, namespace }),
    close: () => {
      for (const leave of leaving) leave()
    },
  }
}

function decide(policies: () => Policies, request: AccessRequest): AccessDecision {
  const { user } = request
  if (user.groups.includes(mastersGroup)) return { allowed: true, reason: '' }
  const namespace = 'resource' in request ? request.namespace : ''
  const { roles, bindings } = policies()
  const missing: RoleRef[] = []
  for (const binding of bindings) {
    if (!applies(binding, user, namespace)) continue
    const rules = rulesBoundBy(roles, binding)
    if (rules === undefined) missing.push(binding.role)
    else if (rules.some((rule) => ruleAllows(rule, request)))
      return { allowed: true, reason: `RBAC: allowed by ${bindingText(binding, user)}` }
  }
  return { allowed: false, reason: missing.length === 0 ? '' : `RBAC: ${missingRolesText(missing)}` }
}

/** Names roles that were looked for in vain, each once. */
export function missingRolesText(missing: readonly RoleRef[]): string {
  const texts = new Set(
    missing.map(({ kind, name }) => `${kind.toLowerCase()}.${rbacGroup} ${quoteGo(name)} not found`),
  )
  return texts.size === 1 ? [...texts].join() : `[${[...texts].join(', ')}]`
}

function applies(binding: Binding, user: User, namespace: string): boolean {
  if (binding.namespace !== '' && binding.namespace !== namespace) return false
  return binding.subjects.some((subject) => subjectIs(subject, user, binding.namespace))
}

function rulesBoundBy(
  roles: Policies['roles'],
  { role, namespace }: Pick<Binding, 'role' | 'namespace'>,
): readonly PolicyRule[] | undefined {
  return roles.get(role.kind === 'ClusterRole' ? `/${role.name}` : `${namespace}/${role.name}`)
}

function subjectIs(subject: JsonObject, user: User, namespace: string): boolean {
  const name = textOf(subject, 'name')
  switch (textOf(subject, 'kind')) {
    case 'User':
      return name === user.name
    case 'Group':
      return user.groups.includes(name)
    case 'ServiceAccount': {
      const home = textOf(subject, 'namespace') || namespace
      return home !== '' && user.name === `system:serviceaccount:${home}:${name}`
    }
    default:
      return false
  }
}

function bindingText(binding: Binding, user: User): string {
  const { name, namespace, role, subjects } = binding
  const [kind, whole] =
    namespace === '' ? ['ClusterRoleBinding', name] : ['RoleBinding', `${name}/${namespace}`]
  const subject = subjects.find((each) => subjectIs(each, user, namespace)) ?? {}
  return `${kind} ${quoteGo(whole)} of ${role.kind} ${quoteGo(role.name)} to ${subjectText(subject, namespace)}`
}

function subjectText(subject: JsonObject, namespace: string): string {
  const [kind, name] = [textOf(subject, 'kind'), textOf(subject, 'name')]
  const home = textOf(subject, 'namespace') || namespace
  return `${kind} ${quoteGo(kind === 'ServiceAccount' ? `${name}/${home}` : name)}`
}

function readPolicies(cluster: Cluster): Policies {
  const read = (plural: string): KubeObject[] =>
    cluster.store
      .list({ cluster: cluster.name, resource: `${rbacGroup}/${plural}` })
      .map(({ bytes }) => decodeObject(bytes))
  const roles = [...read('clusterroles'), ...read('roles')].map(
    (role) => [`${namespaceOf(role)}/${nameOf(role)}`, rulesOf(role)] as const,
  )
  return {
    roles: new Map(roles),
    bindings: [...read('clusterrolebindings'), ...read('rolebindings')].map(bindingOf),
  }
}

function bindingOf(binding: KubeObject): Binding {
  return {
    name: nameOf(binding),
    namespace: namespaceOf(binding),
    subjects: objectsIn(getOwn(binding, 'subjects')),
    role: roleRefOf(binding),
  }
}

export function roleRefOf(binding: JsonObject): RoleRef {
  const role = getOwn(binding, 'roleRef')
  const named = isJsonObject(role) ? role : {}
  return { group: textOf(named, 'apiGroup'), kind: textOf(named, 'kind'), name: textOf(named, 'name') }
}
