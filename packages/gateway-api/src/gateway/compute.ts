import { type ConditionRules, decide } from '@sitrep/conditions'
import { type Abstention, abstain, type Clock, type Computed, clockAt } from '@sitrep/status'
import type { DataPlaneReport } from '../data-plane/types.ts'
import { gatewayKind } from '../kinds.ts'
import {
  isWanted,
  type JudgedListener,
  judgeListener,
  listenerHead,
  reportName,
} from '../listener/compute.ts'
import { findConflicts, findOverlaps } from '../listener/facts/conflicts.ts'
import {
  countAttached,
  dataPlaneOfListener,
  distinctListeners,
  listenerFacts,
  type SpecifiedListener,
} from '../listener/facts/facts.ts'
import { resolveCertificates } from '../listener/facts/references.ts'
import { nameText } from '../model/names.ts'
import { stamped, statusIn } from '../model/stamp.ts'
import { type Composition, createComposer } from '../routing/compose.ts'
import type { RoutingConfiguration } from '../routing/types.ts'
import type { Setup } from '../setup.ts'
import { type GatewayFacts, inForceIn, securedBackend } from './facts.ts'
import { gatewayAccepted, gatewayTables, refusalRows } from './rules.ts'
import type { GatewayObserved, GatewayStatus } from './types.ts'

/** Turns one observation of a Gateway into its status and into the configuration of its data plane. */
export const computeGateway = (
  setup: Setup,
): ((observed: GatewayObserved) => Computed<GatewayStatus> | Abstention) => {
  const compose = createComposer()
  return (observed) => {
    const seen = observed.class.read ? observed.class.item : undefined
    if (seen === undefined) return abstain()
    const clock = clockAt(observed.now)
    const given = specified(observed, setup, clock)
    if (!setup.ours.has(seen.controllerName)) return abstain(compareWith(observed, setup, given))
    const configuration = given.refused === undefined ? compose(compositionOf(observed, given)) : undefined
    const listeners = judgeAll(observed, setup, { given, configuration })
    const facts = withListeners(given.facts, listeners, { observed, configuration, setup })
    const decisions = gatewayTables(setup).map((table) => decide(table, facts))
    const { conditions, decided } = stamped(observed.previous?.conditions, decisions, observed)
    const addresses = observed.report.read ? observed.report.item?.addresses : observed.previous?.addresses
    return {
      status: {
        ...(addresses !== undefined && addresses.length > 0 && { addresses }),
        ...(observed.sets.read && { attachedListenerSets: observed.sets.items.length }),
        conditions,
        listeners: listeners.map(({ entry }) => entry),
      },
      decided: [...decided, ...listeners.flatMap((listener) => listener.decided)],
      recheckAt: clock.recheckAt,
      ...(configuration !== undefined && { derived: [configuration] }),
    }
  }
}

/** A Gateway as far as its specification and its references tell. */
interface Specified {
  readonly facts: GatewayFacts
  readonly listeners: readonly SpecifiedListener[]
  /** Why the whole of it is refused. */
  readonly refused: string | undefined
}

function specified(observed: GatewayObserved, { abilities, ...setup }: Setup, clock: Clock): Specified {
  const referrer = { ...gatewayKind, namespace: observed.self.namespace }
  const passed = (instant: string): boolean => clock.passed(instant, 0)
  const { clientCertificate } = observed
  const facts: GatewayFacts = {
    className: observed.className,
    classRefused: observed.class.read && observed.class.item?.refused === true,
    parameters: observed.parameters,
    unsupportedAddresses: observed.addresses
      .map(({ type }) => type)
      .filter((type) => !abilities.addressTypes.includes(type)),
    listeners: [],
    client: resolveCertificates(clientCertificate === undefined ? [] : [clientCertificate], {
      referrer,
      passed,
      invalid: 'InvalidClientCertificateRef',
    }),
    insecureClients: observed.insecureClients,
    wanted: observed.addresses,
    report: observed.report,
    current: false,
    exact: false,
    accepted: 'Unknown',
  }
  const refused = refusalRows.some(([, holds]) => holds(facts)) ? 'The Gateway is not accepted' : undefined
  const specs = observed.listeners.map(({ spec }) => spec)
  const [conflicts = new Map()] = findConflicts([{ owner: 'listener', listeners: specs }], abilities)
  const scope = {
    referrer,
    gatewayReferrer: referrer,
    passed,
    setup: { abilities, ...setup },
    conflicts,
    overlaps: findOverlaps(specs),
    ownerRefused: refused,
  }
  return { facts, refused, listeners: observed.listeners.map((listener) => listenerFacts(listener, scope)) }
}

