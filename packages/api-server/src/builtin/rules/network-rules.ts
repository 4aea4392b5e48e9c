import type { FieldError } from '../../errors/field-error.ts'
import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { repeatedPositions } from '../../schema/repeated-positions.ts'
import {
  choice,
  eachChoice,
  inside,
  labelSelector,
  mandatory,
  mandatoryChoice,
  mandatoryName,
  named,
  namedOrEmpty,
  port,
  where,
} from '../validation/field-rules.ts'
import { isCidr, isIp, isIpv6, parseIpv4 } from '../validation/ip.ts'
import {
  between,
  dnsLabel,
  dnsSubdomain,
  pathSegment,
  portName,
  qualifiedName,
  wildcardSubdomain,
} from '../validation/name-rules.ts'
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

const ipWords = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
const cidrWords = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

const directions = ['Ingress', 'Egress'] as const

/** What leads to Services, and what keeps away from them. */
export const networkStructRules: StructRules = {
  'networking.v1.IngressSpec': [
    backendOrRules,
    inside('defaultBackend', ingressBackend),
    named('ingressClassName', dnsSubdomain),
  ],
  'networking.v1.IngressRule': [ruleHost],
  'networking.v1.IngressTLS': [tlsHosts, named('secretName', dnsSubdomain)],
  'networking.v1.HTTPIngressRuleValue': [mandatory('paths')],
  'networking.v1.HTTPIngressPath': [
    mandatory('pathType', 'pathType must be specified'),
    where((struct) => isSet(struct, 'pathType'), ingressPath, inside('backend', ingressBackend)),
  ],
  'networking.v1.IngressClassSpec': [controllerName],
  'networking.v1.IngressClassParametersReference': [
    named('apiGroup', dnsSubdomain),
    mandatoryName('kind', pathSegment),
    mandatoryName('name', pathSegment),
    parameterScope,
  ],
  'networking.v1.IPAddressSpec': [mandatory('parentRef')],
  'networking.v1.ParentReference': [
    named('group', dnsSubdomain),
    mandatoryName('resource', pathSegment),
    mandatoryName('name', pathSegment),
  ],
  'networking.v1.ServiceCIDRSpec': [mandatory('cidrs', 'at least one CIDR required'), eachCidr],
  'networking.v1.NetworkPolicySpec': [labelSelector('podSelector'), policyTypes],
  'networking.v1.NetworkPolicyPort': [choice('protocol', ['TCP', 'UDP', 'SCTP']), policyPort],
  'networking.v1.NetworkPolicyPeer': [
    onePeer,
    labelSelector('podSelector'),
    labelSelector('namespaceSelector'),
    inside('ipBlock', cidr('cidr')),
  ],
  'core.v1.EndpointSubset': [subsetHasAddresses, subsetPortNames],
  'core.v1.EndpointAddress': [endpointIp, named('hostname', dnsLabel)],
  'core.v1.EndpointPort': [
    named('name', dnsLabel),
    endpointPort,
    choice('protocol', ['SCTP', 'TCP', 'UDP']),
    named('appProtocol', qualifiedName),
  ],
  'discovery.v1.EndpointSlice': [mandatoryChoice('addressType', ['FQDN', 'IPv4', 'IPv6']), slicePortNames],
  'discovery.v1.EndpointPort': [
    namedOrEmpty('name', dnsLabel),
    choice('protocol', ['SCTP', 'TCP', 'UDP']),
    named('appProtocol', qualifiedName),
  ],
  'discovery.v1.Endpoint': [named('nodeName', dnsSubdomain), named('hostname', dnsLabel)],
}

function backendOrRules(spec: JsonObject, path: string): readonly FieldError[] {
  if (isSet(spec, 'defaultBackend') || listOf(spec, 'rules').length > 0) return []
  return [invalidValue(path.slice(0, -1), null, 'either `defaultBackend` or `rules` must be specified')]
}

function hostProblems(host: string): readonly string[] {
  return host.includes('*') ? wildcardSubdomain(host) : dnsSubdomain(host)
}

function ruleHost(rule: JsonObject, path: string): readonly FieldError[] {
  const host = textOf(rule, 'host')
  if (host === '') return []
  return [
    ...(isIp(host) ? [invalidValue(`${path}host`, host, 'must be a DNS name, not an IP address')] : []),
    ...hostProblems(host).map((problem) => invalidValue(`${path}host`, host, problem)),
  ]
}

function tlsHosts(tls: JsonObject, path: string): readonly FieldError[] {
  return textsOf(tls, 'hosts').flatMap((host, index) =>
    hostProblems(host).map((problem) => invalidValue(`${path}hosts[${index}]`, host, problem)),
  )
}

const forbiddenSequences = ['//', '/./', '/../', '%2f', '%2F']
const forbiddenEnds = ['/..', '/.']

