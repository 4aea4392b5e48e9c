import type { ConditionStatus } from '@sitrep/conditions'
import { formatEntry, type Reading } from '@sitrep/status'
import type { DataPlaneReport, ReportedListener } from '../../data-plane/types.ts'
import type { RouteKindName } from '../../kinds.ts'
import type { GrantFrom, ResolvedReferences } from '../../references/types.ts'
import type { AttachedListener } from '../../route/types.ts'
import type { Setup } from '../../setup.ts'
import type { ListenerObserved, ServedRouteKinds } from '../types.ts'
import type { Conflict } from './conflicts.ts'
import { type HasPassed, type ListenerFault, resolveAuthorities, resolveCertificates } from './references.ts'
import { isSupported, servedRouteKinds } from './served-kinds.ts'

/** What the rules ask about one listener. */
export interface ListenerFacts {
  readonly name: string
  /** The list of its conditions, as it is written in an address. */
  readonly at: string
  readonly port: number
  readonly protocol: string
  readonly supported: boolean
  /** What it asks of TLS can be done. */
  readonly modeSupported: boolean
  readonly conflict: Conflict | undefined
  readonly overlaps: readonly string[]
  readonly kinds: ServedRouteKinds
  /** Certificates are needed. */
  readonly secured: boolean
  readonly certificates: ResolvedReferences<ListenerFault>
  readonly validates: boolean
  readonly authorities: ResolvedReferences<ListenerFault>
  /** Whether its Gateway (and ListenerSet) is refused as a whole. */
  readonly ownerRefused: string | undefined
  readonly dataPlane: DataPlaneOfListener
  /** How `Accepted` was decided. */
  readonly accepted: ConditionStatus
}

/** What a data plane tells of one listener. */
export type DataPlaneOfListener =
  | { readonly told: 'unreadable'; readonly why: string }
  | { readonly told: 'nothing' }
  | {
      readonly told: 'report'
      readonly current: boolean
      readonly exact: boolean
      readonly listener: ReportedListener | undefined
      /** Ports that are open in place of others. */
      readonly ports?: NonNullable<DataPlaneReport['ports']>
    }

/** What is the same for all listeners of one owner. */
export interface ListenerScope {
  readonly referrer: GrantFrom
  /** The Gateway, whose references lead to the authorities. */
  readonly gatewayReferrer: GrantFrom
  readonly passed: HasPassed
  readonly setup: Setup
  readonly conflicts: ReadonlyMap<string, Conflict>
  readonly overlaps: ReadonlyMap<string, readonly string[]>
  readonly ownerRefused: string | undefined
}

/** A listener as far as its owner's specification tells: what a data plane makes of it comes later. */
export type SpecifiedListener = Omit<ListenerFacts, 'accepted' | 'dataPlane'>

/** Reduces one listener to what the rules ask. */
export function listenerFacts(
  { spec, secured, certificates, validation }: ListenerObserved,
  scope: ListenerScope,
): SpecifiedListener {
  const { abilities } = scope.setup
  const { name, port, protocol } = spec
  const mode = spec.tls?.mode ?? 'Terminate'
  return {
    name,
    at: formatEntry('listeners', name),
    port,
    protocol,
    supported: isSupported(protocol, abilities),
    modeSupported:
      mode === 'Terminate'
        ? protocol !== 'TLS' || abilities.tlsTermination
        : mode === 'Passthrough' && protocol !== 'HTTPS',
    conflict: scope.conflicts.get(name),
    overlaps: scope.overlaps.get(name) ?? [],
    kinds: servedRouteKinds(spec, abilities),
    secured,
    certificates: resolveCertificates(certificates, {
      referrer: scope.referrer,
      passed: scope.passed,
      invalid: 'InvalidCertificateRef',
    }),
    validates: validation !== undefined,
    authorities: resolveAuthorities(validation, scope.gatewayReferrer),
    ownerRefused: scope.ownerRefused,
  }
}

/** What a report means for the listeners of one owner. */
export interface ReportScope {
  readonly report: Reading<DataPlaneReport>
  /** The name under which the data plane knows a listener. */
  readonly reportName: (listener: string) => string
  /** Whether a report has the owner's present generation in force; and whether it has everything in force. */
  readonly inForce: (report: DataPlaneReport) => { readonly current: boolean; readonly exact: boolean }
}

/** What a data plane tells of one listener. */
export function dataPlaneOfListener(
  name: string,
  { report, reportName, inForce }: ReportScope,
): DataPlaneOfListener {
  if (!report.read) return { told: 'unreadable', why: report.why }
  if (report.item === undefined) return { told: 'nothing' }
  const known = reportName(name)
  return {
    told: 'report',
    ...inForce(report.item),
    listener: report.item.listeners.find((each) => each.name === known),
    ...(report.item.ports && { ports: report.item.ports }),
  }
}

/** Everything wrong with the references of a listener. */
export const faultsOf = ({
  certificates,
  authorities,
}: Pick<ListenerFacts, 'certificates' | 'authorities'>): readonly ListenerFault[] => [
  ...certificates.faults,
  ...authorities.faults,
]

/** The routes that count for some listeners, and which kinds of routes could be read. */
interface Countable {
  readonly attached: readonly AttachedListener[]
  readonly readable: readonly RouteKindName[]
}

/** How many routes are attached to a listener; nothing where routes that could be cannot be read. `attached` has a route once for a listener. */
export function countAttached(
  { attached, readable }: Countable,
  listener: string,
  served: readonly RouteKindName[],
): number | undefined {
  if (served.some((kind) => !readable.includes(kind))) return undefined
  return attached.filter((each) => each.listener === listener).length
}

/** The listeners of one owner that a route counts for, each once: several parents may lead to one listener. */
export function distinctListeners(
  attachments: readonly AttachedListener[],
  isOwn: (attachment: AttachedListener) => boolean,
): readonly AttachedListener[] {
  const own = attachments.filter(isOwn)
  return [...new Map(own.map((each) => [each.listener, each])).values()]
}
