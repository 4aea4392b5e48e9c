import { readProblem } from '../builtin/read-problem.ts'
import { typeRegistry } from '../builtin/types/type-registry.ts'
import { badRequest, invalid } from '../errors/api-error.ts'
import { invalidValue } from '../errors/field-errors.ts'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { getOwn, isJsonObject } from '../json/own.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import { parseApiVersion } from '../resources/group-version.ts'
import { nameOf, textOf } from '../resources/metadata.ts'
import type { VersionView } from '../resources/version-view.ts'
import { KindMissing, UnreadableObject, UnrecognizedObject } from './unreadable-object.ts'

/**
 * Checks that a value is an object of the kind that the URL names. A built-in kind may leave out what the URL says
 * already; a custom one may not. Metadata of a wrong type is left to whoever reads the fields.
 */
export function assertKind(view: VersionView, value: Json): KubeObject {
  const { resource, apiVersion } = view
  const object = value === null && resource.origin === 'builtin' ? {} : value
  if (object === null) throw new KindMissing("Object 'Kind' is missing in 'null'")
  if (!isJsonObject(object)) throw notAnObject(object)
  if (resource.origin === 'builtin') assertBuiltinKind(view, object)
  else assertCustomKind(view, object)
  const metadata = getOwn(object, 'metadata') ?? {}
  return { ...object, apiVersion, kind: resource.kind, metadata } as KubeObject
}

function assertCustomKind({ resource, apiVersion }: VersionView, object: JsonObject): void {
  const [ownVersion, ownKind] = [textOf(object, 'apiVersion'), textOf(object, 'kind')]
  if (ownKind === '') throw new KindMissing(`Object 'Kind' is missing in '${stringifyJson(object)}'`)
  if (ownVersion !== apiVersion) throw otherVersion(ownVersion, apiVersion)
  if (ownKind === resource.kind) return
  const errors = [invalidValue('kind', ownKind, `must be ${resource.kind}`)]
  throw invalid({ group: resource.group, name: ownKind }, nameOf(object), errors)
}

function assertBuiltinKind({ resource, apiVersion }: VersionView, object: JsonObject): void {
  const ownVersion = textOf(object, 'apiVersion')
  const kind = textOf(object, 'kind') || resource.kind
  const version = ownVersion || apiVersion
  if (kind === resource.kind && version === apiVersion) return
  if (version.split('/').length > 2)
    throw new UnrecognizedObject(`unexpected GroupVersion string: ${ownVersion}`)
  const claim = { kind, version: parseApiVersion(version).version }
  if (typeRegistry.definitionOf(version, kind) === undefined) {
    const why = `no kind "${kind}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:111"`
    throw new UnreadableObject(why, claim)
  }
  const problem = readProblem({ ...object, apiVersion: version, kind } as KubeObject)
  if (problem !== undefined) throw new UnreadableObject(problem, claim)
  if (kind === resource.kind && parseApiVersion(version).group === resource.group)
    throw otherVersion(version, apiVersion)
  const wanted = `${internalPackage(resource.group)}.${resource.kind}`
  throw new UnreadableObject(
    `converting (${claim.version}.${kind}) to (${wanted}): unknown conversion`,
    claim,
  )
}

/** The Go package that holds the types of a group which no version shows. */
function internalPackage(group: string): string {
  if (group === '' || group === 'events.k8s.io') return 'core'
  return group.slice(0, group.includes('.') ? group.indexOf('.') : group.length)
}

function notAnObject(value: Json): Error {
  const what = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
  return new UnrecognizedObject(
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${what} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
  )
}

function otherVersion(own: string, expected: string): Error {
  return badRequest(
    `the API version in the data (${own}) does not match the expected API version (${expected})`,
  )
}
