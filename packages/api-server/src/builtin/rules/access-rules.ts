import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue, notSupported, required } from '../../errors/field-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { inside, mandatory, mandatoryName, strictChoice } from '../validation/field-rules.ts'
import { validateLabelSelector } from '../validation/label-selector.ts'
import { dnsSubdomain, pathSegment } from '../validation/name-rules.ts'
import { listOf, memberOf, objectOf, objectsOf, textOf } from '../validation/read.ts'
import type { StructRule, StructRules } from '../validation/struct-rules.ts'

const rbacGroup = 'rbac.authorization.k8s.io'

/** Roles and bindings. */
export const accessStructRules: StructRules = {
  'rbac.v1.Role': [policyRules('namespaced')],
  'rbac.v1.ClusterRole': [policyRules('everywhere'), aggregation],
  'rbac.v1.RoleBinding': [roleRef(['Role', 'ClusterRole']), subjects('namespaced')],
  'rbac.v1.ClusterRoleBinding': [roleRef(['ClusterRole']), subjects('everywhere')],
}

type Reach = 'namespaced' | 'everywhere'

function policyRules(reach: Reach): StructRule {
  return (role, path) =>
    objectsOf(role, 'rules').flatMap((rule, index) => policyRule(rule, `${path}rules[${index}].`, reach))
}

function policyRule(rule: JsonObject, path: string, reach: Reach): readonly FieldError[] {
  const verbs = mandatory('verbs', 'verbs must contain at least one value')(rule, path)
  const urls = memberOf(rule, 'nonResourceURLs')
  if (listOf(rule, 'nonResourceURLs').length === 0) {
    return [
      ...verbs,
      ...mandatory('apiGroups', 'resource rules must supply at least one api group')(rule, path),
      ...mandatory('resources', 'resource rules must supply at least one resource')(rule, path),
    ]
  }
  const mixed = ['apiGroups', 'resources', 'resourceNames'].some((field) => listOf(rule, field).length > 0)
  const refuse = (words: string): FieldError => invalidValue(`${path}nonResourceURLs`, urls ?? [], words)
  return [
    ...verbs,
    ...(reach === 'namespaced' ? [refuse('namespaced rules cannot apply to non-resource URLs')] : []),
    ...(mixed ? [refuse('rules cannot apply to both regular resources and non-resource URLs')] : []),
  ]
}

function aggregation(role: JsonObject, path: string): readonly FieldError[] {
  const rule = objectOf(role, 'aggregationRule')
  if (rule === undefined) return []
  const here = `${path}aggregationRule.clusterRoleSelectors`
  const selectors = objectsOf(rule, 'clusterRoleSelectors')
  return selectors.length === 0
    ? [required(here, 'at least one clusterRoleSelector required if aggregationRule is non-nil')]
    : selectors.flatMap((selector, index) => validateLabelSelector(selector, `${here}[${index}]`))
}

function roleRef(kinds: readonly string[]): StructRule {
  return inside(
    'roleRef',
    strictChoice('apiGroup', [rbacGroup]),
    strictChoice('kind', kinds),
    mandatoryName('name', pathSegment),
  )
}

function subjects(reach: Reach): StructRule {
  return (binding, path) =>
    objectsOf(binding, 'subjects').flatMap((subject, index) => [
      ...mandatory('name')(subject, `${path}subjects[${index}].`),
      ...subjectKind(subject, `${path}subjects[${index}].`, reach),
    ])
}

function subjectKind(subject: JsonObject, path: string, reach: Reach): readonly FieldError[] {
  const [kind, name, group] = [textOf(subject, 'kind'), textOf(subject, 'name'), textOf(subject, 'apiGroup')]
  switch (kind) {
    case 'ServiceAccount':
      return [
        ...(name === ''
          ? []
          : dnsSubdomain(name).map((problem) => invalidValue(`${path}name`, name, problem))),
        ...(group === '' ? [] : [notSupported(`${path}apiGroup`, group, [''])]),
        ...(reach === 'everywhere' ? mandatory('namespace')(subject, path) : []),
      ]
    case 'User':
    case 'Group':
      return strictChoice('apiGroup', [rbacGroup])(subject, path)
    default:
      return [notSupported(`${path}kind`, kind, ['ServiceAccount', 'User', 'Group'])]
  }
}
