import type { Json, JsonObject } from '../json/json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import type { Slices } from '../schema/slices.ts'
import { type MessageWriter, writeMessage } from './message-writer.ts'

/**
 * An OpenAPI v2 document as the protobuf message that kubectl reads (`openapi.v2.Document` of gnostic). Numbers are those
 * of gnostic-models v0.7.0, `openapiv2/OpenAPIv2.proto`; only what Kubernetes documents use is written.
 */
export function* encodeOpenApiV2(document: JsonObject): Slices<Buffer> {
  const info = object(document['info'])
  const paths = yield* writtenOneByOne(object(document['paths']), (writer, name, item) =>
    writer.message(2, (named) => {
      named.text(1, name)
      named.message(2, (path) => writePathItem(path, item))
    }),
  )
  const definitions = yield* writtenOneByOne(object(document['definitions']), writeNamedSchema)
  return writeMessage((writer) => {
    writer.text(1, text(document['swagger']))
    writer.message(2, (nested) => {
      nested.text(1, text(info['title']))
      nested.text(2, text(info['version']))
    })
    writer.bytes(8, paths)
    writer.bytes(9, definitions)
  })
}

type WriteMember = (writer: MessageWriter, name: string, member: JsonObject) => void

/** So much is written before others have their turn. */
const sliceBytes = 128 * 1024

function* writtenOneByOne(members: JsonObject, write: WriteMember): Slices<Buffer> {
  const written: Buffer[] = []
  let bytes = 0
  for (const [name, member] of Object.entries(members)) {
    const next = writeMessage((writer) => write(writer, name, object(member)))
    written.push(next)
    bytes += next.length
    if (bytes < sliceBytes) continue
    bytes = 0
    yield
  }
  return Buffer.concat(written)
}

const methodFields = { get: 2, put: 3, post: 4, delete: 5, patch: 8 } as const

function writePathItem(writer: MessageWriter, item: JsonObject): void {
  for (const [method, field] of Object.entries(methodFields)) {
    const operation = item[method]
    if (isJsonObject(operation)) writer.message(field, (nested) => writeOperation(nested, operation))
  }
}

function writeOperation(writer: MessageWriter, operation: JsonObject): void {
  writer.text(5, text(operation['operationId']))
  writer.texts(7, array(operation['consumes']).map(text))
  for (const parameter of array(operation['parameters'])) {
    writer.message(8, (item) =>
      item.message(1, (wrapper) =>
        wrapper.message(2, (nonBody) => nonBody.message(3, (query) => writeQuery(query, object(parameter)))),
      ),
    )
  }
  writer.message(9, (responses) =>
    responses.message(1, (named) => {
      named.text(1, '200')
      named.message(2, (value) => value.message(1, (response) => response.text(1, 'OK')))
    }),
  )
  writeExtensions(writer, 13, operation)
}

function writeQuery(writer: MessageWriter, parameter: JsonObject): void {
  writer.text(2, 'query')
  writer.text(4, text(parameter['name']))
  writer.text(6, text(parameter['type']))
  writer.truth(20, parameter['uniqueItems'] === true)
}

function writeNamedSchema(writer: MessageWriter, name: string, schema: JsonObject): void {
  writer.message(1, (named) => {
    named.text(1, name)
    named.message(2, (value) => writeSchema(value, schema))
  })
}

function writeSchema(writer: MessageWriter, schema: JsonObject): void {
  writer.text(1, text(schema['$ref']))
  writer.text(2, text(schema['format']))
  writer.text(4, text(schema['description']))
  writer.texts(19, array(schema['required']).map(text))
  for (const value of array(schema['enum'])) writer.message(20, (any) => any.text(2, stringifyJson(value)))
  const { additionalProperties, items, properties, type } = schema
  if (isJsonObject(additionalProperties)) {
    writer.message(21, (item) => item.message(1, (nested) => writeSchema(nested, additionalProperties)))
  }
  if (typeof type === 'string') writer.message(22, (item) => item.texts(1, [type]))
  if (isJsonObject(items))
    writer.message(23, (item) => item.message(1, (nested) => writeSchema(nested, items)))
  if (isJsonObject(properties))
    writer.message(25, (nested) => {
      for (const [name, property] of Object.entries(properties))
        writeNamedSchema(nested, name, object(property))
    })
  writeExtensions(writer, 31, schema)
}

/** Extensions travel as YAML text, of which JSON is a part. */
function writeExtensions(writer: MessageWriter, field: number, owner: JsonObject): void {
  for (const [name, value] of Object.entries(owner)) {
    if (!name.startsWith('x-')) continue
    writer.message(field, (named) => {
      named.text(1, name)
      named.message(2, (any) => any.text(2, `${stringifyJson(value)}\n`))
    })
  }
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function array(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : []
}

function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
