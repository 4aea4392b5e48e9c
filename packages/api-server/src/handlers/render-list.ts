import type { Json, JsonObject } from '../json/json.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import type { ApiResponse } from '../request/api-request.ts'
import type { StoredObject } from '../store/stored-object.ts'
import type { Page } from './page.ts'
import { jsonResponse } from './respond.ts'
import type { Scope } from './scope.ts'
import { goTypeOf, includeObject, notThisForm, partialMetadata, table, tableRow } from './transform.ts'

const comma = 0x2c
const openBrace = 0x7b

/** A list in the form that the client asked for. */
export async function renderList(scope: Scope, page: Page): Promise<ApiResponse> {
  const { view, representation } = scope
  await view.prepare(page.objects)
  const { transform } = representation
  switch (transform?.kind) {
    case undefined:
      return { status: 200, headers: { 'Content-Type': 'application/json' }, body: listBytes(scope, page) }
    case 'Table': {
      const include = includeObject(scope.query)
      const rows = page.objects.map((stored) => tableRow(scope, view.object(stored), { include, transform }))
      return jsonResponse(200, table(transform, page.metadata, { columns: view.version.columns, rows }))
    }
    case 'PartialObjectMetadataList': {
      const items = page.objects.map((stored) => partialMetadata(view.object(stored), transform))
      return jsonResponse(200, partialList(transform.version, page.metadata, items))
    }
    case 'PartialObjectMetadata':
      throw notThisForm(transform.kind, `a list (${goTypeOf(scope, 'List')})`)
  }
}

function partialList(version: string, metadata: JsonObject, items: readonly Json[]): JsonObject {
  return { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${version}`, metadata, items }
}

/** Puts the bytes of objects together without reading them: nearly all of a list is copied memory. */
function listBytes({ view }: Scope, { objects, metadata }: Page): Buffer {
  const { kind, apiVersion } = { kind: view.resource.listKind, apiVersion: view.apiVersion }
  // Lists of custom resources are written by other code, which leaves nothing out.
  const written = view.resource.origin === 'custom' ? { continue: '', ...metadata } : metadata
  const head = Buffer.from(`${stringifyJson({ kind, apiVersion, metadata: written }).slice(0, -1)},"items":[`)
  const tail = Buffer.from(']}\n')
  const { omittedInLists } = view.prefix
  const items = objects.map((stored: StoredObject) => view.bytes(stored))
  const size = items.reduce((sum, bytes) => sum + bytes.length + 1 - omittedInLists, 0)
  const list = Buffer.allocUnsafe(head.length + size + tail.length)
  let at = head.copy(list, 0)
  for (const bytes of items) {
    // Every item but the first follows a comma; a cut item lost its opening brace with its kind and version.
    if (at > head.length) list[at++] = comma
    at += bytes.copy(list, at, omittedInLists)
    if (omittedInLists > 0) list[at - (bytes.length - omittedInLists)] = openBrace
  }
  at += tail.copy(list, at)
  return list.subarray(0, at)
}
