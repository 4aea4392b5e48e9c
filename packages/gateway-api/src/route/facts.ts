import type { ConditionStatus } from '@sitrep/conditions'
import type { ObjectRef } from '@sitrep/status'
import type { RouteKindName } from '../kinds.ts'
import type { Attaching } from './attach.ts'
import type { BackendFault } from './backends.ts'
import type { RuleFault, RuleSpec } from './types.ts'

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

/** Tells rules that can be used from the others. */
export function ruleFacts(rules: readonly RuleSpec[]): RuleFacts {
  const dropped = rules.flatMap(({ index, faults: [fault] }) =>
    fault === undefined ? [] : [{ index, fault }],
  )
  return { usable: rules.length - dropped.length, dropped }
}
