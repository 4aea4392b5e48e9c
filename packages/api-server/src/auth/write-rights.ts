import { same } from '@sitrep/status/same'
import { ApiError, forbidden, type GroupName, objectNotFound, tooLarge } from '../errors/api-error.ts'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { getPath, isJsonArray, isJsonObject, objectsIn } from '../json/own.ts'
import { quoteGo } from '../json/quote.ts'
import { nameOf, withMetadata } from '../resources/metadata.ts'
import type { Slices } from '../schema/slices.ts'
import { inSlices } from '../writes/pause.ts'
import { type AdmissionRequest, resourceName } from '../writes/write-context.ts'
import { type Authorizer, denied, type ResourceAccess } from './access.ts'
import type { ClusterAccess } from './cluster-access.ts'
import { type RoleRef, rbacGroup, roleRefOf } from './policies.ts'
import { countParts, type PolicyRule, ruleCovers, rulesOf, splitRule } from './policy-rule.ts'
import type { GrantedRules } from './rbac.ts'
import { mastersGroup } from './user.ts'

type Rights = Pick<ClusterAccess, 'authorize' | 'rulesFor' | 'rulesOfRole'>

/**
 * Nobody hands out what he does not have: throws a 403 for a role or a binding that grants more than its writer may do,
 * unless he may `escalate` that role or `bind` that one. Rejects with it where the two take long to be compared.
 */
export function assertMayGrant(rights: Rights, request: AdmissionRequest): undefined | Promise<undefined> {
  return inSlices(granting(rights, request))
}

function* granting(rights: Rights, request: AdmissionRequest): Slices<undefined> {
  const { context, operation, object, old } = request
  const { group, plural } = context.view.resource
  if (group !== rbacGroup || object === undefined || operation === 'DELETE') return
  if (context.user.groups.includes(mastersGroup)) return
  switch (plural) {
    case 'roles':
    case 'clusterroles':
      if (mayEscalate(rights, request) || onlyLetsGo(object, old)) return
      yield* assertHeld(rights, request, rulesOf(object))
      return
    case 'rolebindings':
    case 'clusterrolebindings':
      if (onlyLetsGo(object, old) || mayBind(rights, request, roleRefOf(object))) return
      yield* assertHeld(rights, request, rulesBound(rights, request, roleRefOf(object)))
  }
}

/** Updating or applying what does not exist creates it, and asks for that right too. Throws a 403. */
export function assertMayCreate(authorize: Authorizer, request: AdmissionRequest): void {
  const { context, operation, optionsKind, name } = request
  if (operation !== 'CREATE' || optionsKind === 'CreateOptions') return
  const { group, plural } = context.view.resource
  const access = accessTo(context, { verb: 'create', group, resource: plural, name })
  const { allowed, reason } = authorize(access)
  if (!allowed) throw denied(access, reason)
}

function mayEscalate({ authorize }: Rights, { context, name, optionsKind }: AdmissionRequest): boolean {
  const { group, plural } = context.view.resource
  // A create names its object in the body, where an authorizer does not look.
  const named = optionsKind === 'CreateOptions' ? '' : name
  return authorize(accessTo(context, { verb: 'escalate', group, resource: plural, name: named })).allowed
}

function mayBind({ authorize }: Rights, { context }: AdmissionRequest, role: RoleRef): boolean {
  const resource = roleResources.get(role.kind)
  if (resource === undefined) return false
  return authorize(accessTo(context, { verb: 'bind', group: role.group, resource, name: role.name })).allowed
}

const roleResources: ReadonlyMap<string, string> = new Map([
  ['Role', 'roles'],
  ['ClusterRole', 'clusterroles'],
])

function accessTo(
  { user, namespace }: AdmissionRequest['context'],
  asked: Pick<ResourceAccess, 'verb' | 'group' | 'resource' | 'name'>,
): ResourceAccess {
  return { user, namespace, version: '*', subresource: '', ...asked }
}

/** The garbage collector, and whoever only takes a finalizer away, need no rights that the role grants. */
function onlyLetsGo(object: KubeObject, old: KubeObject | undefined): boolean {
  return old !== undefined && same(substance(object), substance(old))
}

function substance(object: KubeObject): Json {
  return withoutEmpty(
    withMetadata(object, { ownerReferences: undefined, finalizers: undefined, managedFields: undefined }),
  )
}

/** Lists and maps that hold nothing are as good as absent; to be a sum of nothing is not to be none. */
function withoutEmpty(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutEmpty)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value)
    .map(([key, member]): [string, Json] => [key, withoutEmpty(member)])
    .filter(([key, member]) => !isEmpty(member) || (key === 'aggregationRule' && member !== null))
  return Object.fromEntries(entries)
}

