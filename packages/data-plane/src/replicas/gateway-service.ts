import { infrastructureMetadata, type RoutingConfiguration } from '@sitrep/gateway-api'
import { at, type KubeObject, list, number, text } from '@sitrep/status'
import { hashOf } from '../edge/loopback-address.ts'

/** How a Service brings traffic to the replicas. */
export const serviceTypes = ['LoadBalancer', 'NodePort', 'ClusterIP'] as const
export type ServiceType = (typeof serviceTypes)[number]

/** Which port is open in place of each port of a Gateway. */
export type TargetPorts = Readonly<Record<number, number>>

/** A Service that may be one of ours, as far as anybody asks. */
export type ServiceObject = KubeObject & { readonly spec?: unknown }

/** Where a Service says which Gateway it is for: a label cannot hold every name. */
const gatewayAnnotation = 'sitrep.dev/gateway'
/** What the Service was made from, so that a look tells whether it has to be made again. */
const madeFromAnnotation = 'sitrep.dev/made-from'
const managedBy = { 'app.kubernetes.io/managed-by': 'sitrep' }

/** All that the Service of a Gateway follows from. */
export interface ServiceWish {
  readonly configuration: RoutingConfiguration
  /** As it stands on the server: its `spec.infrastructure` is handed on. */
  readonly gateway: KubeObject & { readonly spec?: unknown }
  readonly namespace: string
  readonly type: ServiceType
  /** Who takes the traffic. */
  readonly selector: Readonly<Record<string, string>>
  readonly targets: TargetPorts
}

/** `<namespace>/<name>` of the Gateway that a Service was made for; nothing where it is somebody else's. */
export function gatewayOfService({ metadata: { annotations, labels } }: KubeObject): string | undefined {
  const managed = Object.entries(managedBy).every(([key, value]) => labels?.[key] === value)
  return managed ? annotations?.[gatewayAnnotation] : undefined
}

/** The name of the Service of a Gateway: it tells whose it is as far as there is room, and no two Gateways have the same. */
export function serviceName(gateway: string): string {
  const name = gateway.slice(gateway.indexOf('/') + 1).replaceAll('.', '-')
  return `gateway-${name.slice(0, 45).replace(/-+$/, '')}-${digest(gateway)}`
}

const digest = (value: string): string => hashOf(value).toString(16).padStart(8, '0')

/** The Service that gives a Gateway its address, as it is to be applied. */
export function gatewayService(wish: ServiceWish): ServiceObject {
  const { configuration, gateway, namespace, type, selector, targets } = wish
  const { metadata, spec } = configuration
  const name = `${metadata.namespace}/${metadata.name}`
  const { labels, annotations: handedOn } = infrastructureMetadata(gateway)
  const asked = spec.addresses.find((each) => each.type === 'IPAddress' && each.value !== '')?.value
  const made = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: serviceName(name),
      namespace,
      labels: { ...labels, ...managedBy },
      annotations: { ...handedOn, [gatewayAnnotation]: name },
    },
    spec: {
      type,
      selector,
      ports: servicePorts(configuration, targets),
      ...(type === 'LoadBalancer' && asked !== undefined && { loadBalancerIP: asked }),
    },
  }
  const annotations = { ...made.metadata.annotations, [madeFromAnnotation]: digest(JSON.stringify(made)) }
  return { ...made, metadata: { ...made.metadata, annotations } }
}

function servicePorts(
  { spec: { listeners } }: RoutingConfiguration,
  targets: TargetPorts,
): readonly object[] {
  const wanted = new Map(
    listeners.map(({ port, protocol }) => {
      const transport = protocol === 'UDP' ? 'UDP' : 'TCP'
      return [
        `${transport.toLowerCase()}-${port}`,
        { port, protocol: transport, targetPort: targets[port] ?? port },
      ]
    }),
  )
  return [...wanted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, port]) => ({ name, ...port }))
}

/** Whether a Service is as it is to be: made from the same, and with the same ports. */
export function isMade(present: ServiceObject | undefined, wanted: ServiceObject): boolean {
  if (present === undefined) return false
  const from = ({ metadata }: KubeObject): string | undefined => metadata.annotations?.[madeFromAnnotation]
  const ports = (service: ServiceObject): string => JSON.stringify(portTargets(service))
  return from(present) === from(wanted) && ports(present) === ports(wanted)
}

/** The ports that are opened in place of those of the Gateway, as the Service has them. */
export function portTargets({ spec }: ServiceObject): TargetPorts {
  const entries = list(at(spec, 'ports')).flatMap((entry) => {
    const [port, target] = [number(at(entry, 'port')), number(at(entry, 'targetPort'))]
    return port === undefined || target === undefined ? [] : [[port, target] as const]
  })
  return Object.fromEntries(entries.sort(([a], [b]) => a - b))
}

/** The ports under which nodes take traffic, by those of the Gateway. */
export function nodePorts({ spec }: ServiceObject): TargetPorts {
  const entries = list(at(spec, 'ports')).flatMap((entry) => {
    const [port, open] = [number(at(entry, 'port')), number(at(entry, 'nodePort'))]
    return port === undefined || open === undefined ? [] : [[port, open] as const]
  })
  return Object.fromEntries(entries)
}

/** The addresses under which a Service takes traffic; those of nodes are given. */
export function addressesOf(
  service: ServiceObject & { readonly status?: unknown },
  nodes: readonly string[],
): readonly { readonly type: string; readonly value: string }[] {
  const ip = (value: string) => ({ type: 'IPAddress', value })
  switch (at(service.spec, 'type')) {
    case 'LoadBalancer':
      return list(at(at(service.status, 'loadBalancer'), 'ingress')).flatMap((entry) => {
        const [address, hostname] = [text(at(entry, 'ip')), text(at(entry, 'hostname'))]
        if (address !== undefined) return [ip(address)]
        return hostname === undefined ? [] : [{ type: 'Hostname', value: hostname }]
      })
    case 'NodePort':
      return nodes.map(ip)
    default:
      return list(at(service.spec, 'clusterIPs')).flatMap((value) => (text(value) ? [ip(String(value))] : []))
  }
}

/** The addresses of nodes that take traffic: those that can be reached from outside, where there are any. At most as many as a status holds. */
export function nodeAddresses(nodes: readonly KubeObject[]): readonly string[] {
  const of = (type: string): readonly string[] =>
    nodes
      .filter(({ status }) =>
        list(at(status, 'conditions')).some(
          (each) => at(each, 'type') === 'Ready' && at(each, 'status') === 'True',
        ),
      )
      .flatMap(({ status }) => list(at(status, 'addresses')))
      .flatMap((each) => (at(each, 'type') === type ? (text(at(each, 'address')) ?? []) : []))
  const outside = of('ExternalIP')
  return [...new Set(outside.length > 0 ? outside : of('InternalIP'))].sort().slice(0, mostAddresses)
}

const mostAddresses = 16