function ingressPath(struct: JsonObject, path: string): readonly FieldError[] {
  const type = textOf(struct, 'pathType')
  const text = textOf(struct, 'path')
  const refuse = (words: string): FieldError => invalidValue(`${path}path`, text, words)
  const absolute = text.startsWith('/') ? [] : [refuse('must be an absolute path')]
  switch (type) {
    case 'Exact':
    case 'Prefix':
      return [
        ...absolute,
        ...forbiddenSequences
          .filter((part) => text.includes(part))
          .map((part) => refuse(`must not contain '${part}'`)),
        ...forbiddenEnds.filter((end) => text.endsWith(end)).map((end) => refuse(`cannot end with '${end}'`)),
      ]
    case 'ImplementationSpecific':
      return text === '' ? [] : absolute
    default:
      return [notSupported(`${path}pathType`, type, ['Exact', 'ImplementationSpecific', 'Prefix'])]
  }
}

function ingressBackend(backend: JsonObject, path: string): readonly FieldError[] {
  const field = path.slice(0, -1)
  const service = objectOf(backend, 'service')
  if (service !== undefined && isSet(backend, 'resource')) {
    return [invalidValue(field, '', 'cannot set both resource and service backends')]
  }
  if (service === undefined) {
    return isSet(backend, 'resource')
      ? []
      : [invalidValue(field, '', 'resource or service backend is required')]
  }
  return [...mandatoryName('name', dnsLabel)(service, `${path}service.`), ...backendPort(service, path)]
}

function backendPort(service: JsonObject, path: string): readonly FieldError[] {
  const chosen = objectOf(service, 'port') ?? {}
  const [name, number] = [textOf(chosen, 'name'), numberOf(chosen, 'number') ?? 0]
  const field = path.slice(0, -1)
  if (name !== '' && number !== 0) return [invalidValue(field, '', 'cannot set both port name & port number')]
  if (name === '' && number === 0) return [required(field, 'port name or number is required')]
  return [
    ...named('name', portName)(chosen, `${path}service.port.`),
    ...port('number')(chosen, `${path}service.port.`),
  ]
}

function controllerName(spec: JsonObject, path: string): readonly FieldError[] {
  const controller = textOf(spec, 'controller')
  const field = `${path}controller`
  if (controller === '') return [required(field)]
  const [domain = '', ...rest] = controller.split('/')
  if (domain === '' || rest.join('/') === '') {
    return [invalidValue(field, controller, 'must be a domain-prefixed path (such as "acme.io/foo")')]
  }
  return dnsSubdomain(domain).map((problem) => invalidValue(field, domain, problem))
}

function parameterScope(parameters: JsonObject, path: string): readonly FieldError[] {
  const scope = textOf(parameters, 'scope')
  if (scope === 'Namespace') {
    if (!isSet(parameters, 'namespace')) {
      return [required(`${path}namespace`, "`parameters.scope` is set to 'Namespace'")]
    }
    return named('namespace', dnsLabel)(parameters, path)
  }
  if (scope !== 'Cluster') return [notSupported(`${path}scope`, scope, ['Cluster', 'Namespace'])]
  return isSet(parameters, 'namespace')
    ? [forbiddenField(`${path}namespace`, "`parameters.scope` is set to 'Cluster'")]
    : []
}

function policyPort(struct: JsonObject, path: string): readonly FieldError[] {
  const value = memberOf(struct, 'port')
  const end = numberOf(struct, 'endPort')
  const field = `${path}endPort`
  if (value === undefined) {
    return end === undefined
      ? []
      : [invalidValue(field, end, 'may not be specified when `port` is not specified')]
  }
  if (typeof value === 'string') {
    return [
      ...(end === undefined
        ? []
        : [invalidValue(field, end, 'may not be specified when `port` is non-numeric')]),
      ...portName(value).map((problem) => invalidValue(`${path}port`, value, problem)),
    ]
  }
  const number = Number(value)
  return [
    ...(number >= 1 && number <= 65_535 ? [] : [invalidValue(`${path}port`, number, between(1, 65_535))]),
    ...(end !== undefined && end < number
      ? [invalidValue(field, number, 'must be greater than or equal to `port`')]
      : []),
    ...port('endPort')(struct, path),
  ]
}

function onePeer(peer: JsonObject, path: string): readonly FieldError[] {
  const field = path.slice(0, -1)
  const given = ['podSelector', 'namespaceSelector', 'ipBlock'].filter((name) => isSet(peer, name))
  if (given.length === 0) return [required(field, 'must specify a peer')]
  return given.length > 1 && given.includes('ipBlock')
    ? [forbiddenField(field, 'may not specify both ipBlock and another peer')]
    : []
}

