import { type ConditionStatus, type Decision, decide, inList } from '@sitrep/conditions'
import { fields, list, number } from '@sitrep/status'
import { gatewayGroup } from '../kinds.ts'
import { type NamespacedName, nameText } from '../model/names.ts'
import { type Stamp, stamped, statusIn } from '../model/stamp.ts'
import type { Setup } from '../setup.ts'
import type { ListenerFacts, SpecifiedListener } from './facts/facts.ts'
import { listenerAccepted, listenerTables } from './rules.ts'
import type { ListenerHead, ListenerObserved, ListenerStatus } from './types.ts'

/** A listener that was judged: its entry, how each condition was decided, and what others ask about it. */
export interface JudgedListener {
  readonly facts: ListenerFacts
  readonly accepted: ConditionStatus
  readonly resolved: ConditionStatus
  readonly entry: ListenerStatus
  readonly decided: readonly Decision[]
}

/** Whether a data plane is to serve a listener: nothing but the data plane itself stands in the way. */
export const isWanted = (given: SpecifiedListener): boolean =>
  statusIn(decide(listenerAccepted, { ...given, dataPlane: { told: 'nothing' }, accepted: 'Unknown' })) !==
  'False'

interface Judging {
  /** The status of its owner before. */
  readonly previous: { readonly listeners?: unknown } | undefined
  readonly stamp: Stamp
  readonly attachedRoutes: number | undefined
}

/** Judges one listener. */
export function judgeListener(
  given: Omit<ListenerFacts, 'accepted'>,
  setup: Setup,
  { previous, stamp, attachedRoutes }: Judging,
): JudgedListener {
  const accepted = statusIn(decide(listenerAccepted, { ...given, accepted: 'Unknown' }))
  const facts: ListenerFacts = { ...given, accepted }
  const decisions = listenerTables(setup).map((table) => inList(facts.at, decide(table, facts)))
  const before = list(previous?.listeners)
    .map(fields)
    .find(({ name }) => name === facts.name)
  const { conditions, decided } = stamped(before?.['conditions'], decisions, stamp)
  // A count that could not be taken is the one before, or none: 0 would read as "no routes".
  const count = attachedRoutes ?? number(before?.['attachedRoutes'])
  return {
    facts,
    accepted,
    resolved: statusIn(decisions[1]),
    entry: {
      name: facts.name,
      supportedKinds: facts.kinds.served.map((kind) => ({ group: gatewayGroup, kind })),
      ...(count !== undefined && { attachedRoutes: count }),
      conditions,
    },
    decided,
  }
}

/** What the data plane calls a listener. */
export const reportName = (section: string, set?: NamespacedName): string =>
  set === undefined ? section : `ListenerSet/${nameText(set)}/${section}`

/** What a data plane is told of a listener. References that are known to lead nowhere are left out. */
export function listenerHead(
  { spec, certificates, validation }: ListenerObserved,
  facts: SpecifiedListener,
  set?: NamespacedName,
): ListenerHead {
  const faulty = new Set([...facts.certificates.faults, ...facts.authorities.faults].map(({ ref }) => ref))
  const usable = (refs: readonly { readonly ref: Parameters<typeof faulty.has>[0] }[]) =>
    refs.map(({ ref }) => ref).filter((ref) => !faulty.has(ref))
  const secured = spec.protocol === 'HTTPS' || spec.protocol === 'TLS'
  return {
    section: spec.name,
    name: reportName(spec.name, set),
    port: spec.port,
    protocol: spec.protocol,
    ...(spec.hostname !== undefined && { hostname: spec.hostname }),
    ...(secured && {
      tls: {
        mode: spec.tls?.mode ?? 'Terminate',
        certificates: usable(certificates),
        ...(validation !== undefined && {
          clients: { mode: validation.mode, authorities: usable(validation.authorities) },
        }),
      },
    }),
  }
}
