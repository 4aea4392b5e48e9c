import type { ConditionStatus } from '@sitrep/conditions'
import type { DataPlaneReport } from '../data-plane/types.ts'
import { listenerSetKind } from '../kinds.ts'
import { type Conflict, findConflicts } from '../listener/facts/conflicts.ts'
import { byAge, kindedName, nameText } from '../model/names.ts'
import type { ListenerSetSeen } from '../route/types.ts'
import type { Setup } from '../setup.ts'
import type { GatewayOfSet, ListenerSetObserved } from './types.ts'

/** What the rules ask about a ListenerSet as a whole. */
export interface ListenerSetFacts {
  /** Whether its Gateway takes ListenerSets from here; nothing where that cannot be told. */
  readonly allowed: boolean | undefined
  readonly gateway: string
  readonly parentAccepted: ConditionStatus
  readonly parentProgrammed: ConditionStatus
  readonly listeners: readonly { readonly name: string; readonly accepted: ConditionStatus }[]
  readonly dataPlane: 'unreadable' | 'nothing' | 'behind' | 'in force'
}

/** Why no listener of a set is served, whatever it is. */
export function refusalOf(allowed: boolean | undefined, { accepted }: GatewayOfSet): string | undefined {
  if (allowed !== true) return 'The Gateway does not take the ListenerSet'
  return accepted === 'False' ? 'The Gateway is not accepted' : undefined
}

/** What stands in the way of its listeners: the Gateway's own come first, then its ListenerSets by age; sets that it does not take take no part. */
export function conflictsOf(
  { self, sets, listeners }: ListenerSetObserved,
  gateway: GatewayOfSet,
  { abilities }: Setup,
): ReadonlyMap<string, Conflict> {
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

/** Whether a data plane has this generation of the set in force. */
export const isInForce = (
  { generations }: DataPlaneReport,
  { self, generation }: ListenerSetObserved,
): boolean => generations[kindedName(listenerSetKind.kind, self)] === (generation ?? 0)

/** How far the data plane is. */
export function dataPlaneOf(observed: ListenerSetObserved): ListenerSetFacts['dataPlane'] {
  const { report } = observed
  if (!report.read) return 'unreadable'
  if (report.item === undefined) return 'nothing'
  return isInForce(report.item, observed) ? 'in force' : 'behind'
}
