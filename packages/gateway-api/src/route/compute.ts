import { type Condition, type ConditionStatus, type Decision, decide, inList } from '@sitrep/conditions'
import {
  type Abstention,
  abstain,
  type ComparedConditions,
  type Fields,
  fields,
  formatEntry,
  list,
  text,
  type Verdict,
} from '@sitrep/status'
import { parentKey } from '../lists.ts'
import { nameText } from '../model/names.ts'
import { sourceRef, writtenParent } from '../model/references.ts'
import { stamped } from '../model/stamp.ts'
import type { Setup } from '../setup.ts'
import { type Attaching, attach } from './attach.ts'
import { type AttachedListener, attachedRoute } from './attached-route.ts'
import { type ReferenceFacts, type RouteFacts, ruleFacts } from './facts.ts'
import { type ResolvedRules, resolveRules } from './resolve-rules.ts'
import { routeAccepted, routePartiallyInvalid, routeProgrammed, routeResolvedRefs } from './rules.ts'
import type { ParentObserved, RouteObserved, RouteStatus } from './types.ts'
import { unreported } from './unreported.ts'

/** Turns one observation of a route into its status: an entry for every parent of ours, and what it means for traffic. */
export const computeRoute =
  (setup: Setup) =>
  (observed: RouteObserved): Verdict<RouteStatus> | Abstention => {
    const resolved = resolveRules(observed, setup)
    const judged = distinctParents(observed).map((parent) =>
      judgeParent(parent, { observed, resolved, setup }),
    )
    const own = judged.filter((each) => 'entry' in each)
    const compared = judged.flatMap((each) => ('compared' in each ? each.compared : []))
    if (own.length === 0) return abstain(compared.length === 0 ? {} : { compared })
    const attachments = own.flatMap(({ attachments: each }) => each)
    return {
      status: { parents: own.map(({ entry }) => entry) },
      decided: own.flatMap(({ decided }) => decided),
      ...(compared.length > 0 && { compared }),
      ...(attachments.length > 0 && { derived: [derivedFrom(observed, attachments, resolved)] }),
    }
  }

interface OwnParent {
  readonly entry: Fields
  readonly decided: readonly Decision[]
  readonly attachments: readonly AttachedListener[]
}

type JudgedParent = OwnParent | { readonly compared: readonly ComparedConditions[] }

interface Judging {
  readonly observed: RouteObserved
  readonly resolved: ResolvedRules
  readonly setup: Setup
}

// Two spellings of one parent are one entry: the first is answered.
function distinctParents({ parents, self }: RouteObserved): readonly ParentObserved[] {
  const seen = new Map<string, ParentObserved>()
  for (const each of parents) {
    const key = parentKey(writtenParent(each.parent), self.namespace)
    if (!seen.has(key)) seen.set(key, each)
  }
  return [...seen.values()]
}

function judgeParent(parent: ParentObserved, judging: Judging): JudgedParent {
  const { observed, setup } = judging
  const readings = [parent.set, parent.gateway, parent.controllerName]
  if (readings.some((reading) => reading?.read === false)) return keptEntry(parent, judging)
  const controllerName = parent.controllerName?.read === true ? parent.controllerName.item : undefined
  const silent = unreported(parent, observed.self.namespace)
  if (controllerName === undefined || controllerName === '') return { compared: [silent] }
  const key = `${controllerName}|${parentKey(writtenParent(parent.parent), observed.self.namespace)}`
  const at = formatEntry('parents', key)
  const before = previousEntry(observed, controllerName, key)
  const ours = setup.ours.has(controllerName)
  const facts = factsOf(parent, judging, at)
  const tables = ours
    ? [routeAccepted[setup.profile], routeResolvedRefs, routeProgrammed, routePartiallyInvalid]
    : [routeAccepted[setup.profile], routeResolvedRefs, routePartiallyInvalid]
  const decisions = tables.map((table) => inList(at, decide(table, facts)))
  const { conditions, decided } = stamped(conditionsOf(before), decisions, observed)
  if (!ours) {
    const said = conditions.filter(({ type }) => tables.some((table) => table.type === type))
    return { compared: [silent, { at, conditions: said, decided }] }
  }
  return {
    entry: { parentRef: writtenParent(parent.parent), controllerName, conditions },
    decided,
    attachments: facts.accepted === 'True' ? attachedTo(parent, facts.attaching, controllerName) : [],
  }
}

