import { decide } from '@sitrep/conditions'
import { type Abstention, abstain, type Clock, type Computed, clockAt, type KubeObject } from '@sitrep/status'
import type { DataPlaneReport } from '../data-plane/types.ts'
import { attachedListenerSetKind, gatewayKind, listenerSetKind } from '../kinds.ts'
import {
  isWanted,
  type JudgedListener,
  judgeListener,
  listenerHead,
  reportName,
} from '../listener/compute.ts'
import { findOverlaps } from '../listener/facts/conflicts.ts'
import {
  countAttached,
  dataPlaneOfListener,
  distinctListeners,
  listenerFacts,
} from '../listener/facts/facts.ts'
import { nameText } from '../model/names.ts'
import { stamped } from '../model/stamp.ts'
import { admitsNamespace } from '../route/facts/attach.ts'
import type { Setup } from '../setup.ts'
import { conflictsOf, dataPlaneOf, isInForce, type ListenerSetFacts, refusalOf } from './facts.ts'
import { setAccepted, setProgrammed } from './rules.ts'
import type {
  AttachedListenerSetSpec,
  GatewayOfSet,
  ListenerSetObserved,
  ListenerSetStatus,
} from './types.ts'

/** Turns one observation of a ListenerSet into its status, and into listeners for its Gateway. */
export const computeListenerSet =
  (given: Setup) =>
  (observed: ListenerSetObserved): Computed<ListenerSetStatus> | Abstention => {
    const gateway = observed.gateway.read ? observed.gateway.item : undefined
    const controllerName = observed.controllerName.read ? observed.controllerName.item : undefined
    if (gateway === undefined || controllerName === undefined || !given.ours.has(controllerName))
      return abstain()
    // The deprecated conditions are older than ListenerSets, which never had them.
    const setup: Setup = { ...given, ready: 'none', deprecated: false }
    const clock = clockAt(observed.now)
    const allowed = admitsNamespace(
      gateway.allowedListeners,
      { namespace: observed.self.namespace, labels: observed.labels },
      gateway.namespace,
    )
    const refused = refusalOf(allowed, gateway)
    const judged = judgeListeners({ observed, gateway, setup, clock, refused })
    const facts: ListenerSetFacts = {
      allowed,
      gateway: nameText(gateway),
      parentAccepted: gateway.accepted,
      parentProgrammed: gateway.programmed,
      listeners: judged.map(({ listener }) => ({ name: listener.facts.name, accepted: listener.accepted })),
      dataPlane: dataPlaneOf(observed),
    }
    const decisions = [setAccepted, setProgrammed].map((table) => decide(table, facts))
    const { conditions, decided } = stamped(observed.previous?.conditions, decisions, observed)
    const heads = judged.flatMap(({ head }) => head ?? [])
    return {
      status: { conditions, listeners: judged.map(({ listener }) => listener.entry) },
      decided: [...decided, ...judged.flatMap(({ listener }) => listener.decided)],
      recheckAt: clock.recheckAt,
      ...(refused === undefined && heads.length > 0 && { derived: [attachedSet(observed, gateway, heads)] }),
    }
  }

interface Judging {
  readonly observed: ListenerSetObserved
  readonly gateway: GatewayOfSet
  readonly setup: Setup
  readonly clock: Clock
  readonly refused: string | undefined
}

interface JudgedOfSet {
  readonly listener: JudgedListener
  readonly head: AttachedListenerSetSpec['listeners'][number] | undefined
}

function judgeListeners({ observed, gateway, setup, clock, refused }: Judging): readonly JudgedOfSet[] {
  const { self, generation } = observed
  const specs = observed.listeners.map(({ spec }) => spec)
  const scope = {
    referrer: { ...listenerSetKind, namespace: self.namespace },
    gatewayReferrer: { ...gatewayKind, namespace: gateway.namespace },
    passed: (instant: string) => clock.passed(instant, 0),
    setup,
    conflicts: conflictsOf(observed, gateway, setup),
    overlaps: findOverlaps(specs),
    ownerRefused: refused,
  }
  const reported = {
    report: observed.report,
    reportName: (name: string) => reportName(name, self),
    inForce: (report: DataPlaneReport) => {
      const current = isInForce(report, observed)
      return { current, exact: current }
    },
  }
  const attached = observed.attachments.flatMap((attachments) =>
    distinctListeners(attachments, ({ set }) => set === nameText(self)),
  )
  return observed.listeners.map((each) => {
    const facts = listenerFacts(each, scope)
    const { name, kinds } = facts
    const listener = judgeListener({ ...facts, dataPlane: dataPlaneOfListener(name, reported) }, setup, {
      previous: observed.previous,
      stamp: { generation, now: observed.now },
      attachedRoutes: countAttached({ attached, readable: observed.readableRoutes }, name, kinds.served),
    })
    return { listener, head: isWanted(facts) ? listenerHead(each, facts, self) : undefined }
  })
}

function attachedSet(
  { self, generation = 0 }: ListenerSetObserved,
  gateway: GatewayOfSet,
  listeners: AttachedListenerSetSpec['listeners'],
): KubeObject {
  const { namespace, name } = self
  const spec: AttachedListenerSetSpec = {
    gateway: nameText(gateway),
    set: { namespace, name },
    generation,
    listeners,
  }
  return {
    apiVersion: `${attachedListenerSetKind.group}/v1alpha1`,
    kind: attachedListenerSetKind.kind,
    metadata: { namespace, name },
    spec,
  }
}
