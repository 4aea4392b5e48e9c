import type { FieldError } from '../../errors/field-error.ts'
import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { repeatedPositions } from '../../schema/repeated-positions.ts'
import { both, choice, labels, named, portOrName, where } from '../validation/field-rules.ts'
import { isIp } from '../validation/ip.ts'
import { between, dnsLabel, dnsSubdomain, qualifiedName } from '../validation/name-rules.ts'
import {
  isSet,
  listOf,
  memberOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
} from '../validation/read.ts'
import type { StructRule, StructRules } from '../validation/struct-rules.ts'
import { reservedIp } from './network-rules.ts'

const protocols = ['SCTP', 'TCP', 'UDP']
const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']

export const serviceStructRules: StructRules = {
  'core.v1.ServiceSpec': [
    portsAreThere,
    headlessHasItsLimits,
    externalName,
    portNames,
    labels('selector'),
    choice('sessionAffinity', ['ClientIP', 'None']),
    affinityTimeout,
    clusterIps,
    externalIps,
    choice('type', types),
    nodePortsOnlyWhereUsed,
    uniquePorts,
    where(
      (spec) => textOf(spec, 'type') !== 'LoadBalancer',
      onlyLoadBalancers('allocateLoadBalancerNodePorts'),
      onlyLoadBalancers('loadBalancerClass'),
    ),
    both(named('loadBalancerClass', qualifiedName)),
    externalTrafficPolicy,
    choice('internalTrafficPolicy', ['Cluster', 'Local']),
    choice('trafficDistribution', ['PreferClose', 'PreferSameNode', 'PreferSameZone']),
  ],
  'core.v1.ServicePort': [
    named('name', dnsLabel),
    portNumber,
    choice('protocol', protocols),
    portOrName('targetPort'),
    named('appProtocol', qualifiedName),
  ],
}

function isHeadless(spec: JsonObject): boolean {
  const addresses = textsOf(spec, 'clusterIPs')
  return addresses.length === 1 && addresses[0] === 'None'
}

function portsAreThere(spec: JsonObject, path: string): readonly FieldError[] {
  const needed = !isHeadless(spec) && textOf(spec, 'type') !== 'ExternalName'
  return needed && listOf(spec, 'ports').length === 0 ? [required(`${path}ports`)] : []
}

function headlessHasItsLimits(spec: JsonObject, path: string): readonly FieldError[] {
  const type = textOf(spec, 'type')
  if (!isHeadless(spec) || (type !== 'LoadBalancer' && type !== 'NodePort')) return []
  return [invalidValue(`${path}clusterIPs[0]`, 'None', `may not be set to 'None' for ${type} services`)]
}

function externalName(spec: JsonObject, path: string): readonly FieldError[] {
  if (textOf(spec, 'type') !== 'ExternalName') return []
  const name = textOf(spec, 'externalName').replace(/\.$/, '')
  return [
    ...['clusterIPs', 'ipFamilies', 'ipFamilyPolicy']
      .filter((field) => isSet(spec, field))
      .map((field) => forbiddenField(`${path}${field}`, 'may not be set for ExternalName services')),
    ...(name === '' ? [required(`${path}externalName`)] : []),
    ...(name === ''
      ? []
      : dnsSubdomain(name).map((problem) => invalidValue(`${path}externalName`, name, problem))),
  ]
}

function portNames(spec: JsonObject, path: string): readonly FieldError[] {
  const names = objectsOf(spec, 'ports').map((port) => textOf(port, 'name'))
  const repeated = repeatedPositions(names)
  return names.flatMap((name, index) => {
    const field = `${path}ports[${index}].name`
    if (name === '') return names.length > 1 ? [required(field)] : []
    if (!repeated.has(index)) return []
    return [
      { reason: 'FieldValueDuplicate' as const, field, message: `Duplicate value: ${JSON.stringify(name)}` },
    ]
  })
}

function portNumber(port: JsonObject, path: string): readonly FieldError[] {
  const number = numberOf(port, 'port') ?? 0
  return number >= 1 && number <= 65_535 ? [] : [invalidValue(`${path}port`, number, between(1, 65_535))]
}

function affinityTimeout(spec: JsonObject, path: string): readonly FieldError[] {
  if (textOf(spec, 'sessionAffinity') !== 'ClientIP') return []
  const seconds =
    numberOf(objectOf(objectOf(spec, 'sessionAffinityConfig'), 'clientIP'), 'timeoutSeconds') ?? 0
  if (seconds > 0 && seconds <= 86_400) return []
  const field = `${path}sessionAffinityConfig.clientIP.timeoutSeconds`
  return [invalidValue(field, seconds, 'must be greater than 0 and less than 86400')]
}

