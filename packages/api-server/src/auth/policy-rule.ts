import type { JsonObject } from '../json/json.ts'
import { getOwn, objectsIn } from '../json/own.ts'
import { textsOf } from '../resources/metadata.ts'
import type { AccessRequest } from './access.ts'

/** What a role allows, as a Role or ClusterRole writes it. */
export interface PolicyRule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames: readonly string[]
  readonly nonResourceURLs: readonly string[]
}

export function rulesOf(role: JsonObject): readonly PolicyRule[] {
  return objectsIn(getOwn(role, 'rules')).map((rule) => ({
    verbs: textsOf(getOwn(rule, 'verbs')),
    apiGroups: textsOf(getOwn(rule, 'apiGroups')),
    resources: textsOf(getOwn(rule, 'resources')),
    resourceNames: textsOf(getOwn(rule, 'resourceNames')),
    nonResourceURLs: textsOf(getOwn(rule, 'nonResourceURLs')),
  }))
}

export function ruleAllows(rule: PolicyRule, request: AccessRequest): boolean {
  if (!has(rule.verbs, request.verb)) return false
  if (!('resource' in request))
    return rule.nonResourceURLs.some((pattern) => pathMatches(pattern, request.path))
  const { resource, subresource, name } = request
  const whole = subresource === '' ? resource : `${resource}/${subresource}`
  return (
    has(rule.apiGroups, request.group) &&
    resourceMatches(rule, whole, subresource) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
  )
}

/** How many of the smallest rules a rule is the sum of: a product, which a few thousand words bring to any size. */
export function countParts({
  apiGroups,
  resources,
  verbs,
  resourceNames,
  nonResourceURLs,
}: PolicyRule): number {
  const ofResources = apiGroups.length * resources.length * Math.max(1, resourceNames.length)
  return verbs.length * (ofResources + nonResourceURLs.length)
}

/** The smallest rules that a rule is the sum of: one verb each, of one resource or path, and at most one name. */
export function splitRule(rule: PolicyRule): readonly PolicyRule[] {
  const names = rule.resourceNames.length === 0 ? [[]] : rule.resourceNames.map((name) => [name])
  const ofResources = rule.apiGroups.flatMap((group) =>
    rule.resources.flatMap((resource) =>
      rule.verbs.flatMap((verb) =>
        names.map((resourceNames) => ({
          ...nothing,
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          resourceNames,
        })),
      ),
    ),
  )
  const ofPaths = rule.nonResourceURLs.flatMap((path) =>
    rule.verbs.map((verb) => ({ ...nothing, verbs: [verb], nonResourceURLs: [path] })),
  )
  return [...ofResources, ...ofPaths]
}

/** Whether somebody who has `own` has all of `part`, which is one of the smallest rules. */
export function ruleCovers(own: PolicyRule, part: PolicyRule): boolean {
  return (
    part.verbs.every((verb) => has(own.verbs, verb)) &&
    part.apiGroups.every((group) => has(own.apiGroups, group)) &&
    part.resources.every((resource) => resourceMatches(own, resource, subresourceIn(resource))) &&
    part.nonResourceURLs.every((path) => own.nonResourceURLs.some((pattern) => pathMatches(pattern, path))) &&
    namesCovered(own, part)
  )
}

const nothing: PolicyRule = {
  verbs: [],
  apiGroups: [],
  resources: [],
  resourceNames: [],
  nonResourceURLs: [],
}

/** All objects are more than any that have a name. */
function namesCovered({ resourceNames: own }: PolicyRule, { resourceNames }: PolicyRule): boolean {
  if (own.length === 0) return true
  return resourceNames.length > 0 && resourceNames.every((name) => own.includes(name))
}

function has(values: readonly string[], value: string): boolean {
  return values.includes('*') || values.includes(value)
}

function resourceMatches({ resources }: PolicyRule, whole: string, subresource: string): boolean {
  return has(resources, whole) || (subresource !== '' && resources.includes(`*/${subresource}`))
}

function subresourceIn(resource: string): string {
  const slash = resource.indexOf('/')
  return slash < 0 ? '' : resource.slice(slash + 1)
}

function pathMatches(pattern: string, path: string): boolean {
  if (pattern === path) return true
  return pattern.endsWith('*') && path.startsWith(pattern.replace(/\*+$/, ''))
}
