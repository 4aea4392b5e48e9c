import {
  absent,
  type Condition,
  type ConditionRules,
  type ConditionStatus,
  type Decision,
  decide,
  inList,
  otherwise,
} from '@sitrep/conditions'
import { fields, list, number } from '@sitrep/status'
import { gatewayGroup } from '../kinds.ts'
import { type Stamp, stamped } from '../model/stamp.ts'
import type { Setup } from '../setup.ts'
import type { ListenerFacts, SpecifiedListener } from './facts.ts'
import {
  listenerAccepted,
  listenerConflicted,
  listenerDetached,
  listenerOldReady,
  listenerOverlapping,
  listenerProgrammed,
  listenerReady,
  listenerResolvedRefs,
} from './rules.ts'

/** One entry of `status.listeners`. */
export interface ListenerStatus {
  readonly name: string
  readonly supportedKinds: readonly { readonly group: string; readonly kind: string }[]
  readonly attachedRoutes?: number
  readonly conditions: readonly Condition[]
}

/** A listener that was judged: its entry, how each condition was decided, and what others ask about it. */
export interface JudgedListener {
  readonly facts: ListenerFacts
  readonly accepted: ConditionStatus
  readonly resolved: ConditionStatus
  readonly entry: ListenerStatus
  readonly decided: readonly Decision[]
}

const notSaid = (type: string): ConditionRules<ListenerFacts> => ({
  type,
  rows: [['it was not asked for', otherwise, absent]],
})

/** The tables of a listener, in the order of its conditions. */
export function listenerTables({ ready, deprecated }: Setup): readonly ConditionRules<ListenerFacts>[] {
  const readyTables = { none: notSaid('Ready'), strict: listenerReady, old: listenerOldReady }
  return [
    listenerAccepted,
    listenerResolvedRefs,
    listenerProgrammed,
    listenerConflicted,
    listenerOverlapping,
    readyTables[ready],
    deprecated ? listenerDetached : notSaid('Detached'),
  ]
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

const statusIn = (decision: Decision | undefined): ConditionStatus =>
  decision?.verdict === 'set' ? (decision.condition.status ?? 'Unknown') : 'Unknown'
