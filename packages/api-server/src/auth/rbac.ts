import type { Cluster } from '../cluster/cluster.ts'
import type { JsonObject } from '../json/json.ts'
import { quoteGo } from '../json/quote.ts'
import { textOf } from '../resources/metadata.ts'
import type { AccessDecision, AccessRequest, Authorizer } from './access.ts'
import { type Binding, Policies, type RoleRef, rbacGroup } from './policies.ts'
import { type PolicyRule, ruleAllows } from './policy-rule.ts'
import { mastersGroup, type User } from './user.ts'

/** All rules that somebody has, and the roles that he was promised and that do not exist. */
export interface GrantedRules {
  readonly rules: readonly PolicyRule[]
  readonly missing: readonly RoleRef[]
}

/** Role-based access control over the roles and bindings that the cluster holds. */
export interface Rbac {
  readonly authorize: Authorizer
  /** Everything that a user may do in a namespace, or everywhere where the namespace is empty. */
  readonly rulesFor: (user: User, namespace: string) => GrantedRules
  /** The rules of a role as a binding in that namespace means it; `undefined` where there is no such role. */
  readonly rulesOfRole: (role: RoleRef, namespace: string) => readonly PolicyRule[] | undefined
}

export function createRbac(cluster: Pick<Cluster, 'name' | 'store'>): Rbac {
  const policies = new Policies(cluster)
  return {
    authorize: (request) => decide(policies, request),
    rulesFor: (user, namespace) => {
      const granted = [...policies.bindings(namespace)].filter((binding) => names(binding, user))
      const found = granted.map((binding) => ({
        binding,
        rules: policies.rules(binding.role, binding.namespace),
      }))
      return {
        rules: found.flatMap(({ rules }) => rules ?? []),
        missing: found.flatMap(({ binding, rules }) => (rules === undefined ? [binding.role] : [])),
      }
    },
    rulesOfRole: (role, namespace) => policies.rules(role, namespace),
  }
}

function decide(policies: Policies, request: AccessRequest): AccessDecision {
  const { user } = request
  if (user.groups.includes(mastersGroup)) return { allowed: true, reason: '' }
  const namespace = 'resource' in request ? request.namespace : ''
  const missing: RoleRef[] = []
  for (const binding of policies.bindings(namespace)) {
    if (!names(binding, user)) continue
    const rules = policies.rules(binding.role, binding.namespace)
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

const names = ({ subjects, namespace }: Binding, user: User): boolean =>
  subjects.some((subject) => subjectIs(subject, user, namespace))

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
