import { badRequest, invalid } from '../errors/api-error.ts'
import type { FieldError } from '../errors/field-error.ts'
import { invalidValue, notSupported } from '../errors/field-errors.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../json/own.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import { textsOf } from '../resources/metadata.ts'
import { booleanParameter, integerParameter } from './query.ts'
import { dryRunErrors } from './write-options.ts'

export const propagationPolicies = ['Foreground', 'Background', 'Orphan'] as const
export type PropagationPolicy = (typeof propagationPolicies)[number]

/** How to delete. What is absent is left to the kind. */
export interface DeleteOptions {
  readonly dryRun: boolean
  readonly gracePeriodSeconds?: number
  readonly propagationPolicy?: PropagationPolicy
  /** The old way to say `Orphan` or not. */
  readonly orphanDependents?: boolean
  readonly uid?: string
  readonly resourceVersion?: string
}

/** Reads options from a body, or from the query where there is none. Throws 400 or a 422 that names every wrong one. */
export function parseDeleteOptions(body: Json | undefined, query: URLSearchParams): DeleteOptions {
  const given = body === undefined ? fromQuery(query) : fromBody(body)
  const { dryRun, propagationPolicy, orphanDependents, ...rest } = given
  const errors = optionErrors(given)
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', name: 'DeleteOptions' }, '', errors)
  return {
    ...rest,
    dryRun: dryRun.length > 0,
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(propagationPolicy !== undefined && { propagationPolicy: propagationPolicy as PropagationPolicy }),
  }
}

interface GivenOptions {
  readonly dryRun: readonly string[]
  readonly gracePeriodSeconds?: number
  readonly propagationPolicy?: string
  readonly orphanDependents?: boolean
  readonly uid?: string
  readonly resourceVersion?: string
}

function optionErrors({ dryRun, propagationPolicy, orphanDependents }: GivenOptions): FieldError[] {
  const errors: FieldError[] = []
  if (orphanDependents !== undefined && propagationPolicy !== undefined) {
    const why = 'orphanDependents and deletionPropagation cannot be both set'
    errors.push(invalidValue('propagationPolicy', propagationPolicy, why))
  }
  if (
    propagationPolicy !== undefined &&
    !propagationPolicies.some((policy) => policy === propagationPolicy)
  ) {
    errors.push(notSupported('propagationPolicy', propagationPolicy, [...propagationPolicies, 'nil']))
  }
  return [...errors, ...dryRunErrors(dryRun)]
}

function fromQuery(query: URLSearchParams): GivenOptions {
  const gracePeriodSeconds = integerParameter(query, 'gracePeriodSeconds')
  const propagationPolicy = query.get('propagationPolicy') ?? ''
  const orphanDependents = booleanParameter(query, 'orphanDependents')
  return {
    dryRun: query.getAll('dryRun').filter((value) => value !== ''),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(propagationPolicy !== '' && { propagationPolicy }),
    ...(orphanDependents !== undefined && { orphanDependents }),
  }
}

function fromBody(body: Json): GivenOptions {
  if (body === null) return { dryRun: [] }
  if (!isJsonObject(body)) {
    throw badRequest(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${goKind(body)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    )
  }
  const [kind, version] = [getOwn(body, 'kind') ?? '', getOwn(body, 'apiVersion') ?? 'v1']
  if (kind !== '' && kind !== 'DeleteOptions') {
    const shown = typeof kind === 'string' ? kind : stringifyJson(kind)
    throw badRequest(
      `no kind "${shown}" is registered for version "${String(version)}" in scheme "pkg/runtime/scheme.go:111"`,
    )
  }
  const preconditions = getOwn(body, 'preconditions') ?? {}
  const members: JsonObject = isJsonObject(preconditions)
    ? preconditions
    : mistyped('preconditions', preconditions, 'v1.Preconditions')
  const grace = typed(body, 'gracePeriodSeconds', 'int64')
  const policy = typed(body, 'propagationPolicy', 'v1.DeletionPropagation')
  const orphan = typed(body, 'orphanDependents', 'bool')
  const uid = typed(members, 'uid', 'types.UID')
  const resourceVersion = typed(members, 'resourceVersion', 'string')
  return {
    dryRun: textsOf(getOwn(body, 'dryRun')),
    ...(typeof grace === 'number' && { gracePeriodSeconds: grace }),
    ...(typeof policy === 'string' && { propagationPolicy: policy }),
    ...(typeof orphan === 'boolean' && { orphanDependents: orphan }),
    ...(typeof uid === 'string' && { uid }),
    ...(typeof resourceVersion === 'string' && { resourceVersion }),
  }
}

type GoType = 'int64' | 'bool' | 'string' | 'types.UID' | 'v1.DeletionPropagation'

function typed(object: JsonObject, name: string, go: GoType): Json | undefined {
  const value = getOwn(object, name) ?? undefined
  const wanted = go === 'int64' ? 'number' : go === 'bool' ? 'boolean' : 'string'
  return value === undefined || typeof value === wanted ? value : mistyped(name, value, go)
}

function mistyped(name: string, value: Json, go: string): never {
  throw badRequest(
    `json: cannot unmarshal ${goKind(value)} into Go struct field DeleteOptions.${name} of type ${go}`,
  )
}

function goKind(value: Json): string {
  if (isJsonArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'bigint' ? 'number' : typeof value
}
