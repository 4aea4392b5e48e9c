import { badRequest } from '../errors/api-error.ts'
import type { Json, KubeObject } from '../json/json.ts'
import { isJsonObject } from '../json/own.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import type { WriteOptions } from '../request/write-options.ts'
import { metadataOf, textOf } from '../resources/metadata.ts'
import type { VersionView } from '../resources/version-view.ts'
import { applySchemaDefaults } from '../schema/defaults.ts'
import { pruneObject } from '../schema/prune.ts'
import { fitsExactly, goTypeError } from './go-type-error.ts'

/** The body cannot be read as what the URL names. The message is the reason alone; who knows the request adds to it. */
export class UnreadableObject extends Error {
  override readonly name: string = 'UnreadableObject'
}

/**
 * Checks that a value is an object of the kind that the URL names. A built-in kind may leave out what the URL says
 * already; a custom one may not.
 */
export function assertKind(view: VersionView, value: Json): KubeObject {
  const { resource, apiVersion } = view
  if (!isJsonObject(value)) throw notAnObject(resource.kind, value)
  const [ownVersion, ownKind] = [textOf(value, 'apiVersion'), textOf(value, 'kind')]
  if (resource.origin === 'custom') {
    if (ownKind === '') throw badRequest(`Object 'Kind' is missing in '${stringifyJson(value)}'`)
    if (ownVersion === '') throw badRequest(`Object 'apiVersion' is missing in '${stringifyJson(value)}'`)
  }
  if (ownKind !== '' && ownKind !== resource.kind)
    throw otherKind(view, { apiVersion: ownVersion, kind: ownKind })
  if (ownVersion !== '' && ownVersion !== apiVersion) throw otherVersion(view, ownVersion)
  return { ...value, apiVersion, kind: resource.kind, metadata: metadataOf(value) } as KubeObject
}

/** Drops what the version does not know and fills in its defaults. Throws `UnreadableObject` for what no reader could make sense of. */
export function decodeFields(
  view: VersionView,
  object: KubeObject,
): { object: KubeObject; unknown: readonly string[] } {
  const { resource, compiled } = view
  if (resource.origin === 'builtin' && fitsExactly(compiled, object)) {
    return { object: withDefaults(view, object), unknown: [] }
  }
  const order = resource.origin === 'builtin' ? 'document' : 'sorted'
  const pruned = pruneObject(compiled, object, { order })
  if (pruned.invalid !== undefined) throw badRequest(pruned.invalid)
  if (resource.origin === 'builtin') {
    const problem = goTypeError(resource.kind, compiled, pruned.object)
    if (problem !== undefined) throw new UnreadableObject(problem)
  }
  return { object: withDefaults(view, pruned.object as KubeObject), unknown: pruned.unknown }
}

export function withDefaults(view: VersionView, object: KubeObject): KubeObject {
  const defaulted = applySchemaDefaults(view.compiled, object) as KubeObject
  return view.resource.behaviour.applyDefaults?.(defaulted) ?? defaulted
}

/** Refuses, warns or stays silent about fields that nobody knows, as the client asked. */
export function reportStrictProblems(
  problems: readonly string[],
  validation: WriteOptions['fieldValidation'],
  report: { readonly refuse: (why: string) => Error; readonly warn: (text: string) => void },
): void {
  if (problems.length === 0 || validation === 'Ignore') return
  if (validation === 'Strict') throw report.refuse(`strict decoding error: ${problems.join(', ')}`)
  for (const problem of problems) report.warn(problem)
}

export function cannotRead({ resource, version }: VersionView, why: string): Error {
  const { kind } = resource
  return badRequest(`${kind} in version "${version.name}" cannot be handled as a ${kind}: ${why}`)
}

function notAnObject(kind: string, value: Json): Error {
  const what = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  const why = `couldn't get version/kind; json parse error: json: cannot unmarshal ${what} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why}`)
}

function otherKind(view: VersionView, own: { apiVersion: string; kind: string }): Error {
  const version = own.apiVersion === '' ? view.apiVersion : own.apiVersion
  const name = version.slice(version.indexOf('/') + 1)
  return badRequest(
    `${own.kind} in version "${name}" cannot be handled as a ${view.resource.kind}: no kind "${own.kind}" is registered for version "${version}" in this resource`,
  )
}

function otherVersion(view: VersionView, apiVersion: string): Error {
  return badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version (${view.apiVersion})`,
  )
}
