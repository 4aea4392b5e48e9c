import {
  type Connection,
  ControllerError,
  collectionPath,
  continuation,
  objectPath,
  parseObject,
  type ServedResource,
  withQuery,
} from '@sitrep/controller/connection'
import { isFields, type KubeObject } from '@sitrep/status'

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
    const answer = await connection.request<unknown>({
      path: withQuery(path, { includeObject: 'Object' }),
      accept: tableAccept,
    })
    return parseTable(answer, resource)
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
    const page = parseTable(await connection.request<unknown>({ path, accept: tableAccept }), resource)
    for (const row of page.rows) rows.push(row)
    first ??= page
    if (token !== undefined && page.metadata.continue === token)
      throw malformed(resource, 'the list never ends')
    token = page.metadata.continue
  } while (token !== undefined)
  return { ...first, rows }
}

// A server that knows no Tables answers with what it knows; then there are no rows.
function parseTable(answer: unknown, resource: ServedResource): ServerTable {
  if (!isFields(answer)) throw malformed(resource, 'the answer is no Table')
  const columns = answer['columnDefinitions'] ?? null
  const rows = answer['rows'] ?? []
  if (columns !== null && !(Array.isArray(columns) && columns.every(isColumn)))
    throw malformed(resource, 'the columns of the Table are malformed')
  if (!Array.isArray(rows)) throw malformed(resource, 'the rows of the Table are no list')
  const { resourceVersion } = isFields(answer['metadata']) ? answer['metadata'] : {}
  const token = continuation(answer)
  return {
    columnDefinitions: columns as readonly ColumnDefinition[] | null,
    rows: (rows as readonly unknown[]).map((row) => {
      if (!isFields(row) || !Array.isArray(row['cells']))
        throw malformed(resource, 'a row of the Table has no cells')
      return { cells: row['cells'] as readonly unknown[], object: parseObject(row['object'], resource) }
    }),
    metadata: {
      ...(typeof resourceVersion === 'string' && { resourceVersion }),
      ...(token !== undefined && { continue: token }),
    },
  }
}

const isColumn = (value: unknown): boolean =>
  isFields(value) &&
  typeof value['name'] === 'string' &&
  typeof value['type'] === 'string' &&
  typeof value['priority'] === 'number'

const malformed = ({ plural }: ServedResource, what: string): ControllerError =>
  new ControllerError('unreadable-answer', `${plural} cannot be read: ${what}`, { retry: 'with-backoff' })
