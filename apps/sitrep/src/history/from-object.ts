import { type Connection, ControllerError, objectPath, withQuery } from '@sitrep/controller/connection'
import type { TimelineEntry } from '@sitrep/present'
import { groupOf, type KubeObject, refOf } from '@sitrep/status'
import { CommandError } from '../command.ts'
import { missingPermission, type Selection } from '../source/selection.ts'
import type { ToldHistory } from './told-history.ts'

/** What an object and the Events about it still tell: of each condition the last transition and no earlier one. */
export async function historyFromObject(
  connection: Connection,
  selection: Selection & { readonly name: string },
  complain: (line: string) => void,
): Promise<ToldHistory> {
  const object = await readObject(connection, selection)
  return {
    ref: refOf(object),
    teller: 'object',
    entries: [...transitionsIn(object), ...(await eventsAbout(object, connection, complain))],
    note: 'No sitrep up or run watches this: of each condition only the last transition is known, and the Events that are left',
  }
}

async function readObject(
  connection: Connection,
  selection: Selection & { readonly name: string },
): Promise<KubeObject> {
  const { resource, name, namespace } = selection
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`
  try {
    return await connection.request<KubeObject>({
      path: objectPath(resource, { name, ...(namespace !== undefined && { namespace }) }),
    })
  } catch (error) {
    if (error instanceof ControllerError && error.code === 'not-found')
      throw new CommandError(1, `There is no ${resource.kind} ${name}${where}`, { cause: error })
    throw error
  }
}

function transitionsIn({ status }: KubeObject): readonly TimelineEntry[] {
  const { conditions, v1beta2 } = (status ?? {}) as { conditions?: unknown; v1beta2?: unknown }
  const newer = (v1beta2 as { conditions?: unknown } | undefined)?.conditions
  const list: readonly unknown[] = Array.isArray(newer) ? newer : Array.isArray(conditions) ? conditions : []
  return list.flatMap((value) => {
    const fields = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
      Record<string, unknown>
    >
    const at = Date.parse(text(fields.lastTransitionTime))
    const type = text(fields.type)
    if (type === '' || Number.isNaN(at)) return []
    return [{ at, type, to: text(fields.status), reason: text(fields.reason), message: text(fields.message) }]
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
