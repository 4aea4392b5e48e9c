import type { Json, JsonObject } from '../json/json.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import type { ApiResponse } from '../request/api-request.ts'
import type { VersionView } from '../resources/version-view.ts'
import type { Slices } from '../schema/slices.ts'
import { inObjectSlices } from '../store/object-slices.ts'
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
      return { status: 200, headers: jsonHeaders, body: await listBody(scope, page) }
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

/** The texts of a list's items, many in each, without the brackets around them. */
const textsOf = (
  objects: readonly StoredObject[],
  write: (stored: StoredObject) => Json,
): Slices<readonly Buffer[]> =>
  inObjectSlices(objects, (slice) => Buffer.from(stringifyJson(slice.map(write)).slice(1, -1)))

const comma = Buffer.from(',')

/** The list whose last member, empty so far, holds the items. */
function listResponse(envelope: JsonObject, items: readonly Buffer[]): ApiResponse {
  const head = Buffer.from(stringifyJson(envelope).slice(0, -']}'.length))
  const separated = items.flatMap((text, at) => (at > 0 ? [comma, text] : [text]))
  const body = Buffer.concat([head, ...separated, Buffer.from(']}\n')])
  return { status: 200, headers: jsonHeaders, body }
}

/** The bytes of objects, put together without reading them. */
async function listBody({ view }: Scope, { objects, metadata }: Page): Promise<ApiResponse['body']> {
  const { kind, apiVersion } = { kind: view.resource.listKind, apiVersion: view.apiVersion }
  // Lists of custom resources are written by other code, which leaves nothing out.
  const written = view.resource.origin === 'custom' ? { continue: '', ...metadata } : metadata
  return piecedList({
    head: Buffer.from(`${stringifyJson({ kind, apiVersion, metadata: written }).slice(0, -1)},"items":[`),
    items: await bytesOf(view, objects),
    omitted: view.prefix.omittedInLists,
  })
}

/** Most are known already, and then it takes no time; those that were just read from a disk are looked at for the first time. */
async function bytesOf(view: VersionView, objects: readonly StoredObject[]): Promise<readonly Buffer[]> {
  const bytes = (stored: StoredObject): Buffer => view.bytes(stored)
  const unknown = objects.filter((stored) => !view.knows(stored))
  await inSlices(inObjectSlices(unknown, (slice) => slice.map(bytes)))
  return objects.map(bytes)
}
