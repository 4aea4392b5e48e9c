import { formatTimestampAge } from '../../builtin/printers/age.ts'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn, isJsonObject } from '../../json/own.ts'
import { showFloat, showGoJson } from '../../json/show-go.ts'
import { compileJsonPath, type JsonPath } from '../../jsonpath/compile-path.ts'
import { JsonPathError } from '../../jsonpath/json-path-error.ts'
import type { TableColumn } from '../../resources/resource.ts'

const nameDescription =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names'
const creationDescription =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata'

const columnTypes = ['string', 'integer', 'number', 'boolean', 'date'] as const

/** The column that every Table begins with. */
export const nameColumn: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: nameDescription,
  priority: 0,
  cell: ({ metadata }: KubeObject): Json => getOwn(metadata, 'name') ?? '',
}

const age: JsonObject = {
  name: 'Age',
  type: 'date',
  description: creationDescription,
  jsonPath: '.metadata.creationTimestamp',
}

/**
 * The columns of a custom resource: its name, and what `additionalPrinterColumns` says, or its age when that says nothing.
 * A column whose path cannot be read ends the list, as in kube-apiserver.
 */
export function customColumns(additionalPrinterColumns: readonly JsonObject[]): TableColumn[] {
  const columns = [nameColumn]
  for (const column of additionalPrinterColumns.length === 0 ? [age] : additionalPrinterColumns) {
    const compiled = compileColumn(column)
    if (!compiled) break
    columns.push(compiled)
  }
  return columns
}

function compileColumn(column: JsonObject): TableColumn | undefined {
  const jsonPath = textAt(column, 'jsonPath')
  const path = readPath(jsonPath)
  if (!path) return undefined
  const type = columnTypes.find((one) => one === column['type']) ?? 'string'
  const priority = getOwn(column, 'priority')
  return {
    name: textAt(column, 'name'),
    type,
    format: textAt(column, 'format'),
    description:
      textAt(column, 'description') || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    priority: typeof priority === 'number' ? priority : 0,
    cell: (object, now) => {
      const [value] = path(object)
      return value === undefined ? null : cellOf(value, type, now)
    },
  }
}

function readPath(jsonPath: string): JsonPath | undefined {
  try {
    return compileJsonPath(jsonPath)
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error
    return undefined
  }
}

function textAt(object: JsonObject, name: string): string {
  const value = getOwn(object, name)
  return typeof value === 'string' ? value : ''
}

/** A value as a cell of the given type; null where it does not fit. */
function cellOf(value: Json, type: TableColumn['type'], now: number): Json {
  switch (type) {
    case 'string':
      return printed(value)
    case 'integer':
      if (typeof value === 'bigint') return value
      return typeof value === 'number' ? Math.trunc(value) : null
    case 'number':
      return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return typeof value === 'string' ? formatTimestampAge(value, now) : null
  }
}

function printed(value: Json): Json {
  if (value === null) return '<no value>'
  if (Array.isArray(value) || isJsonObject(value)) return showGoJson(value)
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return showFloat(value)
  return `${value}`
}
