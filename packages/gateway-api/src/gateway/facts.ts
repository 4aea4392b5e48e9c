import type { ConditionStatus } from '@sitrep/conditions'
import type { Reading } from '@sitrep/status'
import type { DataPlaneReport } from '../data-plane/report.ts'
import type { ReferenceFault, ResolvedReferences } from '../listener/faults.ts'
import type { WantedAddress } from './types.ts'

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
