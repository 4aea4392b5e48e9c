import { decide } from '@sitrep/conditions'
import { type Abstention, abstain, type Clock, clockAt, type KubeObject, type Verdict } from '@sitrep/status'
import { type DataPlaneReport, generationKey } from '../data-plane/report.ts'
import { attachedListenerSetKind, gatewayKind, listenerSetKind } from '../kinds.ts'
import { findConflicts, findOverlaps } from '../listener/conflicts.ts'
import { countAttached } from '../listener/count.ts'
import { isWanted, type JudgedListener, judgeListener } from '../listener/entry.ts'
import { dataPlaneOfListener, listenerFacts } from '../listener/facts.ts'
import { listenerHead, reportName } from '../listener/routing.ts'
import { byAge } from '../model/age.ts'
import { nameText } from '../model/names.ts'
import { stamped } from '../model/stamp.ts'
import { admitsNamespace } from '../route/attach.ts'
import type { ListenerSetSeen } from '../route/types.ts'
import type { Setup } from '../setup.ts'
import { type ListenerSetFacts, setAccepted, setProgrammed } from './rules.ts'
import type {
  AttachedListenerSetSpec,
  GatewayOfSet,
  ListenerSetObserved,
  ListenerSetStatus,
} from './types.ts'

/** Turns one observation of a ListenerSet into its status, and into listeners for its Gateway. */
export const computeListenerSet =
  (given: Setup) =>
  (observed: ListenerSetObserved): Verdict<ListenerSetStatus> | Abstention => {
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

function refusalOf(allowed: boolean | undefined, { accepted }: GatewayOfSet): string | undefined {
  if (allowed !== true) return 'The Gateway does not take the ListenerSet'
  return accepted === 'False' ? 'The Gateway is not accepted' : undefined
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
  return observed.listeners.map((each) => {
    const facts = listenerFacts(each, scope)
    const { name, kinds } = facts
    const listener = judgeListener({ ...facts, dataPlane: dataPlaneOfListener(name, reported) }, setup, {
      previous: observed.previous,
      stamp: { generation, now: observed.now },
      attachedRoutes: countAttached(observed.routes, name, kinds.served),
    })
    return { listener, head: isWanted(facts) ? listenerHead(each, facts, self) : undefined }
  })
}

// The Gateway's own listeners come first, then its ListenerSets by age; sets that it does not take take no part.
function conflictsOf(
  { self, sets, listeners }: ListenerSetObserved,
  gateway: GatewayOfSet,
  { abilities }: Setup,
) {
  const isSelf = (set: ListenerSetSeen): boolean => nameText(set) === nameText(self)
  const others = sets.read ? sets.items.filter((set) => !isSelf(set) && set.refused === undefined) : []
  const older = others.filter((set) => byAge(set, self) < 0).sort(byAge)
  const owners = [
    { owner: `listener`, listeners: gateway.listeners },
    ...older.map((set) => ({ owner: `ListenerSet ${nameText(set)} listener`, listeners: set.listeners })),
    { owner: `listener`, listeners: listeners.map(({ spec }) => spec) },
  ]
  return findConflicts(owners, abilities).at(-1) ?? new Map()
}

const isInForce = ({ generations }: DataPlaneReport, { self, generation }: ListenerSetObserved): boolean =>
  generations[generationKey(listenerSetKind.kind, self.namespace, self.name)] === (generation ?? 0)

function dataPlaneOf(observed: ListenerSetObserved): ListenerSetFacts['dataPlane'] {
  const { report } = observed
  if (!report.read) return 'unreadable'
  if (report.item === undefined) return 'nothing'
  return isInForce(report.item, observed) ? 'in force' : 'behind'
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
