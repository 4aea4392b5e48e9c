import type { FieldError } from '../../errors/field-error.ts'
import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-errors.ts'
import { invalidStruct } from '../../errors/struct-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { parseQuantity } from '../../schema/quantity.ts'
import { repeatedPositions } from '../../schema/repeated-positions.ts'
import {
  choice,
  inside,
  labelSelector,
  mandatory,
  mandatoryChoice,
  mandatoryName,
  named,
  notNegative,
} from '../validation/field-rules.ts'
import { dns1035Label, dnsLabel, dnsSubdomain, pathSegment, qualifiedName } from '../validation/name-rules.ts'
import { isSet, memberOf, numberOf, objectOf, objectsOf, textOf, textsOf } from '../validation/read.ts'
import type { StructRule, StructRules } from '../validation/struct-rules.ts'
import { atMostAll, countOrPercent } from './int-or-percent.ts'
import { quantityOf, validateQuantity, validateResourceName } from './resource-amounts.ts'
import { scalingStructRules } from './scaling-rules.ts'
import { taintEffects } from './scheduling-rules.ts'

const scaleTarget: StructRule = inside(
  'scaleTargetRef',
  mandatoryName('kind', pathSegment),
  mandatoryName('name', pathSegment),
  targetApiVersion,
)

/** Budgets, autoscaling, quotas, priorities, leases, nodes. */
export const policyStructRules: StructRules = {
  'policy.v1.PodDisruptionBudgetSpec': [
    notBoth,
    countOrPercent('minAvailable'),
    atMostAll('minAvailable'),
    countOrPercent('maxUnavailable'),
    atMostAll('maxUnavailable'),
    labelSelector('selector'),
    choice('unhealthyPodEvictionPolicy', ['AlwaysAllow', 'IfHealthyBudget']),
  ],
  'autoscaling.v1.HorizontalPodAutoscalerSpec': [replicaBounds, scaleTarget],
  'autoscaling.v2.HorizontalPodAutoscalerSpec': [replicaBounds, scaleTarget, scaleToZero],
  'autoscaling.v2.MetricSpec': [metricSource],
  ...scalingStructRules,
  'core.v1.ResourceQuotaSpec': [quotaAmounts, quotaScopes],
  'flowcontrol.v1.PriorityLevelConfigurationSpec': [mandatoryChoice('type', ['Exempt', 'Limited'])],
  'flowcontrol.v1.FlowSchemaSpec': [
    inside('priorityLevelConfiguration', mandatory('name', 'must reference a priority level')),
  ],
  'apiregistration.v1.APIServiceSpec': [apiServiceNames, apiServicePriorities],
  'core.v1.LimitRangeSpec': [limitTypes],
  'core.v1.Taint': [taint],
  'scheduling.v1.PriorityClass': [
    choice('preemptionPolicy', ['PreemptLowerPriority', 'Never']),
    userPriority,
  ],
  'coordination.v1.LeaseSpec': [leaseDuration, notNegative('leaseTransitions')],
  'node.v1.RuntimeClass': [mandatoryName('handler', dnsLabel)],
  'certificates.v1.CertificateSigningRequestSpec': [
    certificateRequest,
    mandatory('usages'),
    signerName,
    shortestCertificate,
  ],
}

function notBoth(spec: JsonObject, path: string): readonly FieldError[] {
  if (!isSet(spec, 'minAvailable') || !isSet(spec, 'maxUnavailable')) return []
  // Shown with the names of the internal struct, as Kubernetes does.
  const shown = {
    MinAvailable: memberOf(spec, 'minAvailable') ?? null,
    Selector: memberOf(spec, 'selector') ?? null,
    MaxUnavailable: memberOf(spec, 'maxUnavailable') ?? null,
    UnhealthyPodEvictionPolicy: memberOf(spec, 'unhealthyPodEvictionPolicy') ?? null,
  }
  return [invalidStruct(path.slice(0, -1), shown, 'minAvailable and maxUnavailable cannot be both set')]
}

function replicaBounds(spec: JsonObject, path: string): readonly FieldError[] {
  const least = numberOf(spec, 'minReplicas')
  const most = numberOf(spec, 'maxReplicas') ?? 0
  const field = `${path}maxReplicas`
  return [
    ...(least !== undefined && least < 1
      ? [invalidValue(`${path}minReplicas`, least, 'must be greater than or equal to 1')]
      : []),
    ...(most === 0 ? [required(field, 'must be set and greater than 0')] : []),
    ...(most < 0 ? [invalidValue(field, most, 'must be greater than or equal to 1')] : []),
    ...(least !== undefined && most < least
      ? [invalidValue(field, most, 'must be greater than or equal to `minReplicas`')]
      : []),
  ]
}

/** The core group has nothing that could be scaled this way. */
function targetApiVersion(target: JsonObject, path: string): readonly FieldError[] {
  const apiVersion = textOf(target, 'apiVersion')
  const scaledCore = textOf(target, 'kind') === 'ReplicationController' && apiVersion === 'v1'
  if (apiVersion.includes('/') || scaledCore) return []
  return [invalidValue(`${path}apiVersion`, apiVersion, 'apiVersion must specify API group')]
}

