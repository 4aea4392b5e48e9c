import { badRequest, invalid } from '../errors/api-error.ts'
import type { FieldError } from '../errors/field-error.ts'
import { invalidValue, notSupported } from '../errors/field-errors.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonObject } from '../json/own.ts'
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
  if (!isJsonObject(body)) throw badRequest('the body of a delete must be an object of kind DeleteOptions')
  const kind = getOwn(body, 'kind')
  if (kind !== undefined && kind !== '' && kind !== 'DeleteOptions') {
    throw badRequest('decoded object cannot be converted to DeleteOptions')
  }
  const preconditions = getOwn(body, 'preconditions') ?? {}
  const members: JsonObject = isJsonObject(preconditions) ? preconditions : refused('preconditions')
  const grace = typed(body, 'gracePeriodSeconds', 'number')
  const policy = typed(body, 'propagationPolicy', 'string')
  const orphan = typed(body, 'orphanDependents', 'boolean')
  const uid = typed(members, 'uid', 'string')
  const version = typed(members, 'resourceVersion', 'string')
  return {
    dryRun: textsOf(getOwn(body, 'dryRun')),
    ...(typeof grace === 'number' && { gracePeriodSeconds: grace }),
    ...(typeof policy === 'string' && { propagationPolicy: policy }),
    ...(typeof orphan === 'boolean' && { orphanDependents: orphan }),
    ...(typeof uid === 'string' && { uid }),
    ...(typeof version === 'string' && { resourceVersion: version }),
  }
}

function typed(object: JsonObject, name: string, type: 'number' | 'string' | 'boolean'): Json | undefined {
  const value = getOwn(object, name) ?? undefined
  return value === undefined || typeof value === type ? value : refused(name)
}

function refused(name: string): never {
  throw badRequest(
    `DeleteOptions in version "v1" cannot be handled as a DeleteOptions: ${name} is of the wrong type`,
  )
}
