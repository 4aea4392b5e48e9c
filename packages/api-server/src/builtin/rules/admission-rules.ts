import type { FieldError } from '../../errors/field-error.ts'
import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { repeatedPositions } from '../../schema/repeated-positions.ts'
import {
  choice,
  eachChoice,
  labelSelector,
  mandatory,
  mandatoryName,
  named,
  uniqueItems,
  where,
} from '../validation/field-rules.ts'
import { dns1035Label, dnsSubdomain, pathSegment } from '../validation/name-rules.ts'
import { isSet, listOf, memberOf, numberOf, objectOf, textOf, textsOf } from '../validation/read.ts'
import type { StructRule, StructRules } from '../validation/struct-rules.ts'

const failurePolicies = ['Fail', 'Ignore']
const matchPolicies = ['Equivalent', 'Exact']

const webhookRules: readonly StructRule[] = [
  qualifiedHookName,
  choice('failurePolicy', failurePolicies),
  choice('matchPolicy', matchPolicies),
  where(
    (webhook) => !isSet(webhook, 'sideEffects'),
    mandatory('sideEffects', 'must specify one of None, NoneOnDryRun'),
  ),
  choice('sideEffects', ['None', 'NoneOnDryRun']),
  timeout,
  labelSelector('namespaceSelector'),
  labelSelector('objectSelector'),
  clientConfig,
  reviewVersions,
]

/** Webhooks and policies that are asked before something is stored. */
export const admissionStructRules: StructRules = {
  'admissionregistration.v1.ValidatingWebhookConfiguration': [uniqueItems('webhooks', 'name')],
  'admissionregistration.v1.MutatingWebhookConfiguration': [uniqueItems('webhooks', 'name')],
  'admissionregistration.v1.ValidatingWebhook': webhookRules,
  'admissionregistration.v1.MutatingWebhook': [
    ...webhookRules,
    choice('reinvocationPolicy', ['IfNeeded', 'Never']),
  ],
  'admissionregistration.v1.RuleWithOperations': [admissionRule],
  'admissionregistration.v1.NamedRuleWithOperations': [admissionRule],
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': [
    choice('failurePolicy', failurePolicies),
    matchConstraints,
    somethingToCheck,
  ],
  'admissionregistration.v1.Validation': [mandatory('expression', 'expression is not specified')],
  'admissionregistration.v1.ParamKind': [mandatory('apiVersion'), mandatory('kind')],
  'admissionregistration.v1.MatchResources': [
    choice('matchPolicy', matchPolicies),
    labelSelector('namespaceSelector'),
    labelSelector('objectSelector'),
  ],
  'admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec': [
    mandatoryName('policyName', dnsSubdomain),
    validationActions,
  ],
  'admissionregistration.v1.ParamRef': [named('name', pathSegment), paramRef],
  'admissionregistration.v1.MatchCondition': [mandatory('name'), mandatory('expression')],
}

function qualifiedHookName(hook: JsonObject, path: string): readonly FieldError[] {
  const name = textOf(hook, 'name')
  const field = `${path}name`
  if (name === '') return [required(field)]
  const problems = dnsSubdomain(name)
  if (problems.length > 0) return [invalidValue(field, name, problems.join(','))]
  return name.split('.').length < 3
    ? [invalidValue(field, name, 'should be a domain with at least three segments separated by dots')]
    : []
}

function timeout(hook: JsonObject, path: string): readonly FieldError[] {
  const seconds = numberOf(hook, 'timeoutSeconds')
  if (seconds === undefined || (seconds >= 1 && seconds <= 30)) return []
  return [
    invalidValue(`${path}timeoutSeconds`, seconds, 'the timeout value must be between 1 and 30 seconds'),
  ]
}

function clientConfig(hook: JsonObject, path: string): readonly FieldError[] {
  const config = objectOf(hook, 'clientConfig') ?? {}
  const here = `${path}clientConfig`
  const service = objectOf(config, 'service')
  if (isSet(config, 'url') === (service !== undefined)) {
    return [required(here, 'exactly one of url or service is required')]
  }
  if (service === undefined) return webhookUrl(textOf(config, 'url'), `${here}.url`)
  return [
    ...mandatory('name')(service, `${here}.service.`),
    ...mandatory('namespace')(service, `${here}.service.`),
  ]
}

const urlForm = '; desired format: https://host[/path]'

