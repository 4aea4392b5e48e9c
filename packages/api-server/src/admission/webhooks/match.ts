import type { JsonObject, KubeObject } from '../../json/json.ts'
import { labelSelectorMatches } from '../../request/selectors/match-selector.ts'
import { decodeObject } from '../../resources/encoding.ts'
import { labelsOf } from '../../resources/metadata.ts'
import type { VersionView } from '../../resources/version-view.ts'
import type { AdmissionRequest } from '../../writes/write-context.ts'
import type { Webhook, WebhookRule } from './configuration.ts'

/** Kinds that webhooks may not stand in the way of: one could lock everybody out. */
const exempt: ReadonlySet<string> = new Set([
  'validatingwebhookconfigurations',
  'mutatingwebhookconfigurations',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
])

/** The version in which a webhook wants to see a write; `undefined` when it does not want to see it at all. */
export function viewFor(webhook: Webhook, request: AdmissionRequest): VersionView | undefined {
  const { context } = request
  const { resource } = context.view
  if (resource.group === 'admissionregistration.k8s.io' && exempt.has(resource.plural)) return undefined
  const view = matchingView(webhook, request)
  if (view === undefined) return undefined
  return namespaceMatches(webhook, request) && objectMatches(webhook.objectSelector, request)
    ? view
    : undefined
}

/** Rules are asked for the version of the request first, then for the others that show the same objects. */
function matchingView({ rules, matchPolicy }: Webhook, request: AdmissionRequest): VersionView | undefined {
  const { view, cluster } = request.context
  if (rules.some((rule) => ruleMatches(rule, request, view))) return view
  if (matchPolicy !== 'Equivalent') return undefined
  const { group, plural } = view.resource
  for (const version of cluster.registry.versionsOf(group)) {
    const other = cluster.registry.find(group, version, plural)
    if (other === undefined || other === view) continue
    if (rules.some((rule) => ruleMatches(rule, request, other))) return other
  }
  return undefined
}

function ruleMatches(
  rule: WebhookRule,
  { operation, context }: AdmissionRequest,
  view: VersionView,
): boolean {
  const { resource, version } = view
  return (
    includes(rule.operations, operation) &&
    includes(rule.apiGroups, resource.group) &&
    includes(rule.apiVersions, version.name) &&
    (rule.scope === '*' || rule.scope === resource.scope) &&
    rule.resources.some((pattern) => resourceMatches(pattern, resource.plural, context.subresource))
  )
}

function includes(values: readonly string[], value: string): boolean {
  return values.includes('*') || values.includes(value)
}

function resourceMatches(pattern: string, plural: string, subresource: string): boolean {
  const [resource = '', part = ''] = pattern.split('/')
  if (resource !== '*' && resource !== plural) return false
  if (part === '*') return true
  return part === subresource
}

function namespaceMatches(
  { namespaceSelector }: Webhook,
  { context, object, old }: AdmissionRequest,
): boolean {
  if (Object.keys(namespaceSelector).length === 0) return true
  const { view, cluster, namespace } = context
  const { group, plural, scope } = view.resource
  if (group === '' && plural === 'namespaces') {
    return labelSelectorMatches(namespaceSelector, labelsOf(object ?? old ?? {}))
  }
  if (scope === 'Cluster') return true
  const stored = cluster.store.head({
    cluster: cluster.name,
    resource: '/namespaces',
    namespace: '',
    name: namespace,
  })
  return labelSelectorMatches(
    namespaceSelector,
    stored === undefined ? {} : labelsOf(decodeObject(stored.bytes)),
  )
}

/** An object that matched before, or does now, is of interest. */
function objectMatches(selector: JsonObject, { object, old }: AdmissionRequest): boolean {
  if (Object.keys(selector).length === 0) return true
  const matches = (each: KubeObject | undefined): boolean =>
    each !== undefined && labelSelectorMatches(selector, labelsOf(each))
  return matches(object) || matches(old)
}