function clusterIps(spec: JsonObject, path: string): readonly FieldError[] {
  if (textOf(spec, 'type') === 'ExternalName') return []
  const [single, all] = [textOf(spec, 'clusterIP'), textsOf(spec, 'clusterIPs')]
  const field = `${path}clusterIPs`
  return [
    ...(single !== '' && all.length > 0 && all[0] !== single
      ? [invalidValue(field, all, 'first value must match `clusterIP`')]
      : []),
    ...(single === '' && all.length > 0
      ? [invalidValue(field, all, 'must be empty when `clusterIP` is not specified')]
      : []),
    ...all.flatMap((address, index) =>
      (index === 0 && address === 'None') || isIp(address)
        ? []
        : [
            invalidValue(
              `${field}[${index}]`,
              address,
              'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
            ),
          ],
    ),
    ...(all.length > 2 ? [invalidValue(field, all, 'may only hold up to 2 values')] : []),
    ...families(spec, path),
  ]
}

function families(spec: JsonObject, path: string): readonly FieldError[] {
  const list = textsOf(spec, 'ipFamilies')
  const field = `${path}ipFamilies`
  const repeated = repeatedPositions(list)
  return [
    ...list.flatMap((family, index) => [
      ...(family === 'IPv4' || family === 'IPv6'
        ? []
        : [notSupported(`${field}[${index}]`, family, ['IPv4', 'IPv6'])]),
      ...(repeated.has(index)
        ? [
            {
              reason: 'FieldValueDuplicate' as const,
              field: `${field}[${index}]`,
              message: `Duplicate value: ${JSON.stringify(family)}`,
            },
          ]
        : []),
    ]),
    ...choice('ipFamilyPolicy', ['PreferDualStack', 'RequireDualStack', 'SingleStack'])(spec, path),
  ]
}

function externalIps(spec: JsonObject, path: string): readonly FieldError[] {
  return textsOf(spec, 'externalIPs').flatMap((address, index) =>
    isIp(address)
      ? reservedIp(address, `${path}externalIPs[${index}]`)
      : [
          invalidValue(
            `${path}externalIPs[${index}]`,
            address,
            'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
          ),
        ],
  )
}

function nodePortsOnlyWhereUsed(spec: JsonObject, path: string): readonly FieldError[] {
  if (textOf(spec, 'type') !== 'ClusterIP') return []
  return objectsOf(spec, 'ports').flatMap((port, index) =>
    numberOf(port, 'nodePort')
      ? [forbiddenField(`${path}ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'")]
      : [],
  )
}

function uniquePorts(spec: JsonObject, path: string): readonly FieldError[] {
  const ports = objectsOf(spec, 'ports')
  const repeated = repeatedPositions(
    ports.map((port) => `${textOf(port, 'protocol')}/${numberOf(port, 'port')}`),
  )
  const repeatedOnNodes = repeatedPositions(
    ports.map((port) => `${textOf(port, 'protocol')}/${numberOf(port, 'nodePort')}`),
  )
  return ports.flatMap((port, index) => {
    const [protocol, number, nodePort] = [
      textOf(port, 'protocol'),
      numberOf(port, 'port') ?? 0,
      numberOf(port, 'nodePort'),
    ]
    // Kubernetes shows its internal struct here, with everything but protocol and port left at zero.
    const shown = `{"Name":"","Protocol":${JSON.stringify(protocol)},"AppProtocol":null,"Port":${number},"TargetPort":0,"NodePort":0}`
    const field = `${path}ports[${index}]`
    return [
      ...(nodePort && repeatedOnNodes.has(index)
        ? [
            {
              reason: 'FieldValueDuplicate' as const,
              field: `${field}.nodePort`,
              message: `Duplicate value: ${nodePort}`,
            },
          ]
        : []),
      ...(repeated.has(index)
        ? [{ reason: 'FieldValueDuplicate' as const, field, message: `Duplicate value: ${shown}` }]
        : []),
    ]
  })
}

function onlyLoadBalancers(field: string): StructRule {
  return (spec, path) =>
    isSet(spec, field)
      ? [forbiddenField(`${path}${field}`, "may only be used when `type` is 'LoadBalancer'")]
      : []
}

function externalTrafficPolicy(spec: JsonObject, path: string): readonly FieldError[] {
  const policy = textOf(spec, 'externalTrafficPolicy')
  const type = textOf(spec, 'type')
  const reachable =
    type === 'LoadBalancer' ||
    type === 'NodePort' ||
    (type === 'ClusterIP' && listOf(spec, 'externalIPs').length > 0)
  const field = `${path}externalTrafficPolicy`
  const healthPort = memberOf(spec, 'healthCheckNodePort')
  const checked = type === 'LoadBalancer' && policy === 'Local'
  return [
    ...(!reachable && policy !== ''
      ? [invalidValue(field, policy, 'may only be set for externally-accessible services')]
      : []),
    ...(reachable ? choice('externalTrafficPolicy', ['Cluster', 'Local'])(spec, path) : []),
    ...(!checked && healthPort
      ? [
          invalidValue(
            `${path}healthCheckNodePort`,
            healthPort,
            "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
          ),
        ]
      : []),
  ]
}
