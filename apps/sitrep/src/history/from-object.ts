import { type Connection, withQuery } from '@sitrep/controller/connection'
import type { TimelineEntry } from '@sitrep/present'
import {
  addressedConditions,
  type Family,
  formatAddress,
  groupOf,
  type KubeObject,
  listsOf,
  refOf,
} from '@sitrep/status'
import { inNewestLayout } from '../source/newest-layout.ts'
import { readOne } from '../source/read-named.ts'
import { missingPermission, type Selection } from '../source/selection.ts'
import type { ToldHistory } from './told-history.ts'

interface Telling {
  readonly complain: (line: string) => void
  /** Who knows where conditions stand. */
  readonly families: readonly Family[]
}

/** What an object and the Events about it still tell: of each condition the last transition and no earlier one. */
export async function historyFromObject(
  connection: Connection,
  selection: Selection & { readonly name: string },
  { complain, families }: Telling,
): Promise<ToldHistory> {
  const object = await readOne(connection, { ...selection, called: selection.resource.kind })
  return {
    ref: refOf(object),
    teller: 'object',
    entries: [...transitionsIn(object, families), ...(await eventsAbout(object, connection, complain))],
    note: 'No sitrep up or run watches this: of each condition only the last transition is known, and the Events that are left',
  }
}

/** The last transition of each condition of an object. */
export function transitionsIn(object: KubeObject, families: readonly Family[]): readonly TimelineEntry[] {
  const lists = listsOf(families, object)
  return addressedConditions(inNewestLayout(object), lists).flatMap(({ condition, ...address }) => {
    const { status, reason, message, lastTransitionTime } = condition
    const at = Date.parse(text(lastTransitionTime))
    if (address.type === '' || Number.isNaN(at)) return []
    return [
      { at, type: formatAddress(address), to: text(status), reason: text(reason), message: text(message) },
    ]
  })
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

interface Event {
  readonly type?: string
  readonly reason?: string
  readonly message?: string
  readonly lastTimestamp?: string | null
  readonly eventTime?: string | null
  readonly involvedObject?: { readonly apiVersion?: string }
  readonly metadata: { readonly creationTimestamp?: string }
}

// Events are a help, not the answer: who may not read them still sees the conditions.
async function eventsAbout(
  { apiVersion, kind, metadata }: KubeObject,
  connection: Connection,
  complain: (line: string) => void,
): Promise<readonly TimelineEntry[]> {
  const namespace = metadata.namespace ?? 'default'
  const fieldSelector = `involvedObject.kind=${kind},involvedObject.name=${metadata.name}`
  const path = withQuery(`/api/v1/namespaces/${encodeURIComponent(namespace)}/events`, { fieldSelector })
  try {
    const { items = [] } = await connection.request<{ items?: readonly Event[] }>({ path })
    // Two families call their kind Cluster, and one may own the other by the same name.
    const isAbout = ({ involvedObject }: Event): boolean =>
      involvedObject?.apiVersion === undefined || groupOf(involvedObject.apiVersion) === groupOf(apiVersion)
    return items.filter(isAbout).flatMap(entryOf)
  } catch (error) {
    const resource = {
      group: '',
      version: 'v1',
      kind: 'Event',
      plural: 'events',
      namespaced: true,
      names: [],
    }
    const missing = missingPermission({ resource, namespace }, error)
    if (missing === undefined) throw error
    complain(missing)
    return []
  }
}

function entryOf({
  type,
  reason,
  message,
  lastTimestamp,
  eventTime,
  metadata,
}: Event): readonly TimelineEntry[] {
  const at = Date.parse(lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? '')
  if (Number.isNaN(at)) return []
  return [{ at, type: 'Event', to: type ?? 'Normal', reason: reason ?? '', message: message ?? '' }]
}