function isEmpty(value: Json): boolean {
  if (isJsonArray(value)) return value.length === 0
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0)
}

function rulesBound(rights: Rights, { context }: AdmissionRequest, role: RoleRef): readonly PolicyRule[] {
  const { namespace } = context
  const resource = roleResources.get(role.kind)
  if (resource === undefined)
    throw new ApiError({ code: 500, message: `unsupported role reference kind: ${quoteGo(role.kind)}` })
  if (resource === 'roles' && namespace === '')
    throw new ApiError({ code: 400, reason: 'BadRequest', message: 'Namespace parameter required.' })
  const rules = rights.rulesOfRole(role, namespace)
  // Named as if a binding were missing: the genuine server says of what the request is, not of what it looked for.
  if (rules === undefined) throw objectNotFound(resourceName(context), role.name)
  return rules
}

const everything: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [], nonResourceURLs: [] },
  { verbs: ['*'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ['*'] },
]

function* assertHeld(
  rights: Rights,
  request: AdmissionRequest,
  wanted: readonly PolicyRule[],
): Slices<undefined> {
  const { context, object, old } = request
  const { user, namespace } = context
  const held = rights.rulesFor(user, namespace)
  const refuse = (why: string): ApiError =>
    forbidden(resourceName(context), object === undefined ? '' : nameOf(object), why)
  const lacking = yield* rightsLacking(held.rules, wanted)
  if (lacking.length > 0) {
    const groups = user.groups.map(quoteGo).join(' ')
    const who = `user ${quoteGo(user.name)} (groups=[${groups}])`
    const what = 'is attempting to grant RBAC permissions not currently held'
    throw refuse(
      `${who} ${what}:\n${describeRules(lacking).join('\n')}${unresolved(held, resourceName(context))}`,
    )
  }
  // A sum may come to hold anything, so only who has everything may change what it is the sum of.
  if (![object, old].some(aggregates) || (yield* rightsLacking(held.rules, everything)).length === 0) return
  throw refuse('must have cluster-admin privileges to use the aggregationRule')
}

function aggregates(role: JsonObject | undefined): boolean {
  return objectsIn(getPath(role, ['aggregationRule', 'clusterRoleSelectors'])).length > 0
}

function unresolved({ missing }: GrantedRules, resource: GroupName): string {
  if (missing.length === 0) return ''
  const texts = [...new Set(missing.map(({ name }) => objectNotFound(resource, name).message))]
  return `; resolution errors: [${texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`}]`
}

/** More single rights than any role grants, and few enough to be told one by one. */
const maxParts = 20_000
/** So many rules are compared in one go. */
const comparedAtOnce = 20_000

/** The single rights among those wanted that nobody has who has these. Throws a 413 where they are too many to be looked at. */
function* rightsLacking(
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): Slices<readonly PolicyRule[]> {
  const parts = wanted.reduce((sum, rule) => sum + countParts(rule), 0)
  if (parts > maxParts) throw tooLarge(`the rules grant ${parts} single rights, limit is ${maxParts}`)
  const lacking: PolicyRule[] = []
  let compared = 0
  for (const part of wanted.flatMap(splitRule)) {
    if (!held.some((rule) => ruleCovers(rule, part))) lacking.push(part)
    compared += held.length
    if (compared < comparedAtOnce) continue
    compared = 0
    yield
  }
  return lacking
}

/** A line for each resource and name, with all its verbs, and for each verb of a path; sorted. */
function describeRules(rules: readonly PolicyRule[]): readonly string[] {
  const verbs = new Map<string, string[]>()
  const lines = new Set<string>()
  for (const rule of rules) {
    const about = [
      fieldText('APIGroups', rule.apiGroups),
      fieldText('Resources', rule.resources),
      fieldText('NonResourceURLs', rule.nonResourceURLs),
      fieldText('ResourceNames', rule.resourceNames),
    ].join('')
    const known = verbs.get(about)
    if (rule.nonResourceURLs.length > 0) lines.add(ruleText(about, rule.verbs))
    else if (known === undefined) verbs.set(about, [...rule.verbs])
    else known.push(...rule.verbs)
  }
  for (const [about, all] of verbs) lines.add(ruleText(about, all))
  return [...lines].sort()
}

function ruleText(about: string, verbs: readonly string[]): string {
  return `{${about}Verbs:${list(verbs)}}`
}

function fieldText(name: string, values: readonly string[]): string {
  return values.length === 0 ? '' : `${name}:${list(values)}, `
}

function list(values: readonly string[]): string {
  return `[${values.map(quoteGo).join(' ')}]`
}