function scaleToZero(spec: JsonObject, path: string): readonly FieldError[] {
  const fits = objectsOf(spec, 'metrics').some((metric) =>
    ['Object', 'External'].includes(textOf(metric, 'type')),
  )
  if (numberOf(spec, 'minReplicas') !== 0 || fits) return []
  const words = 'must specify at least one Object or External metric to support scaling to zero replicas'
  return [forbiddenField(`${path}metrics`, words)]
}

const metricMembers: Readonly<Record<string, string>> = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
}

function metricSource(metric: JsonObject, path: string): readonly FieldError[] {
  const type = textOf(metric, 'type')
  const types = Object.keys(metricMembers)
  const member = metricMembers[type]
  if (type === '')
    return [
      required(`${path}type`, 'must specify a metric source type'),
      notSupported(`${path}type`, '', types),
    ]
  if (member === undefined) return [notSupported(`${path}type`, type, types)]
  const others = Object.values(metricMembers).filter((name) => name !== member && isSet(metric, name))
  const resource = others.length === 0 ? objectOf(metric, 'resource') : undefined
  return [
    ...(resource === undefined ? [] : resourceMetric(resource, `${path}resource.`)),
    ...(isSet(metric, member)
      ? []
      : [required(`${path}${member}`, 'must populate information for the given metric source')]),
    ...others.map((name) => forbiddenField(`${path}${name}`, 'must populate the given metric source only')),
  ]
}

function resourceMetric(source: JsonObject, path: string): readonly FieldError[] {
  return [...mandatory('name', 'must specify a resource name')(source, path), ...resourceTarget(source, path)]
}

function resourceTarget(source: JsonObject, path: string): readonly FieldError[] {
  const target = objectOf(source, 'target')
  const type = textOf(target, 'type')
  const use = numberOf(target, 'averageUtilization')
  const here = `${path}target.`
  return [
    ...(type === '' ? [required(`${here}type`, 'must specify a metric target type')] : []),
    ...(['Utilization', 'Value', 'AverageValue'].includes(type)
      ? []
      : [invalidValue(`${here}type`, type, 'must be either Utilization, Value, or AverageValue')]),
    ...(use !== undefined && use < 1
      ? [invalidValue(`${here}averageUtilization`, use, 'must be greater than 0')]
      : []),
    ...(use === undefined && !isSet(target, 'averageValue')
      ? [required(`${here}averageUtilization`, 'must set either a target raw value or a target utilization')]
      : []),
    ...(use !== undefined && isSet(target, 'averageValue')
      ? [
          forbiddenField(
            `${here}averageValue`,
            'may not set both a target raw value and a target utilization',
          ),
        ]
      : []),
  ]
}

function quotaAmounts(spec: JsonObject, path: string): readonly FieldError[] {
  const hard = objectOf(spec, 'hard') ?? {}
  return Object.keys(hard).flatMap((name) => {
    const field = `${path}hard[${name}]`
    return [...validateQuotaName(name, field), ...validateQuantity(name, quantityOf(hard, name), field)]
  })
}

const scopes = [
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
  'VolumeAttributesClass',
]
const opposites = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const

function quotaScopes(spec: JsonObject, path: string): readonly FieldError[] {
  const given = textsOf(spec, 'scopes')
  const refuse = (words: string): FieldError => invalidValue(`${path}scopes`, given, words)
  return [
    ...given.filter((scope) => !scopes.includes(scope)).map(() => refuse('unsupported scope')),
    ...opposites
      .filter((pair) => pair.every((scope) => given.includes(scope)))
      .map(() => refuse('conflicting scopes')),
  ]
}

function apiServiceNames(spec: JsonObject, path: string): readonly FieldError[] {
  const [group, version] = [textOf(spec, 'group'), textOf(spec, 'version')]
  return [
    ...(group === '' && version !== 'v1'
      ? [required(`${path}group`, 'only v1 may have an empty group and it better be legacy kube')]
      : []),
    ...named('group', dnsSubdomain)(spec, path),
    ...dns1035Label(version).map((problem) => invalidValue(`${path}version`, version, problem)),
  ]
}

function apiServicePriorities(spec: JsonObject, path: string): readonly FieldError[] {
  const limits = [
    ['groupPriorityMinimum', 20_000],
    ['versionPriority', 1000],
  ] as const
  return limits.flatMap(([field, most]) => {
    const value = numberOf(spec, field) ?? 0
    if (value > 0 && value <= most) return []
    return [invalidValue(`${path}${field}`, value, `must be positive and less than ${most}`)]
  })
}

function validateQuotaName(name: string, field: string): readonly FieldError[] {
  const problems = validateResourceName(name, field)
  return problems.length > 0 && !name.includes('/')
    ? [...problems, invalidValue(field, name, 'must be a standard resource for quota')]
    : problems
}

