import { forbiddenField, invalidValue, required } from '../../errors/field-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import {
  absent,
  choice,
  inRange,
  mandatory,
  mandatoryChoice,
  mandatoryName,
  mandatoryPort,
  named,
  notNegative,
  port,
  portOrName,
  strictChoice,
} from '../validation/field-rules.ts'
import {
  configMapKey,
  dnsLabel,
  dnsSubdomain,
  envVarName,
  httpHeaderName,
  portName,
} from '../validation/name-rules.ts'
import { isSet, listOf, numberOf, objectOf, objectsOf, textOf } from '../validation/read.ts'
import type { StructRule, StructRules } from '../validation/struct-rules.ts'
import { validateResources } from './resource-amounts.ts'

const protocols = ['SCTP', 'TCP', 'UDP']
const maxInt32 = 2_147_483_647

const containerRules: readonly StructRule[] = [
  mandatoryName('name', dnsLabel),
  mandatory('image'),
  choice('terminationMessagePolicy', ['File', 'FallbackToLogsOnError']),
  uniquePortNames,
  choice('imagePullPolicy', ['Always', 'IfNotPresent', 'Never']),
  (container, path) => validateResources(objectOf(container, 'resources'), `${path}resources`),
]

/** Containers and what stands in them. */
export const containerStructRules: StructRules = {
  'core.v1.Container': [...containerRules, onceSuccessful],
  'core.v1.EphemeralContainer': [
    ...containerRules,
    ...['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe', 'ports', 'resizePolicy'].map(
      (field) => absent(field, 'cannot be set for an Ephemeral Container'),
    ),
  ],
  'core.v1.ContainerPort': [
    named('name', portName),
    mandatoryPort('containerPort'),
    port('hostPort'),
    mandatoryChoice('protocol', protocols),
  ],
  'core.v1.EnvVar': [mandatoryName('name', envVarName), oneEnvSource],
  'core.v1.EnvFromSource': [named('prefix', envVarName)],
  'core.v1.ConfigMapKeySelector': [namedReference, mandatoryName('key', configMapKey)],
  'core.v1.SecretKeySelector': [namedReference, mandatoryName('key', configMapKey)],
  'core.v1.ConfigMapEnvSource': [mandatoryName('name', dnsSubdomain)],
  'core.v1.SecretEnvSource': [mandatoryName('name', dnsSubdomain)],
  'core.v1.ObjectFieldSelector': [mandatory('fieldPath'), knownFieldPath],
  'core.v1.Probe': [
    oneHandler,
    notNegative(
      'initialDelaySeconds',
      'timeoutSeconds',
      'periodSeconds',
      'successThreshold',
      'failureThreshold',
    ),
    aboveZero('terminationGracePeriodSeconds'),
  ],
  'core.v1.LifecycleHandler': [oneHandler],
  'core.v1.ExecAction': [mandatory('command')],
  'core.v1.HTTPGetAction': [portOrName('port'), strictChoice('scheme', ['HTTP', 'HTTPS']), headerNames],
  'core.v1.TCPSocketAction': [portOrName('port')],
  'core.v1.GRPCAction': [portOrName('port')],
  'core.v1.SecurityContext': [
    inRange('runAsUser', 0, maxInt32),
    inRange('runAsGroup', 0, maxInt32),
    privilegesAgree,
  ],
  'core.v1.PodSecurityContext': [
    inRange('runAsUser', 0, maxInt32),
    inRange('runAsGroup', 0, maxInt32),
    inRange('fsGroup', 0, maxInt32),
    choice('fsGroupChangePolicy', ['Always', 'OnRootMismatch']),
  ],
}

function uniquePortNames(container: JsonObject, path: string): ReturnType<StructRule> {
  const seen = new Set<string>()
  return objectsOf(container, 'ports').flatMap((item, index) => {
    const name = textOf(item, 'name')
    if (name === '' || portName(name).length > 0 || !seen.has(name)) {
      seen.add(name)
      return []
    }
    const field = `${path}ports[${index}].name`
    return [
      { reason: 'FieldValueDuplicate' as const, field, message: `Duplicate value: ${JSON.stringify(name)}` },
    ]
  })
}

/** Liveness and startup know only one success; readiness may ask for several. */
function onceSuccessful(container: JsonObject, path: string): ReturnType<StructRule> {
  return ['livenessProbe', 'startupProbe'].flatMap((field) => {
    const threshold = numberOf(objectOf(container, field), 'successThreshold')
    if (threshold === undefined || threshold === 1) return []
    return [invalidValue(`${path}${field}.successThreshold`, threshold, 'must be 1')]
  })
}

const envSources = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef']

function oneEnvSource(variable: JsonObject, path: string): ReturnType<StructRule> {
  const source = objectOf(variable, 'valueFrom')
  if (source === undefined) return []
  const count = envSources.filter((name) => isSet(source, name)).length
  const field = `${path}valueFrom`
  if (count === 0) {
    const names = '`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`'
    return [invalidValue(field, '', `must specify one of: ${names}`)]
  }
  if (textOf(variable, 'value') !== '') {
    return [invalidValue(field, '', 'may not be specified when `value` is not empty')]
  }
  return count > 1 ? [invalidValue(field, '', 'may not have more than one field specified at a time')] : []
}

/** An absent name is shown as a wrong one, because the name of an object is asked for. */
function namedReference(reference: JsonObject, path: string): ReturnType<StructRule> {
  const name = textOf(reference, 'name')
  return dnsSubdomain(name).map((problem) => invalidValue(`${path}name`, name, problem))
}

const readablePaths = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.serviceAccountName',
  'spec.schedulerName',
  'status.phase',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
  'spec.host',
]

/** What a container may read about its own pod. */
function knownFieldPath(selector: JsonObject, path: string): ReturnType<StructRule> {
  const text = textOf(selector, 'fieldPath')
  const plain = text.replace(/\['[^']*'\]$/, '')
  if (text === '' || readablePaths.includes(plain)) return []
  const why =
    plain === text ? `field label not supported: ${text}` : `field label does not support subscript: ${text}`
  return [invalidValue(`${path}fieldPath`, text, `error converting fieldPath: ${why}`)]
}

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep']

function oneHandler(probe: JsonObject, path: string): ReturnType<StructRule> {
  const given = handlers.filter((name) => isSet(probe, name))
  if (given.length === 0) return [required(path.slice(0, -1), 'must specify a handler type')]
  return given
    .slice(1)
    .map((name) => forbiddenField(`${path}${name}`, 'may not specify more than 1 handler type'))
}

function aboveZero(field: string): StructRule {
  return (struct, path) => {
    const value = numberOf(struct, field)
    return value === undefined || value > 0
      ? []
      : [invalidValue(`${path}${field}`, value, 'must be greater than 0')]
  }
}

function headerNames(action: JsonObject, path: string): ReturnType<StructRule> {
  return objectsOf(action, 'httpHeaders').flatMap((header) => {
    const name = textOf(header, 'name')
    return httpHeaderName(name).map((problem) => invalidValue(`${path}httpHeaders`, name, problem))
  })
}

function privilegesAgree(context: JsonObject, path: string): ReturnType<StructRule> {
  if (context['allowPrivilegeEscalation'] !== false) return []
  const field = path.slice(0, -1)
  const added = listOf(objectOf(context, 'capabilities'), 'add')
  return [
    ...(context['privileged'] === true
      ? [
          invalidValue(
            field,
            context,
            'cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
          ),
        ]
      : []),
    ...(added.includes('CAP_SYS_ADMIN')
      ? [
          invalidValue(
            field,
            context,
            'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
          ),
        ]
      : []),
  ]
}
