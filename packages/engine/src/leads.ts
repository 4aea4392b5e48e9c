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
  parseAddress,
  parseEntry,
  parseReference,
  valuesAt,
} from '@sitrep/status'
import type { Slot } from './graph.ts'
import type { KindTable } from './kind-table.ts'
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
}

type FollowLeads = (from: LedFrom) => readonly Place[]

/** What a condition follows from by the leads of the catalog: conditions of other objects, or of the same one, that stand there and are to be followed. */
export function createLeads(leads: readonly Lead[], tables: WorldTables): FollowLeads {
  return ({ slot, address, condition, decided }) => {
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
          !(decided && lead.only === 'reported') &&
          lead.of(object),
      )
      .flatMap(({ by, onward, to }) => {
        if (at !== undefined)
          return standingIn(
            slot,
            to.map((wanted) => formatAddress({ at, type: wanted })),
          )
        const first = targetsOf(slot, { by, tables })
        const reached =
          onward === undefined ? first : first.flatMap((each) => targetsOf(each, { by: onward, tables }))
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
}

function targetsOf(slot: Slot, { by, tables }: Looking): readonly Slot[] {
  const object = slot.computed
  if (object === undefined) return []
  const { cluster = '', namespace = '', name } = slot.ref
  const tableOf = (kind: KindRef): KindTable => tables.table(cluster, kind)
  switch (by.way) {
    case 'itself':
      return [slot]
    case 'refers':
      return referredFrom(slot, object, { by, tables })
    case 'labelled': {
      const carried = object.metadata.labels?.[by.label]
      return carried === undefined ? [] : some(tableOf(by.kind).find(namespace, carried))
    }
    case 'carrying':
      return by.kinds.flatMap((kind) =>
        members(tableOf(kind), { namespace, by: { label: by.label, value: name } }),
      )
    case 'owns': {
      const { uid } = object.metadata
      if (uid === undefined) return []
      return by.kinds.flatMap((kind) => members(tableOf(kind), { namespace, by: { owner: uid } }))
    }
    case 'namesake':
      return some(tableOf(by.kind).find(by.namespace, name))
  }
}

function referredFrom(
  { ref }: Slot,
  object: KubeObject,
  { by, tables }: { readonly by: Extract<LeadWay, { way: 'refers' }>; readonly tables: WorldTables },
): readonly Slot[] {
  const [remote] = by.remote === undefined ? [] : valuesAt(object, by.remote)
  const cluster = by.remote === undefined ? (ref.cluster ?? '') : `${ref.namespace ?? ''}/${String(remote)}`
  return valuesAt(object, by.path).flatMap((value) => {
    const reference = parseReference(value)
    const kind = reference?.kind ?? by.kind?.kind
    if (reference === undefined || kind === undefined) return []
    const group = reference.group ?? by.kind?.group ?? groupIn(ref.group)
    const table = tables.table(cluster, { group, kind })
    return some(
      table.find(reference.namespace ?? ref.namespace ?? '', reference.name) ??
        table.find('', reference.name),
    )
  })
}

// A reference that names no group means the group of the object that makes it.
const groupIn = (group: string | undefined): string => group ?? ''

const some = (slot: Slot | undefined): readonly Slot[] => (slot?.computed === undefined ? [] : [slot])

// Nobody waits for what is looked at here: a key that leads nowhere is given up again.
function members(
  table: KindTable,
  query: Omit<Parameters<KindTable['bucket']>[0], 'group' | 'kind'>,
): readonly Slot[] {
  const bucket = table.bucket({ ...table.kind, ...query })
  const found = [...bucket.members]
  bucket.release()
  return found
}
