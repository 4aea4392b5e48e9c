import {
  type Connection,
  collectionPath,
  objectPath,
  type ServedResource,
  withQuery,
} from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'

/** A Table as the server prints it, with the objects of its rows. */
export interface ServerTable {
  readonly columnDefinitions: readonly ColumnDefinition[] | null
  readonly rows: readonly ServerRow[]
  readonly metadata: { readonly resourceVersion?: string; readonly continue?: string }
}

export interface ColumnDefinition {
  readonly name: string
  readonly type: string
  readonly priority: number
}

export interface ServerRow {
  readonly cells: readonly unknown[]
  readonly object: KubeObject
}

export interface TableQuery {
  readonly namespace?: string
  readonly name?: string
  readonly labelSelector?: string
}

export const tableAccept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'

/** Asks for all rows, page by page. */
export async function readTable(
  connection: Connection,
  resource: ServedResource,
  query: TableQuery,
): Promise<ServerTable> {
  if (query.name !== undefined) {
    const path = objectPath(resource, {
      name: query.name,
      ...(query.namespace !== undefined && { namespace: query.namespace }),
    })
    return connection.request({ path: withQuery(path, { includeObject: 'Object' }), accept: tableAccept })
  }
  const rows: ServerRow[] = []
  let token: string | undefined
  let first: ServerTable | undefined
  do {
    const path = withQuery(collectionPath(resource, query.namespace), {
      limit: 500,
      includeObject: 'Object',
      labelSelector: query.labelSelector,
      continue: token,
    })
    const page = await connection.request<ServerTable>({ path, accept: tableAccept })
    rows.push(...(page.rows ?? []))
    first ??= page
    token = page.metadata.continue === '' ? undefined : page.metadata.continue
  } while (token !== undefined)
  return { ...first, rows }
}
