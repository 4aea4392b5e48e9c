import type { ConditionStatus } from '@sitrep/conditions'
import type { ObjectRef } from '@sitrep/status'
import type { Abilities } from '../../abilities.ts'
import type { RouteKindName } from '../../kinds.ts'
import { nameText } from '../../model/names.ts'
import { sourceRef } from '../../references/facts.ts'
import type { ParentObserved, RouteObserved, RuleFault } from '../types.ts'
import { type Attaching, attach } from './attach.ts'
import type { BackendFault } from './backends.ts'

/** A parent, and what is the same at all parents of a route. */
interface RouteScope {
  readonly observed: RouteObserved
  readonly references: ReferenceFacts
  readonly rules: RuleFacts
  readonly abilities: Abilities
}

/** What the rules ask about a route at one of its parents. */
export interface RouteFacts {
  /** The list of the conditions, as it is written in an address. */
  readonly at: string
  readonly kind: RouteKindName
  /** The parent, in words and as a source. */
  readonly parent: string
  readonly parentRef: ObjectRef
  readonly attaching: Attaching
  /** The ListenerSet that is the parent is not taken by its Gateway. */
  readonly setRefused: boolean
  readonly rules: RuleFacts
  readonly references: ReferenceFacts
  /** The Gateway is refused as a whole, so that nothing is served. */
  readonly gatewayRefused: boolean
  readonly dataPlane: 'unreadable' | 'nothing' | 'behind' | 'in force'
  /** How `Accepted` was decided. */
  readonly accepted: ConditionStatus
}

/** The rules of a route: how many can be used, and what is wrong with the others. */
export interface RuleFacts {
  readonly usable: number
  readonly dropped: readonly DroppedRule[]
}

interface DroppedRule {
  readonly index: number
  readonly fault: RuleFault
}

/** What the references of a route lead to. */
export interface ReferenceFacts {
  readonly faults: readonly BackendFault[]
  readonly unreadable: readonly string[]
  /** How many backends of the rules in use can be reached. */
  readonly soundBackends: number
}

/** Reduces a route at one of its parents to what the rules ask, before it is decided whether it is accepted there. */
export function routeFacts(
  parent: ParentObserved,
  at: string,
  { observed, references, rules, abilities }: RouteScope,
): RouteFacts {
  const gateway = parent.gateway?.read === true ? parent.gateway.item : undefined
  const set = parent.set?.read === true ? parent.set.item : undefined
  const { group, kind, namespace, name, sectionName, port } = parent.parent
  return {
    at,
    kind: observed.kind,
    parent: `${kind} ${nameText({ namespace, name })}`,
    parentRef: sourceRef({ group, kind, namespace, name }),
    attaching: attach(
      {
        kind: observed.kind,
        namespace: observed.self.namespace,
        hostnames: observed.spec.hostnames,
        labels: observed.namespaceLabels,
        sectionName,
        port,
      },
      { namespace, listeners: (set ?? gateway)?.listeners ?? [] },
      abilities,
    ),
    setRefused: set?.refused !== undefined,
    rules,
    references,
    gatewayRefused: gateway?.refused === true,
    dataPlane: dataPlaneOf(parent, observed),
    accepted: 'Unknown',
  }
}

function dataPlaneOf(
  { gateway, report }: ParentObserved,
  { inForce }: RouteObserved,
): RouteFacts['dataPlane'] {
  if (report?.read !== true || !inForce.read) return 'unreadable'
  if (report.item === undefined) return 'nothing'
  const seen = gateway?.read === true ? gateway.item : undefined
  return seen !== undefined && inForce.items.includes(nameText(seen)) ? 'in force' : 'behind'
}