function limitTypes(spec: JsonObject, path: string): readonly FieldError[] {
  const limits = objectsOf(spec, 'limits')
  const repeatedTypes = repeatedPositions(limits.map((limit) => textOf(limit, 'type')))
  return limits.flatMap((limit, index) => {
    const here = `${path}limits[${index}].`
    const repeated = repeatedTypes.has(index)
    return [
      ...(repeated
        ? [
            {
              reason: 'FieldValueDuplicate' as const,
              field: `${here}type`,
              message: `Duplicate value: ${JSON.stringify(textOf(limit, 'type'))}`,
            },
          ]
        : []),
      ...minimumBelowMaximum(limit, here),
    ]
  })
}

/** Which list must not hold less than which other, where the complaint is shown, and in which words. */
const limitOrder = [
  { low: 'min', high: 'max', field: 'min', shown: 'min', words: ['min', 'max'] },
  {
    low: 'min',
    high: 'defaultRequest',
    field: 'defaultRequest',
    shown: 'defaultRequest',
    words: ['min', 'default request'],
  },
  {
    low: 'defaultRequest',
    high: 'max',
    field: 'defaultRequest',
    shown: 'defaultRequest',
    words: ['default request', 'max'],
  },
  {
    low: 'defaultRequest',
    high: 'default',
    field: 'defaultRequest',
    shown: 'defaultRequest',
    words: ['default request', 'default limit'],
  },
  { low: 'min', high: 'default', field: 'default', shown: 'min', words: ['min', 'default'] },
  { low: 'default', high: 'max', field: 'default', shown: 'max', words: ['default', 'max'] },
] as const

function minimumBelowMaximum(limit: JsonObject, path: string): readonly FieldError[] {
  return limitOrder.flatMap(({ low, high, field, shown, words: [lower, higher] }) => {
    const [least, most] = [objectOf(limit, low) ?? {}, objectOf(limit, high) ?? {}]
    return Object.keys(least).flatMap((name) => {
      const [a, b] = [parseQuantity(textOf(least, name))?.nanos, parseQuantity(textOf(most, name))?.nanos]
      if (a === undefined || b === undefined || a <= b) return []
      const words = `${lower} value ${textOf(least, name)} is greater than ${higher} value ${textOf(most, name)}`
      return [invalidValue(`${path}${field}[${name}]`, textOf(objectOf(limit, shown), name), words)]
    })
  })
}

function taint(struct: JsonObject, path: string): readonly FieldError[] {
  // Kubernetes reports taints under metadata, where they once were an annotation.
  const here = path.replace(/^spec\./, 'metadata.')
  const [key, effect] = [textOf(struct, 'key'), textOf(struct, 'effect')]
  return [
    ...qualifiedName(key).map((problem) => invalidValue(`${here}key`, key, problem)),
    ...(effect === '' ? [required(`${here}effect`)] : []),
    ...(effect === '' || taintEffects.includes(effect)
      ? []
      : [notSupported(`${here}effect`, effect, taintEffects)]),
  ]
}

const highestUserPriority = 1_000_000_000

function userPriority(priorityClass: JsonObject, path: string): readonly FieldError[] {
  const name = textOf(objectOf(priorityClass, 'metadata'), 'name')
  if (name.startsWith('system-') || (numberOf(priorityClass, 'value') ?? 0) <= highestUserPriority) return []
  const words = `maximum allowed value of a user defined priority is ${highestUserPriority}`
  return [forbiddenField(`${path}value`, words)]
}

function leaseDuration(spec: JsonObject, path: string): readonly FieldError[] {
  const seconds = numberOf(spec, 'leaseDurationSeconds')
  if (seconds === undefined || seconds > 0) return []
  return [invalidValue(`${path}leaseDurationSeconds`, seconds, 'must be greater than 0')]
}

function signerName(spec: JsonObject, path: string): readonly FieldError[] {
  const name = textOf(spec, 'signerName')
  const field = `${path}signerName`
  if (name === '') return [required(field)]
  const [domain = '', ...rest] = name.split('/')
  if (rest.length !== 1) {
    return [
      invalidValue(
        field,
        name,
        "must be a fully qualified domain and path of the form 'example.com/signer-name'",
      ),
    ]
  }
  return named('domain', qualifiedName)({ domain }, field)
}

function certificateRequest(spec: JsonObject, path: string): readonly FieldError[] {
  const request = textOf(spec, 'request')
  const pem = Buffer.from(request, 'base64').toString('latin1')
  if (pem.includes('-----BEGIN CERTIFICATE REQUEST-----')) return []
  return [
    invalidValue(
      `${path}request`,
      request === '' ? null : request,
      'PEM block type must be CERTIFICATE REQUEST',
    ),
  ]
}

function shortestCertificate(spec: JsonObject, path: string): readonly FieldError[] {
  const seconds = numberOf(spec, 'expirationSeconds')
  if (seconds === undefined || seconds >= 600) return []
  const words = 'may not specify a duration less than 600 seconds (10 minutes)'
  return [invalidValue(`${path}expirationSeconds`, seconds, words)]
}