function factsOf(parent: ParentObserved, { observed, resolved, setup }: Judging, at: string): RouteFacts {
  const gateway = parent.gateway?.read === true ? parent.gateway.item : undefined
  const set = parent.set?.read === true ? parent.set.item : undefined
  const { group, kind, namespace, name, sectionName, port } = parent.parent
  const attaching = attach(
    {
      kind: observed.kind,
      namespace: observed.self.namespace,
      hostnames: observed.spec.hostnames,
      labels: observed.namespaceLabels,
      sectionName,
      port,
    },
    { namespace, listeners: (set ?? gateway)?.listeners ?? [] },
    setup.abilities,
  )
  const facts: RouteFacts = {
    at,
    kind: observed.kind,
    parent: `${kind} ${nameText({ namespace, name })}`,
    parentRef: sourceRef({ group, kind, namespace, name }),
    attaching,
    setRefused: set?.refused !== undefined,
    rules: ruleFacts(observed.spec.rules),
    references: resolved.references satisfies ReferenceFacts,
    gatewayRefused: gateway?.refused === true,
    dataPlane: dataPlaneOf(parent, observed),
    accepted: 'Unknown',
  }
  return { ...facts, accepted: statusIn(decide(routeAccepted[setup.profile], facts)) }
}

const statusIn = (decision: Decision): ConditionStatus =>
  decision.verdict === 'set' ? (decision.condition.status ?? 'Unknown') : 'Unknown'

function dataPlaneOf(
  { gateway, report }: ParentObserved,
  { inForce }: RouteObserved,
): RouteFacts['dataPlane'] {
  if (report?.read !== true || !inForce.read) return 'unreadable'
  if (report.item === undefined) return 'nothing'
  const seen = gateway?.read === true ? gateway.item : undefined
  return seen !== undefined && inForce.items.includes(nameText(seen)) ? 'in force' : 'behind'
}

function attachedTo(
  { set, gateway }: ParentObserved,
  attaching: Attaching,
  controllerName: string,
): readonly AttachedListener[] {
  const seen = gateway?.read === true ? gateway.item : undefined
  if (seen === undefined || !('attached' in attaching)) return []
  const ofSet = set?.read === true && set.item !== undefined ? { set: nameText(set.item) } : {}
  return attaching.attached.map(({ listener, hostnames }) => ({
    gateway: nameText(seen),
    controllerName,
    ...ofSet,
    listener: listener.name,
    hostnames,
    ...(listener.tls?.mode === 'Passthrough' && { passthrough: true as const }),
  }))
}

// While it cannot be told whose the parent is, what we said of it stands.
function keptEntry(seen: ParentObserved, { observed, setup }: Judging): JudgedParent {
  const { parent } = seen
  const key = parentKey(writtenParent(parent), observed.self.namespace)
  for (const controllerName of setup.ours) {
    const entry = previousEntry(observed, controllerName, `${controllerName}|${key}`)
    if (entry === undefined) continue
    const at = formatEntry('parents', `${controllerName}|${key}`)
    const decided = conditionsOf(entry).map(
      ({ type }) => ({ verdict: 'keep', type, at, by: 'stated', sources: [] }) as const,
    )
    return { entry, decided, attachments: [] }
  }
  return { compared: [unreported(seen, observed.self.namespace)] }
}

function previousEntry(
  { previous, self }: RouteObserved,
  controllerName: string,
  key: string,
): Fields | undefined {
  return list(previous?.parents)
    .map(fields)
    .find(
      (entry) =>
        text(entry['controllerName']) === controllerName &&
        `${controllerName}|${parentKey(fields(entry['parentRef']), self.namespace)}` === key,
    )
}

const conditionsOf = (entry: Fields | undefined): readonly Condition[] =>
  list(entry?.['conditions']) as readonly Condition[]

function derivedFrom(
  { kind, self, generation = 0 }: RouteObserved,
  attachments: readonly AttachedListener[],
  { rules, backends, services }: ResolvedRules,
) {
  // Whoever passes TLS on as it comes begins none of its own, so that policies about that do not concern it.
  const begins = attachments.some(({ passthrough }) => passthrough !== true)
  return attachedRoute({
    kind,
    route: self,
    generation,
    attachments,
    rules,
    backends,
    services: begins ? services : [],
  })
}
