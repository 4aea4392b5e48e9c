import type { Json, KubeObject } from '../json/json.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import type { ApiResponse } from '../request/api-request.ts'
import type { StoredObject } from '../store/stored-object.ts'
import type { Written } from '../writes/written.ts'
import type { Scope } from './scope.ts'
import { transformObject } from './transform.ts'

const newline = Buffer.from('\n')
export const jsonHeaders = { 'Content-Type': 'application/json' } as const

/** A complete JSON document; it ends with a line break, as kube-apiserver's do. */
export function jsonBytesResponse(status: number, json: Buffer): ApiResponse {
  return { status, headers: jsonHeaders, body: Buffer.concat([json, newline]) }
}

export function jsonResponse(status: number, value: Json): ApiResponse {
  return { status, headers: jsonHeaders, body: Buffer.from(`${stringifyJson(value)}\n`) }
}

export function textResponse(status: number, text: string): ApiResponse {
  return {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
    body: Buffer.from(text),
  }
}

/** A stored object in the form that the client asked for. */
export async function storedResponse(
  scope: Scope,
  status: number,
  stored: StoredObject,
): Promise<ApiResponse> {
  const { view, representation } = scope
  await view.prepare([stored])
  if (representation.transform === undefined) return jsonBytesResponse(status, view.bytes(stored))
  return objectResponse(scope, status, view.object(stored))
}

export function objectResponse(scope: Scope, status: number, object: KubeObject): ApiResponse {
  const { transform } = scope.representation
  return jsonResponse(status, transform === undefined ? object : transformObject(scope, transform, object))
}

export function writtenResponse(scope: Scope, written: Written): ApiResponse | Promise<ApiResponse> {
  const { stored, outcome } = written
  const status = outcome === 'created' ? 201 : 200
  return stored === undefined
    ? objectResponse(scope, status, written.object)
    : storedResponse(scope, status, stored)
}
