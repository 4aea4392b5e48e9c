import { same } from '@sitrep/status/same'
import { cloneJson } from '../json/clone-json.ts'
import type { Json } from '../json/json.ts'
import { getOwn } from '../json/own.ts'
import { countValues } from '../json/parse-json.ts'
import { maxDepth, maxValues, tooManyValues } from '../json/parsed.ts'
import type { JsonPatchOperation } from './json-patch-operation.ts'
import { type Failure, insert, read, remove, unreadable, WorkingDocument, write } from './json-pointer.ts'
import { jsonSize } from './json-size.ts'

export type JsonPatchOutcome =
  | { readonly kind: 'patched'; readonly document: Json }
  /** 422: an operation could not be applied, a failed `test` included. Nothing was changed. */
  | { readonly kind: 'failed'; readonly message: string }
  /** 422: the operations could be applied, but lead further than any object may go. */
  | { readonly kind: 'beyond'; readonly message: string }

/** Some tens of milliseconds of work: ten thousand operations at the front of a long list would take seconds. */
const maxEffort = 20_000_000

/** The bytes that all `copy` operations of one patch may add together. */
const copyLimit = 3 * 1024 * 1024

const missing = 'missing value'
const tooDeep = `the patch exceeds the max depth of ${maxDepth}`
const tooMuchWork = `the patch moves more than ${maxEffort} items of lists`

/**
 * Applies an RFC 6902 patch with the liberties of the library that kube-apiserver uses: negative indices count from
 * the end, `replace` of a missing member adds it, `test` takes a missing member for null.
 * Source: gopkg.in/evanphx/json-patch.v4 v4.13.0 (behaviour).
 */
export function applyJsonPatch(document: Json, operations: readonly JsonPatchOperation[]): JsonPatchOutcome {
  const patch: Patch = { document: new WorkingDocument(document), copied: 0, copiedValues: 0 }
  for (const operation of operations) {
    const message = applyOperation(patch, operation)
    if (message === tooDeep || message === tooManyValues) return { kind: 'beyond', message }
    if (message !== undefined) return { kind: 'failed', message }
    if (patch.document.effort > maxEffort) return { kind: 'beyond', message: tooMuchWork }
  }
  const { root } = patch.document
  return isDeeper(root, maxDepth) ? { kind: 'beyond', message: tooDeep } : { kind: 'patched', document: root }
}

/** Moving a value into itself by way of others, a patch could nest deeper than any body that is accepted. */
function isDeeper(value: Json, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  if (levels < 0) return true
  return Object.values(value).some((member: Json) => isDeeper(member, levels - 1))
}

interface Patch {
  readonly document: WorkingDocument
  /** Bytes added by `copy` so far. */
  copied: number
  /** Values added by `copy` so far, whether or not they are still there. */
  copiedValues: number
}

function applyOperation(patch: Patch, operation: JsonPatchOperation): Failure {
  const kind = textOf(operation, 'op') ?? 'unknown'
  switch (kind) {
    case 'add':
      return add(patch, operation)
    case 'remove':
      return removeAt(patch, operation)
    case 'replace':
      return replace(patch, operation)
    case 'move':
      return move(patch, operation)
    case 'test':
      return test(patch, operation)
    case 'copy':
      return copy(patch, operation)
    default:
      return `Unexpected kind: ${kind}`
  }
}

function add({ document }: Patch, operation: JsonPatchOperation): Failure {
  const path = textOf(operation, 'path')
  if (path === undefined) return `add operation failed to decode path: ${missing}`
  const place = document.open(path)
  if (place === undefined) return `add operation does not apply: doc is missing path: "${path}": ${missing}`
  return explained(`error in add for path: '${path}'`, insert(place, valueIn(operation)))
}

function removeAt({ document }: Patch, operation: JsonPatchOperation): Failure {
  const path = textOf(operation, 'path')
  if (path === undefined) return `remove operation failed to decode path: ${missing}`
  const place = document.open(path)
  if (place === undefined)
    return `remove operation does not apply: doc is missing path: "${path}": ${missing}`
  return explained(`error in remove for path: '${path}'`, remove(place))
}