function webhookUrl(text: string, field: string): readonly FieldError[] {
  const url = URL.parse(text)
  if (url === null) return [invalidValue(field, '', `host must be specified${urlForm}`)]
  const scheme = url.protocol.slice(0, -1)
  const user = url.password === '' ? url.username : `${url.username}:${url.password}`
  return [
    ...(scheme === 'https'
      ? []
      : [invalidValue(field, scheme, `'https' is the only allowed URL scheme${urlForm}`)]),
    ...(url.host === '' ? [invalidValue(field, '', `host must be specified${urlForm}`)] : []),
    ...(user === '' ? [] : [invalidValue(field, user, 'user information is not permitted in the URL')]),
    ...(url.hash === ''
      ? []
      : [invalidValue(field, url.hash.slice(1), 'fragments are not permitted in the URL')]),
    ...(url.search === ''
      ? []
      : [invalidValue(field, url.search.slice(1), 'query parameters are not permitted in the URL')]),
  ]
}

function reviewVersions(hook: JsonObject, path: string): readonly FieldError[] {
  const versions = textsOf(hook, 'admissionReviewVersions')
  const field = `${path}admissionReviewVersions`
  if (versions.length === 0) return [required(field, 'must specify one of v1, v1beta1')]
  const repeated = repeatedPositions(versions)
  return [
    ...versions.flatMap((version, index) =>
      repeated.has(index)
        ? [invalidValue(`${field}[${index}]`, version, 'duplicate version')]
        : dns1035Label(version).map((problem) => invalidValue(`${field}[${index}]`, version, problem)),
    ),
    ...(versions.some((version) => version === 'v1' || version === 'v1beta1')
      ? []
      : [invalidValue(field, versions, 'must include at least one of v1, v1beta1')]),
  ]
}

const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']

function admissionRule(rule: JsonObject, path: string): readonly FieldError[] {
  return [
    ...mandatory('operations')(rule, path),
    ...alone('operations', 'operations')(rule, path),
    ...eachChoice('operations', operations)(rule, path),
    ...mandatory('apiGroups')(rule, path),
    ...alone('apiGroups', 'API groups')(rule, path),
    ...mandatory('apiVersions')(rule, path),
    ...alone('apiVersions', 'API versions')(rule, path),
    ...mandatory('resources')(rule, path),
    ...(textsOf(rule, 'resources').includes('*/*') && textsOf(rule, 'resources').length > 1
      ? [
          invalidValue(
            `${path}resources`,
            textsOf(rule, 'resources'),
            "if '*/*' is present, must not specify other resources",
          ),
        ]
      : []),
    ...choice('scope', ['*', 'Cluster', 'Namespaced'])(rule, path),
  ]
}

/** An asterisk means all and suffers nothing beside it. */
function alone(list: string, noun: string): StructRule {
  return (rule, path) => {
    const items = textsOf(rule, list)
    return items.length > 1 && items.includes('*')
      ? [invalidValue(`${path}${list}`, items, `if '*' is present, must not specify other ${noun}`)]
      : []
  }
}

function matchConstraints(spec: JsonObject, path: string): readonly FieldError[] {
  const constraints = objectOf(spec, 'matchConstraints')
  if (constraints === undefined) return [required(`${path}matchConstraints`)]
  return mandatory('resourceRules')(constraints, `${path}matchConstraints.`)
}

function somethingToCheck(spec: JsonObject, path: string): readonly FieldError[] {
  const lists = ['validations', 'auditAnnotations']
  if (lists.some((list) => listOf(spec, list).length > 0)) return []
  return lists.map((list) =>
    required(`${path}${list}`, 'validations or auditAnnotations must contain at least one item'),
  )
}

function validationActions(spec: JsonObject, path: string): readonly FieldError[] {
  const actions = textsOf(spec, 'validationActions')
  const field = `${path}validationActions`
  if (actions.length === 0) return [required(field, 'at least one validation action is required')]
  const both = actions.includes('Deny') && actions.includes('Warn')
  const words =
    'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)'
  return [
    ...eachChoice('validationActions', ['Audit', 'Deny', 'Warn'])(spec, path),
    ...(both ? [invalidValue(field, actions, words)] : []),
  ]
}

function paramRef(reference: JsonObject, path: string): readonly FieldError[] {
  const [name, selector] = [textOf(reference, 'name'), memberOf(reference, 'selector')]
  const words = 'name and selector are mutually exclusive'
  const action = textOf(reference, 'parameterNotFoundAction')
  return [
    ...(name !== '' && selector !== undefined
      ? [forbiddenField(`${path}name`, words), forbiddenField(`${path}selector`, words)]
      : []),
    ...(name === '' && selector === undefined
      ? [required(path.slice(0, -1), 'one of name or selector must be specified')]
      : []),
    ...(action === '' ? [required(`${path}parameterNotFoundAction`)] : []),
    ...(action === '' || action === 'Deny' || action === 'Allow'
      ? []
      : [notSupported(`${path}parameterNotFoundAction`, action, ['Deny', 'Allow'])]),
  ]
}
