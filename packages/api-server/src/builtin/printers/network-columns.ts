import type { JsonObject, KubeObject } from '../../json/json.ts'
import type { TableColumn } from '../../resources/resource.ts'
import { isSet, numberOf, objectOf, objectsOf, textOf, textsOf } from '../validation/read.ts'
import { ageColumn, column, listed, nameColumn, orNone, wide } from './column.ts'
import { formatLabels, formatSelector } from './labels.ts'

const spec = (object: KubeObject): JsonObject | undefined => objectOf(object, 'spec')
const status = (object: KubeObject): JsonObject | undefined => objectOf(object, 'status')

export const serviceColumns: readonly TableColumn[] = [
  nameColumn,
  column('Type', (service) => textOf(spec(service), 'type')),
  column('Cluster-IP', (service) => orNone(textsOf(spec(service), 'clusterIPs')[0] ?? '')),
  column('External-IP', externalIp),
  column('Port(s)', (service) => orNone(objectsOf(spec(service), 'ports').map(servicePort).join(','))),
  ageColumn,
  wide('Selector', (service) => formatLabels(objectOf(spec(service), 'selector'))),
]

function servicePort(port: JsonObject): string {
  const nodePort = numberOf(port, 'nodePort') ?? 0
  const numbers = nodePort > 0 ? `${numberOf(port, 'port')}:${nodePort}` : `${numberOf(port, 'port')}`
  return `${numbers}/${textOf(port, 'protocol')}`
}

function externalIp(service: KubeObject): string {
  const external = textsOf(spec(service), 'externalIPs')
  switch (textOf(spec(service), 'type')) {
    case 'ClusterIP':
    case 'NodePort':
      return orNone(external.join(','))
    case 'LoadBalancer': {
      const all = [...balancerAddresses(service), ...external]
      return all.length === 0 ? '<pending>' : all.join(',')
    }
    case 'ExternalName':
      return textOf(spec(service), 'externalName')
    default:
      return '<unknown>'
  }
}

function balancerAddresses(object: KubeObject): readonly string[] {
  const addresses = objectsOf(objectOf(status(object), 'loadBalancer'), 'ingress')
    .map((ingress) => textOf(ingress, 'ip') || textOf(ingress, 'hostname'))
    .filter((address) => address !== '')
  return [...new Set(addresses)].sort()
}

export const ingressColumns: readonly TableColumn[] = [
  nameColumn,
  column('Class', (ingress) =>
    isSet(spec(ingress), 'ingressClassName') ? textOf(spec(ingress), 'ingressClassName') : '<none>',
  ),
  column('Hosts', ingressHosts),
  column('Address', (ingress) => balancerAddresses(ingress).join(',')),
  column('Ports', (ingress) => (objectsOf(spec(ingress), 'tls').length > 0 ? '80, 443' : '80')),
  ageColumn,
]

function ingressHosts(ingress: KubeObject): string {
  const rules = objectsOf(spec(ingress), 'rules').map((rule) => textOf(rule, 'host'))
  const hosts: string[] = []
  for (const host of rules) {
    // Once three are shown all further rules count as more, with a host or without.
    if (hosts.length === 3) return `${hosts.join(',')} + ${rules.length - 3} more...`
    if (host !== '') hosts.push(host)
  }
  return hosts.length === 0 ? '*' : hosts.join(',')
}

const isDefaultClass = (object: KubeObject, annotation: string): boolean =>
  textOf(objectOf(object.metadata, 'annotations'), annotation) === 'true'

/** The name of a class, marked when it is the one taken for those that name none. */
export function classNameColumn(...annotations: readonly string[]): TableColumn {
  return {
    ...nameColumn,
    cell: (object) => {
      const name = textOf(object.metadata, 'name')
      return annotations.some((annotation) => isDefaultClass(object, annotation)) ? `${name} (default)` : name
    },
  }
}

export const ingressClassColumns: readonly TableColumn[] = [
  classNameColumn('ingressclass.kubernetes.io/is-default-class'),
  column('Controller', (object) => textOf(spec(object), 'controller')),
  column('Parameters', (object) => {
    const parameters = objectOf(spec(object), 'parameters')
    if (parameters === undefined) return '<none>'
    const group = isSet(parameters, 'apiGroup') ? `.${textOf(parameters, 'apiGroup')}` : ''
    return `${textOf(parameters, 'kind')}${group}/${textOf(parameters, 'name')}`
  }),
  ageColumn,
]

export const networkPolicyColumns: readonly TableColumn[] = [
  nameColumn,
  column('Pod-Selector', (policy) => formatSelector(objectOf(spec(policy), 'podSelector'))),
  ageColumn,
]

export const endpointsColumns: readonly TableColumn[] = [
  nameColumn,
  column('Endpoints', (endpoints) => {
    const subsets = objectsOf(endpoints, 'subsets')
    return subsets.length === 0 ? '<none>' : listed(subsets.flatMap(subsetAddresses), 3)
  }),
  ageColumn,
]

function subsetAddresses(subset: JsonObject): readonly string[] {
  const addresses = objectsOf(subset, 'addresses').map((address) => textOf(address, 'ip'))
  const ports = objectsOf(subset, 'ports').map((port) => numberOf(port, 'port') ?? 0)
  if (ports.length === 0) return addresses
  return ports.flatMap((port) => addresses.map((address) => hostPort(address, port)))
}

function hostPort(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}

export const endpointSliceColumns: readonly TableColumn[] = [
  nameColumn,
  column('AddressType', (slice) => textOf(slice, 'addressType')),
  column('Ports', (slice) => unset(objectsOf(slice, 'ports').map(slicePort))),
  column('Endpoints', (slice) =>
    unset(objectsOf(slice, 'endpoints').flatMap((each) => textsOf(each, 'addresses'))),
  ),
  ageColumn,
]

function slicePort(port: JsonObject): string {
  const number = numberOf(port, 'port')
  if (number !== undefined) return String(number)
  return isSet(port, 'name') ? textOf(port, 'name') : '*'
}

function unset(items: readonly string[]): string {
  return items.length === 0 ? '<unset>' : listed(items, 3)
}

export const ipAddressColumns: readonly TableColumn[] = [
  nameColumn,
  column('ParentRef', (object) => {
    const parent = objectOf(spec(object), 'parentRef')
    if (parent === undefined) return '<none>'
    const [group, resource, namespace, name] = ['group', 'resource', 'namespace', 'name'].map((key) =>
      textOf(parent, key),
    )
    const kind = group === '' ? resource : `${resource}.${group}`
    return `${kind}/${namespace === '' ? '' : `${namespace}/`}${name}`
  }),
]

export const serviceCidrColumns: readonly TableColumn[] = [
  nameColumn,
  column('CIDRs', (object) => textsOf(spec(object), 'cidrs').join(',')),
  ageColumn,
]