function replace({ document }: Patch, operation: JsonPatchOperation): Failure {
  const path = textOf(operation, 'path')
  if (path === undefined) return `replace operation failed to decode path: ${missingPath}`
  const value = valueIn(operation)
  if (path === '') {
    if (value === null || typeof value !== 'object') {
      return 'replace operation value must be object or array: %!w(<nil>)'
    }
    document.root = value
    return undefined
  }
  const place = document.open(path)
  if (place === undefined) return `replace operation does not apply: doc is missing path: ${path}: ${missing}`
  if (unreadable(place) !== undefined) {
    return `replace operation does not apply: doc is missing key: ${path}: ${missing}`
  }
  return explained(`error in remove for path: '${path}'`, write(place, value))
}

function move({ document }: Patch, operation: JsonPatchOperation): Failure {
  const from = textOf(operation, 'from')
  if (from === undefined) return `move operation failed to decode from: ${missingFrom}`
  const source = document.open(from)
  if (source === undefined) {
    return `move operation does not apply: doc is missing from path: ${from}: ${missing}`
  }
  const value = read(source) ?? null
  const failure = unreadable(source) ?? remove(source)
  if (failure !== undefined) return `error in move for path: '${source.key}': ${failure}`
  const path = textOf(operation, 'path')
  if (path === undefined) return `move operation failed to decode path: ${missingPath}`
  const target = document.open(path)
  if (target === undefined) {
    return `move operation does not apply: doc is missing destination path: ${path}: ${missing}`
  }
  return explained(`error in move for path: '${path}'`, insert(target, value))
}

function copy(patch: Patch, operation: JsonPatchOperation): Failure {
  const from = textOf(operation, 'from')
  if (from === undefined) return `copy operation failed to decode from: ${missingFrom}`
  const source = patch.document.find(from)
  if (source === undefined) {
    return `copy operation does not apply: doc is missing from path: ${from}: ${missing}`
  }
  const failure = unreadable(source)
  if (failure !== undefined) return `error in copy for from: '${from}': ${failure}`
  const path = textOf(operation, 'path')
  if (path === undefined) return `copy operation failed to decode path: ${missing}`
  const value = read(source) ?? null
  const target = patch.document.open(path)
  if (target === undefined) {
    return `copy operation does not apply: doc is missing destination path: ${path}: ${missing}`
  }
  // Counted first, because the rest of a copy takes far longer: what holds too many values would be refused in the end anyway.
  patch.copiedValues += countValues(value)
  if (patch.copiedValues > maxValues) return tooManyValues
  if (isDeeper(value, maxDepth)) return tooDeep
  patch.copied += value === null ? 0 : jsonSize(value)
  if (patch.copied > copyLimit) {
    return `Unable to complete the copy, the accumulated size increase of copy is ${patch.copied}, exceeding the limit ${copyLimit}`
  }
  // Without a copy of its own, a later write to one place would show at the other.
  return explained('error while adding value during copy', insert(target, cloneJson(value)))
}

function test({ document }: Patch, operation: JsonPatchOperation): Failure {
  const path = textOf(operation, 'path')
  if (path === undefined) return `test operation failed to decode path: ${missingPath}`
  if (path === '') return tested(path, same(document.root, valueIn(operation)))
  const place = document.find(path)
  if (place === undefined) return `test operation does not apply: is missing path: ${path}: ${missing}`
  const failure = unreadable(place)
  if (failure !== undefined) return `error in test for path: '${path}': ${failure}`
  return tested(path, same(read(place) ?? null, valueIn(operation)))
}

function tested(path: string, equal: boolean): Failure {
  return equal ? undefined : `testing value ${path} failed: test failed`
}

const missingPath = `operation missing path field: ${missing}`
const missingFrom = `operation, missing from field: ${missing}`

function explained(where: string, failure: Failure): Failure {
  return failure === undefined ? undefined : `${where}: ${failure}`
}

function textOf(operation: JsonPatchOperation, key: 'op' | 'path' | 'from'): string | undefined {
  const text = operation === null ? undefined : getOwn(operation, key)
  return typeof text === 'string' ? text : undefined
}

function valueIn(operation: JsonPatchOperation): Json {
  return (operation === null ? undefined : getOwn(operation, 'value')) ?? null
}
