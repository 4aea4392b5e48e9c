import { ApiError, badRequest } from '../errors/api-error.ts'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { quoteGo } from '../json/quote.ts'
import type { Transform } from '../request/negotiation.ts'
import { metadataOf, metaText } from '../resources/metadata.ts'
import type { TableColumn } from '../resources/resource.ts'
import type { Scope } from './scope.ts'

/** One object as a Table of one row, or as its metadata alone. */
export function transformObject(scope: Scope, transform: Transform, object: KubeObject): Json {
  switch (transform.kind) {
    case 'PartialObjectMetadata':
      return partialMetadata(object, transform)
    case 'PartialObjectMetadataList':
      throw notThisForm(transform.kind, `not a list (${goTypeOf(scope, '')})`)
    case 'Table':
      return tableOf(scope, object, { transform, columns: scope.view.version.columns })
  }
}

interface TableForm {
  readonly transform: Transform
  readonly columns: readonly TableColumn[]
}

/** A Table of one row. */
export function tableOf(scope: Scope, object: KubeObject, { transform, columns }: TableForm): JsonObject {
  const include = includeObject(scope.query)
  const metadata = { resourceVersion: metaText(object, 'resourceVersion') }
  const rows = [tableRow(scope, object, { include, transform, columns })]
  return table(transform, metadata, { columns, rows })
}

/** The client asked for the metadata of one object of a list, or the other way round. */
export function notThisForm(kind: string, what: string): ApiError {
  const message = `you requested ${kind}, but the requested object is ${what}`
  return new ApiError({ code: 406, reason: 'NotAcceptable', message })
}

/** What Go calls the type of the answer. */
export function goTypeOf({ view }: Pick<Scope, 'view'>, suffix: '' | 'List'): string {
  const { group, kind, origin } = view.resource
  if (origin === 'custom') return `*unstructured.Unstructured${suffix}`
  return `*${group === '' ? 'core' : group.split('.')[0]}.${kind}${suffix}`
}

export function partialMetadata(object: KubeObject, { version }: Pick<Transform, 'version'>): JsonObject {
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: metadataOf(object),
  }
}

export type IncludeObject = 'Metadata' | 'Object' | 'None'

export function includeObject(query: URLSearchParams): IncludeObject {
  const value = query.get('includeObject') ?? ''
  if (value === '') return 'Metadata'
  if (value === 'Metadata' || value === 'Object' || value === 'None') return value
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${quoteGo(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  )
}

export interface RowForm {
  readonly include: IncludeObject
  readonly transform: Transform
  /** Absent: those of the version that is asked for. */
  readonly columns?: readonly TableColumn[]
}

export function tableRow(
  { view, cluster }: Pick<Scope, 'view' | 'cluster'>,
  object: KubeObject,
  form: RowForm,
): JsonObject {
  const cells = cellsOf(form.columns ?? view.version.columns, object, cluster.edge.now())
  return { cells, object: rowObject(object, form) }
}

/** More than anybody reads in a row. Each of thousands of columns may show all of an object. */
const maxRowCharacters = 32 * 1024

function cellsOf(columns: readonly TableColumn[], object: KubeObject, now: number): readonly Json[] {
  let left = maxRowCharacters
  return columns.map((column) => {
    if (left <= 0) return null
    const cell = column.cell(object, now)
    if (typeof cell !== 'string') return cell
    const shown = cell.length > left ? cell.slice(0, left) : cell
    left -= cell.length
    return shown
  })
}

function rowObject(object: KubeObject, { include, transform }: RowForm): Json {
  if (include === 'None') return null
  return include === 'Object' ? object : partialMetadata(object, transform)
}

export interface TableBody {
  /** Absent: the client has been told before. */
  readonly columns: readonly TableColumn[] | undefined
  readonly rows: readonly Json[]
}

export function table(
  { version }: Pick<Transform, 'version'>,
  metadata: JsonObject,
  body: TableBody,
): JsonObject {
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${version}`,
    metadata,
    columnDefinitions: body.columns?.map(columnDefinition) ?? null,
    rows: body.rows,
  }
}

function columnDefinition({ name, type, format, description, priority }: TableColumn): JsonObject {
  return { name, type, format, description, priority }
}