function compositionOf(observed: GatewayObserved, { facts, listeners }: Specified): Composition {
  const { self, generation = 0, policies } = observed
  const own = nameText(self)
  return {
    gateway: { ...self, generation },
    addresses: observed.addresses.map(({ type, value = '' }) => ({ type, value })),
    clientCertificate: facts.client.faults.length === 0 ? observed.clientCertificate?.ref : undefined,
    listeners: observed.listeners.flatMap((listener, index) => {
      const each = listeners[index]
      return each === undefined || !isWanted(each) ? [] : [listenerHead(listener, each)]
    }),
    sets: observed.sets.read ? observed.sets.items : [],
    routes: observed.routes,
    policies,
    secured: (backend, seen) => securedBackend(backend, seen, own),
  }
}

interface Judging {
  readonly given: Specified
  readonly configuration: RoutingConfiguration | undefined
}

function judgeAll(
  observed: GatewayObserved,
  setup: Setup,
  { given, configuration }: Judging,
): readonly JudgedListener[] {
  const own = nameText(observed.self)
  const attached = observed.routes.flatMap(({ attachments }) =>
    distinctListeners(attachments, (each) => each.gateway === own && each.set === undefined),
  )
  const inForce = (report: DataPlaneReport) => inForceIn(report, observed, configuration)
  return given.listeners.map((facts) => {
    const { name, kinds } = facts
    const dataPlane = dataPlaneOfListener(name, {
      report: observed.report,
      reportName: (each) => reportName(each),
      inForce,
    })
    return judgeListener({ ...facts, dataPlane }, setup, {
      previous: observed.previous,
      stamp: observed,
      attachedRoutes: countAttached({ attached, readable: observed.readableRoutes }, name, kinds.served),
    })
  })
}

interface Surroundings {
  readonly observed: GatewayObserved
  readonly configuration: RoutingConfiguration | undefined
  readonly setup: Setup
}

function withListeners(
  given: GatewayFacts,
  listeners: readonly JudgedListener[],
  { observed, configuration, setup }: Surroundings,
): GatewayFacts {
  const report = observed.report.read ? observed.report.item : undefined
  const facts: GatewayFacts = {
    ...given,
    ...(report !== undefined && inForceIn(report, observed, configuration)),
    listeners: listeners.map(({ facts: { name }, accepted, resolved }) => ({
      name,
      accepted,
      resolved,
      probed:
        report?.listeners.some((each) => each.name === reportName(name) && each.bound && each.probed) ===
        true,
    })),
  }
  return { ...facts, accepted: statusIn(decide(gatewayAccepted[setup.profile], facts)) }
}

const comparedTypes = ['Accepted', 'ResolvedRefs', 'Conflicted', 'OverlappingTLSConfig']

/** What another controller should say of its Gateway, as far as that does not depend on its data plane. */
function compareWith(
  observed: GatewayObserved,
  setup: Setup,
  given: Specified,
): Pick<Abstention, 'compared'> {
  const blind: GatewayObserved = { ...observed, report: { read: true } }
  const listeners = judgeAll(
    blind,
    { ...setup, ready: 'none', deprecated: false },
    { given, configuration: undefined },
  )
  const facts = withListeners(given.facts, listeners, { observed: blind, configuration: undefined, setup })
  const table: ConditionRules<GatewayFacts> = gatewayAccepted[setup.profile]
  const { conditions, decided } = stamped(observed.previous?.conditions, [decide(table, facts)], observed)
  return {
    compared: [
      { conditions: conditions.filter(({ type }) => type === table.type), decided },
      ...listeners.map(({ facts: { at }, entry, decided: all }) => ({
        at,
        conditions: entry.conditions.filter(({ type }) => comparedTypes.includes(type)),
        decided: all.filter(({ type }) => comparedTypes.includes(type)),
      })),
    ],
  }
}
