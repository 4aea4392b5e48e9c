import { type Condition, type Decision, decide, inList } from '@sitrep/conditions'
import {
  type Abstention,
  abstain,
  type ComparedConditions,
  type Computed,
  type Fields,
  formatEntry,
  type KubeObject,
  list,
} from '@sitrep/status'
import { attachedRouteKind } from '../kinds.ts'
import { entryWith, parentKey } from '../lists.ts'
import { nameText } from '../model/names.ts'
import { stamped, statusIn } from '../model/stamp.ts'
import { writtenParent } from '../references/facts.ts'
import { digest } from '../routing/digest.ts'
import type { Setup } from '../setup.ts'
import type { Attaching } from './facts/attach.ts'
import { routeFacts } from './facts/facts.ts'
import { type ResolvedRules, resolveRules } from './facts/resolve-rules.ts'
import { routeAccepted, routeProgrammed, routeTables, routeUnreported } from './rules.ts'
import type {
  AttachedListener,
  AttachedRouteSpec,
  ParentObserved,
  RouteObserved,
  RouteStatus,
  RuleFaults,
} from './types.ts'

/** Turns one observation of a route into its status: an entry for every parent of ours, and what it means for traffic. */
export const computeRoute =
  (setup: Setup, ruleFaults: RuleFaults) =>
  (observed: RouteObserved): Computed<RouteStatus> | Abstention => {
    const resolved = resolveRules(observed, setup, ruleFaults)
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
  const { observed, resolved, setup } = judging
  const readings = [parent.set, parent.gateway, parent.controllerName]
  if (readings.some((reading) => reading?.read === false)) return keptEntry(parent, judging)
  const controllerName = parent.controllerName?.read === true ? parent.controllerName.item : undefined
  const silent = unreported(parent, observed.self.namespace)
  if (controllerName === undefined || controllerName === '') return { compared: [silent] }
  const key = `${controllerName}|${parentKey(writtenParent(parent.parent), observed.self.namespace)}`
  const at = formatEntry('parents', key)
  const before = previousEntry(observed, key)
  const ours = setup.ours.has(controllerName)
  const scope = {
    observed,
    references: resolved.references,
    rules: resolved.facts,
    abilities: setup.abilities,
  }
  const given = routeFacts(parent, at, scope)
  const facts = { ...given, accepted: statusIn(decide(routeAccepted[setup.profile], given)) }
  // What is in force elsewhere only the data plane of the other controller knows.
  const tables = routeTables(setup.profile).filter(({ type }) => ours || type !== routeProgrammed.type)
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
    const entry = previousEntry(observed, `${controllerName}|${key}`)
    if (entry === undefined) continue
    const at = formatEntry('parents', `${controllerName}|${key}`)
    const decided = conditionsOf(entry).map(
      ({ type }) => ({ outcome: 'keep', type, at, by: 'stated', sources: [] }) as const,
    )
    return { entry, decided, attachments: [] }
  }
  return { compared: [unreported(seen, observed.self.namespace)] }
}

const previousEntry = ({ previous, self }: RouteObserved, key: string): Fields | undefined =>
  entryWith(key, previous?.parents, { about: 'parentRef', namespace: self.namespace })

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

// One a route, in its namespace.
const attachedRoute = (spec: Omit<AttachedRouteSpec, 'version'>): KubeObject => ({
  apiVersion: `${attachedRouteKind.group}/v1alpha1`,
  kind: attachedRouteKind.kind,
  metadata: { namespace: spec.route.namespace, name: `${spec.kind.toLowerCase()}.${spec.route.name}` },
  spec: { ...spec, version: digest(JSON.stringify(spec)) } satisfies AttachedRouteSpec,
})

// For whoever asks about a parent of which nothing is said.
function unreported(observed: ParentObserved, namespace: string): ComparedConditions {
  const at = formatEntry('parents', parentKey(writtenParent(observed.parent), namespace))
  return {
    at,
    conditions: [],
    absent: [routeUnreported.type],
    decided: [{ ...decide(routeUnreported, observed), at }],
  }
}
