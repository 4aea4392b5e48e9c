import type { Abilities } from '../../abilities.ts'
import type { RouteKindName } from '../../kinds.ts'
import { nameText } from '../../model/names.ts'
import { kindText, notPermitted, resolve } from '../../references/facts.ts'
import type { GrantFrom, ReferenceFault } from '../../references/types.ts'
import type { RoutingBackend } from '../../routing/types.ts'
import type { BackendReference, BackendSeen, ServicePort } from '../types.ts'

export const backendFaultReasons = [
  'RefNotPermitted',
  'InvalidKind',
  'BackendNotFound',
  'UnsupportedProtocol',
] as const

export type BackendFault = ReferenceFault<(typeof backendFaultReasons)[number]>

/** What became of a reference to a backend. */
export type ResolvedBackend =
  | { readonly backend: RoutingBackend }
  | { readonly fault: BackendFault }
  | { readonly unreadable: string }

/** Who refers, and what can be done. */
export interface BackendScope {
  readonly kind: RouteKindName
  readonly referrer: GrantFrom
  readonly abilities: Abilities
  /** What is answered where a Service has nobody to ask. */
  readonly noEndpoints: number
}

/** Decides whether a backend can be used, and if so, where its requests go. */
export function resolveBackend(
  { referred, slices }: BackendSeen,
  { ref, port }: BackendReference,
  scope: BackendScope,
): ResolvedBackend {
  const found = resolve(referred, scope.referrer)
  const fault = (reason: BackendFault['reason'], message: string) => ({ fault: { reason, message, ref } })
  const name = `Service ${nameText(ref)}`
  if (found.state === 'unreadable') return { unreadable: `${name}: ${found.why}` }
  if (found.state === 'other kind')
    return fault('InvalidKind', `${kindText(ref)} is no kind of backend that is supported`)
  if (found.state === 'not permitted') return { fault: notPermitted(ref, found.grants) }
  if (found.state === 'missing') return fault('BackendNotFound', `${name} does not exist`)
  const { type, ports } = found.target
  if (type === 'ExternalName') return fault('InvalidKind', `${name} is only a name for something outside`)
  const numbered = ports.filter((each) => each.port === port)
  if (numbered.length === 0)
    return fault('BackendNotFound', `${name} has no port ${port ?? 'without a number'}`)
  const chosen = numbered.find(({ protocol }) => protocol === transportOf(scope.kind))
  if (chosen === undefined || !isSpoken(chosen, scope.abilities))
    return fault(
      'UnsupportedProtocol',
      `The protocol of port ${port} of ${name} is not supported for a ${scope.kind}`,
    )
  const endpoints = slices?.read === true ? endpointsOf(slices.items, chosen) : []
  return {
    backend: {
      service: { namespace: ref.namespace, name: ref.name },
      port: chosen.port,
      portName: chosen.name,
      transport: transportOf(scope.kind),
      ...(chosen.appProtocol !== undefined && { appProtocol: chosen.appProtocol }),
      endpoints,
      ...(endpoints.length === 0 && { answer: scope.noEndpoints }),
    },
  }
}

const transportOf = (kind: RouteKindName): 'TCP' | 'UDP' => (kind === 'UDPRoute' ? 'UDP' : 'TCP')

// Names without a prefix are registered ones, which say nothing about what a proxy must do.
const isSpoken = ({ appProtocol }: ServicePort, { appProtocols }: Abilities): boolean =>
  appProtocol === undefined || !appProtocol.startsWith('kubernetes.io/') || appProtocols.includes(appProtocol)

function endpointsOf(
  slices: readonly {
    readonly ports: readonly { name: string; port: number; protocol: string }[]
    readonly addresses: readonly string[]
  }[],
  { name, protocol }: ServicePort,
): RoutingBackend['endpoints'] {
  const found = slices.flatMap(({ ports, addresses }) => {
    const target = ports.find((each) => each.name === name && each.protocol === protocol)
    return target === undefined ? [] : addresses.map((address) => ({ address, port: target.port }))
  })
  const keyed = new Map(found.map((endpoint) => [`${endpoint.address} ${endpoint.port}`, endpoint]))
  return [...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, endpoint]) => endpoint)
}
