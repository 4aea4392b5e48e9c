import type { Condition } from '@sitrep/conditions'
import {
  conditionAt,
  formatAddress,
  isWanted,
  type KindRef,
  type KubeObject,
  type Lead,
  type LeadWay,
  meantAddresses,
  type ObjectRef,
  parseAddress,
  parseEntry,
  parseReference,
  valuesAt,
} from '@sitrep/status'
import type { Slot } from './graph.ts'
import type { KindTable } from './kind-table.ts'
import { type MemberKey, type MemberQuery, membersIn } from './members.ts'
import type { WorldTables } from './world-tables.ts'

/** A condition of an object. */
export interface Place {
  readonly slot: Slot
  readonly address: string
}

/** A condition whose leads are asked for. */
export interface LedFrom extends Place {
  readonly condition: Condition | undefined
  /** Whether a rule of ours decided it. */
  readonly decided: boolean
  /** Told of every place that is looked at on the way, be there an object or not. */
  readonly onLook?: OnLook | undefined
}

/** A place of the world at which somebody looked: one object, or those of a kind that one key leads to. */
export type LookedAt =
  | { readonly ref: ObjectRef }
  | {
      readonly members: Required<Pick<MemberQuery, 'cluster' | 'group' | 'kind' | 'namespace'>>
      readonly by: MemberKey
    }

export type OnLook = (looked: LookedAt) => void

type FollowLeads = (from: LedFrom) => readonly Place[]

/** What a condition follows from by the leads of the catalog: conditions of other objects, or of the same one, that stand there and are to be followed. */
export function createLeads(leads: readonly Lead[], tables: WorldTables): FollowLeads {
  return ({ slot, address, condition, decided, onLook }) => {
    const object = slot.computed
    if (object === undefined || leads.length === 0) return []
    const { at, type } = parseAddress(address)
    const list = at === undefined ? undefined : (parseEntry(at)?.list ?? at)
    return leads
      .filter(
        (lead) =>
          lead.within === list &&
          isWanted(lead.types, type) &&
          isWanted(lead.reasons ?? '*', condition?.reason ?? '') &&
          !(lead.unless !== undefined && isWanted(lead.unless, condition?.reason ?? '')) &&
          !(decided && lead.only === 'reported') &&
          lead.of(object),
      )
      .flatMap(({ by, onward, to }) => {
        if (at !== undefined)
          return standingIn(
            slot,
            to.map((wanted) => formatAddress({ at, type: wanted })),
          )
        const first = targetsOf(slot, { by, tables, onLook })
        const reached =
          onward === undefined
            ? first
            : first.flatMap((each) => targetsOf(each, { by: onward, tables, onLook }))
        return reached.flatMap((each) => standingIn(each, to))
      })
  }
}

// What says that all is well led to nothing.
const standingIn = (slot: Slot, to: readonly string[]): readonly Place[] =>
  to.flatMap((written) => {
    const object = slot.computed
    if (object === undefined) return []
    const [wanted = '', answer] = written.split('=')
    return meantAddresses(object, wanted, slot.table.lists)
      .map(formatAddress)
      .filter((address) => {
        const found = conditionAt(object, address, slot.table.lists)
        return (
          found !== undefined && (answer === undefined ? found.status !== 'True' : found.status === answer)
        )
      })
      .map((address) => ({ slot, address }))
  })

interface Looking {
  readonly by: LeadWay
  readonly tables: WorldTables
  readonly onLook: OnLook | undefined
}

function targetsOf(slot: Slot, looking: Looking): readonly Slot[] {
  const object = slot.computed
  if (object === undefined) return []
  const { by, tables } = looking
  const { cluster = '', namespace = '', name } = slot.ref
  const found = (kind: KindRef, place: Named): readonly Slot[] =>
    some(foundAt(tables.table(cluster, kind), place, looking))
  switch (by.way) {
    case 'itself':
      return [slot]
    case 'refers':
      return referredFrom(slot, object, { ...looking, by })
    case 'labelled': {
      const carried = object.metadata.labels?.[by.label]
      return carried === undefined ? [] : found(by.kind, { namespace, name: carried })
    }
    case 'carrying':
      return by.kinds.flatMap((kind) =>
        members(tables.table(cluster, kind), { namespace, by: { label: by.label, value: name } }, looking),
      )
    case 'owns': {
      const { uid } = object.metadata
      if (uid === undefined) return []
      return by.kinds.flatMap((kind) =>
        members(tables.table(cluster, kind), { namespace, by: { owner: uid } }, looking),
      )
    }
    case 'namesake':
      return found(by.kind, { namespace: by.namespace, name })
  }
}

interface Named {
  readonly namespace: string
  readonly name: string
}

function foundAt(
  table: KindTable,
  { namespace, name }: Named,
  { onLook }: Pick<Looking, 'onLook'>,
): Slot | undefined {
  onLook?.({
    ref: { cluster: table.cluster, ...table.kind, ...(namespace !== '' && { namespace }), name },
  })
  return table.find(namespace, name)
}

interface Referring extends Omit<Looking, 'by'> {
  readonly by: Extract<LeadWay, { way: 'refers' }>
}

function referredFrom({ ref }: Slot, object: KubeObject, looking: Referring): readonly Slot[] {
  const { by, tables } = looking
  const [remote] = by.remote === undefined ? [] : valuesAt(object, by.remote)
  const cluster = by.remote === undefined ? (ref.cluster ?? '') : `${ref.namespace ?? ''}/${String(remote)}`
  return valuesAt(object, by.path).flatMap((value) => {
    const reference = parseReference(value)
    const kind = reference?.kind ?? by.kind?.kind
    if (reference === undefined || kind === undefined) return []
    const group = reference.group ?? by.kind?.group ?? groupIn(ref.group)
    const table = tables.table(cluster, { group, kind })
    const { name } = reference
    return some(
      foundAt(table, { namespace: reference.namespace ?? ref.namespace ?? '', name }, looking) ??
        foundAt(table, { namespace: '', name }, looking),
    )
  })
}

// A reference that names no group means the group of the object that makes it.
const groupIn = (group: string | undefined): string => group ?? ''

const some = (slot: Slot | undefined): readonly Slot[] => (slot?.computed === undefined ? [] : [slot])

interface Membership {
  readonly namespace: string
  readonly by: MemberKey
}

function members(
  table: KindTable,
  { namespace, by }: Membership,
  { onLook }: Pick<Looking, 'onLook'>,
): readonly Slot[] {
  onLook?.({ members: { cluster: table.cluster, ...table.kind, namespace }, by })
  return membersIn(table, { namespace, by })
}