function cidr(field: string): StructRule {
  return (struct, path) => {
    const text = textOf(struct, field)
    if (text === '') return [required(`${path}${field}`)]
    return isCidr(text) ? [] : [invalidValue(`${path}${field}`, text, cidrWords)]
  }
}

function eachCidr(spec: JsonObject, path: string): readonly FieldError[] {
  return textsOf(spec, 'cidrs').flatMap((text, index) =>
    isCidr(text) ? [] : [invalidValue(`${path}cidrs[${index}]`, text, cidrWords)],
  )
}

function subsetHasAddresses(subset: JsonObject, path: string): readonly FieldError[] {
  const none = ['addresses', 'notReadyAddresses'].every((list) => listOf(subset, list).length === 0)
  return none ? [required(path.slice(0, -1), 'must specify `addresses` or `notReadyAddresses`')] : []
}

function subsetPortNames(subset: JsonObject, path: string): readonly FieldError[] {
  const ports = objectsOf(subset, 'ports')
  if (ports.length < 2) return []
  return ports.flatMap((each, index) =>
    textOf(each, 'name') === '' ? [required(`${path}ports[${index}].name`)] : [],
  )
}

function endpointIp(address: JsonObject, path: string): readonly FieldError[] {
  const ip = textOf(address, 'ip')
  if (isIp(ip)) return reservedIp(ip, `${path}ip`)
  return [ipWords, 'must be a valid IP address'].map((words) => invalidValue(`${path}ip`, ip, words))
}

/** Addresses that mean something on each machine of its own lead nowhere. */
export function reservedIp(ip: string, field: string): readonly FieldError[] {
  const refuse = (words: string): readonly FieldError[] => [invalidValue(field, ip, words)]
  if (ip === '0.0.0.0' || ip === '::') return refuse(`may not be unspecified (${ip})`)
  if (ip.startsWith('127.') || ip === '::1')
    return refuse('may not be in the loopback range (127.0.0.0/8, ::1/128)')
  if (ip.startsWith('169.254.') || /^fe[89ab]/i.test(ip)) {
    return refuse('may not be in the link-local range (169.254.0.0/16, fe80::/10)')
  }
  if (ip.startsWith('224.0.0.') || /^ff02/i.test(ip)) {
    return refuse('may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)')
  }
  return []
}

function endpointPort(struct: JsonObject, path: string): readonly FieldError[] {
  const number = numberOf(struct, 'port') ?? 0
  return number >= 1 && number <= 65_535 ? [] : [invalidValue(`${path}port`, number, between(1, 65_535))]
}

/** The endpoints of a slice. Those that were there before are not asked again. */
export function sliceAddresses(slice: JsonObject, path: string): readonly FieldError[] {
  const type = textOf(slice, 'addressType')
  return objectsOf(slice, 'endpoints').flatMap((endpoint, index) => {
    const here = `${path}endpoints[${index}].addresses`
    const addresses = textsOf(endpoint, 'addresses')
    if (addresses.length === 0) return [required(here, 'must contain at least 1 address')]
    return addresses.flatMap((address, at) => sliceAddress(type, address, { here, at }))
  })
}

function sliceAddress(
  type: string,
  address: string,
  { here, at }: { readonly here: string; readonly at: number },
): readonly FieldError[] {
  const field = `${here}[${at}]`
  switch (type) {
    case 'IPv4':
    case 'IPv6': {
      if (!isIp(address)) return [invalidValue(field, address, ipWords)]
      const fits = type === 'IPv4' ? parseIpv4(address) !== undefined : isIpv6(address)
      return [
        ...(fits ? [] : [invalidValue(here, address, `must be an ${type} address`)]),
        ...reservedIp(address, field),
      ]
    }
    case 'FQDN':
      return dnsSubdomain(address.replace(/\.$/, '')).map((problem) => invalidValue(field, address, problem))
    default:
      return []
  }
}

function slicePortNames(slice: JsonObject, path: string): readonly FieldError[] {
  const names = objectsOf(slice, 'ports').map((each) => textOf(each, 'name'))
  const repeated = repeatedPositions(names)
  return names.flatMap((name, index) =>
    !repeated.has(index)
      ? []
      : [
          {
            reason: 'FieldValueDuplicate' as const,
            field: `${path}ports[${index}].name`,
            message: `Duplicate value: ${JSON.stringify(name)}`,
          },
        ],
  )
}

/** There are only two, and more than that is not looked at one by one. */
function policyTypes(spec: JsonObject, path: string): ReturnType<StructRule> {
  const types = listOf(spec, 'policyTypes')
  if (types.length <= directions.length) return eachChoice('policyTypes', directions)(spec, path)
  return [invalidValue(`${path}policyTypes`, types, 'may not specify more than two policyTypes')]
}
