import type { ConditionStatus } from '@sitrep/conditions'
import type { Reading } from '@sitrep/status'
import type { DataPlaneReport } from '../data-plane/types.ts'
import { gatewayKind } from '../kinds.ts'
import { byAge, kindedName, nameText } from '../model/names.ts'
import type { ReferenceFault, ResolvedReferences } from '../references/types.ts'
import type { RoutingBackend, RoutingConfiguration } from '../routing/types.ts'
import type { GatewayObserved, PolicySeen, WantedAddress } from './types.ts'

export type ClientFault = ReferenceFault<'RefNotPermitted' | 'InvalidClientCertificateRef'>

/** What the rules ask about a Gateway as a whole. */
export interface GatewayFacts {
  readonly className: string
  readonly classRefused: boolean
  readonly parameters: string | undefined
  readonly unsupportedAddresses: readonly string[]
  readonly listeners: readonly ListenerOfGateway[]
  readonly client: ResolvedReferences<ClientFault>
  readonly insecureClients: boolean
  readonly wanted: readonly WantedAddress[]
  readonly report: Reading<DataPlaneReport>
  /** The data plane has this generation in force; and all else that belongs to it. */
  readonly current: boolean
  readonly exact: boolean
  /** The replicas of the data plane that have not; absent where it is one process. */
  readonly behind?: readonly string[]
  /** How `Accepted` was decided. */
  readonly accepted: ConditionStatus
}

/** What a Gateway asks about one of its listeners. */
export interface ListenerOfGateway {
  readonly name: string
  readonly accepted: ConditionStatus
  readonly resolved: ConditionStatus
  /** A probe went through its socket. */
  readonly probed: boolean
}

/** How many of the addresses that were asked for a data plane has, each for itself. */
export function assignedAddresses({ wanted, report }: GatewayFacts): {
  readonly some: boolean
  readonly all: boolean
  readonly missing: readonly string[]
} {
  const left = [...(report.read ? (report.item?.addresses ?? []) : [])]
  if (wanted.length === 0) return { some: left.length > 0, all: left.length > 0, missing: [] }
  const missing = wanted.filter(({ type, value }) => {
    const found = left.findIndex(
      (each) => each.type === type && (value === undefined || each.value === value),
    )
    if (found !== -1) left.splice(found, 1)
    return found === -1
  })
  return {
    some: missing.length < wanted.length,
    all: missing.length === 0,
    missing: missing.map(({ type, value }) => value ?? `one of type ${type}`),
  }
}

/** What a request gets where TLS to a backend is asked for and cannot be had. */
const unsecured = 500

/** A backend with what the policies of its Service say, as far as they are accepted at this Gateway. A policy for one port counts before one for all. */
export function securedBackend(
  backend: RoutingBackend,
  policies: readonly PolicySeen[],
  gateway: string,
): RoutingBackend {
  const service = nameText(backend.service)
  const about = (section: string | undefined): PolicySeen | undefined =>
    policies
      .filter(({ targets }) =>
        targets.some((target) => target.service === service && target.section === section),
      )
      .filter(({ reasons }) => reasons[gateway] !== undefined && reasons[gateway] !== 'Conflicted')
      .sort(byAge)[0]
  const policy = (backend.portName === '' ? undefined : about(backend.portName)) ?? about(undefined)
  if (policy === undefined) return backend
  return {
    ...backend,
    tls: {
      hostname: policy.hostname,
      subjectAltNames: policy.subjectAltNames,
      authorities: policy.authorities,
      ...(policy.wellKnownAuthorities !== undefined && { wellKnownAuthorities: policy.wellKnownAuthorities }),
      ...(policy.reasons[gateway] !== 'Accepted' && { answer: unsecured }),
    },
  }
}

/** Whether a data plane has this generation of the Gateway in force, and whether it has everything in force that belongs to it. */
export function inForceIn(
  { generations, replicas }: DataPlaneReport,
  { self, generation = 0 }: GatewayObserved,
  configuration: RoutingConfiguration | undefined,
): Pick<GatewayFacts, 'current' | 'exact' | 'behind'> {
  const behind = replicas?.filter((each) => each.generation !== generation).map(({ name }) => name)
  const wanted = Object.entries(configuration?.spec.generations ?? {})
  return {
    current: generations[kindedName(gatewayKind.kind, self)] === generation,
    exact: configuration !== undefined && wanted.every(([key, each]) => generations[key] === each),
    ...(behind !== undefined && { behind }),
  }
}
