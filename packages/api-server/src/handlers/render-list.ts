import type { Json, JsonObject } from '../json/json.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import type { ApiResponse } from '../request/api-request.ts'
import type { Slices } from '../schema/slices.ts'
import type { StoredObject } from '../store/stored-object.ts'
import { inSlices } from '../writes/pause.ts'
import type { Page } from './page.ts'
import { piecedList } from './pieced-list.ts'
import { jsonHeaders } from './respond.ts'
import type { Scope } from './scope.ts'
import { goTypeOf, includeObject, notThisForm, partialMetadata, table, tableRow } from './transform.ts'

/** A list in the form that the client asked for. */
export async function renderList(scope: Scope, page: Page): Promise<ApiResponse> {
  const { view, representation } = scope
  await view.prepare(page.objects)
  const { transform } = representation
  switch (transform?.kind) {
    case undefined:
      return { status: 200, headers: jsonHeaders, body: listBody(scope, page) }
    case 'Table': {
      const include = includeObject(scope.query)
      const envelope = table(transform, page.metadata, { columns: view.version.columns, rows: [] })
      const row = (stored: StoredObject): Json => tableRow(scope, view.object(stored), { include, transform })
      return listResponse(envelope, await inSlices(textsOf(page.objects, row)))
    }
    case 'PartialObjectMetadataList': {
      const item = (stored: StoredObject): Json => partialMetadata(view.object(stored), transform)
      const envelope = partialList(transform.version, page.metadata)
      return listResponse(envelope, await inSlices(textsOf(page.objects, item)))
    }
    case 'PartialObjectMetadata':
      throw notThisForm(transform.kind, `a list (${goTypeOf(scope, 'List')})`)
  }
}

function partialList(version: string, metadata: JsonObject): JsonObject {
  return { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${version}`, metadata, items: [] }
}

/** How many objects are read and written before others have their turn: some ten milliseconds. */
const objectsInSlice = 500

/** The texts of a list's items, many in each, without the brackets around them. */
function* textsOf(
  objects: readonly StoredObject[],
  write: (stored: StoredObject) => Json,
): Slices<readonly Buffer[]> {
  const texts: Buffer[] = []
  for (let at = 0; at < objects.length; at += objectsInSlice) {
    if (at > 0) yield
    const items = objects.slice(at, at + objectsInSlice).map(write)
    texts.push(Buffer.from(`${at > 0 ? ',' : ''}${stringifyJson(items).slice(1, -1)}`))
  }
  return texts
}

/** The list whose last member, empty so far, holds the items. */
function listResponse(envelope: JsonObject, items: readonly Buffer[]): ApiResponse {
  const head = Buffer.from(stringifyJson(envelope).slice(0, -']}'.length))
  const body = Buffer.concat([head, ...items, Buffer.from(']}\n')])
  return { status: 200, headers: jsonHeaders, body }
}

/** The bytes of objects, put together without reading them. */
function listBody({ view }: Scope, { objects, metadata }: Page): ApiResponse['body'] {
  const { kind, apiVersion } = { kind: view.resource.listKind, apiVersion: view.apiVersion }
  // Lists of custom resources are written by other code, which leaves nothing out.
  const written = view.resource.origin === 'custom' ? { continue: '', ...metadata } : metadata
  return piecedList({
    head: Buffer.from(`${stringifyJson({ kind, apiVersion, metadata: written }).slice(0, -1)},"items":[`),
    // Taken now: what is sent is one moment, however long it takes.
    items: objects.map((stored: StoredObject) => view.bytes(stored)),
    omitted: view.prefix.omittedInLists,
  })
}
