import type { JsonObject } from '../json/json.ts'
import type { FieldError } from './field-error.ts'
import { type StatusBody, type StatusCause, statusObject } from './status.ts'

/** A kind or resource with its group, as messages name it: `deployments.apps`, `pods`. */
export interface GroupName {
  readonly group: string
  readonly name: string
}

export function qualified({ group, name }: GroupName): string {
  return group === '' ? name : `${name}.${group}`
}

/**
 * The only error that reaches a client. It is the Status that the client will read; everything else that is thrown is
 * our own mistake and answered with a bare 500.
 */
export class ApiError extends Error {
  override readonly name: string = 'ApiError'
  readonly code: number
  readonly body: StatusBody
  /** Response headers that belong to the refusal, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    body: Omit<StatusBody, 'status'>,
    options: ErrorOptions & { headers?: Record<string, string> } = {},
  ) {
    super(body.message ?? '', options)
    this.code = body.code
    this.body = { ...body, status: 'Failure' }
    this.headers = options.headers ?? {}
  }

  toStatus(): JsonObject {
    return statusObject(this.body)
  }
}

export function badRequest(message: string): ApiError {
  return new ApiError({ code: 400, reason: 'BadRequest', message })
}

export function unauthorized(): ApiError {
  return new ApiError({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' })
}

export function forbidden(resource: GroupName, name: string, why: string): ApiError {
  return new ApiError({
    code: 403,
    reason: 'Forbidden',
    message:
      resource.name === ''
        ? `forbidden: ${why}`
        : `${qualified(resource)}${name === '' ? '' : ` "${name}"`} is forbidden: ${why}`,
    details: objectDetails(resource, name),
  })
}

/** A known resource that has no object of this name. */
export function objectNotFound(resource: GroupName, name: string): ApiError {
  return new ApiError({
    code: 404,
    reason: 'NotFound',
    message: `${qualified(resource)} "${name}" not found`,
    details: objectDetails(resource, name),
  })
}

/** A known group in which this version, resource or subresource is not served. */
export function resourceNotFound(): ApiError {
  return new ApiError({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
    details: {},
  })
}

export function methodNotAllowed(resource?: GroupName, verb?: string): ApiError {
  if (resource === undefined || verb === undefined) {
    return new ApiError({
      code: 405,
      reason: 'MethodNotAllowed',
      message: 'the server does not allow this method on the requested resource',
      details: {},
    })
  }
  return new ApiError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: `${verb} is not supported on resources of kind "${qualified(resource)}"`,
    details: objectDetails(resource, ''),
  })
}

export function notAcceptable(accepted: readonly string[]): ApiError {
  return new ApiError({
    code: 406,
    reason: 'NotAcceptable',
    message: `only the following media types are accepted: ${accepted.join(', ')}`,
  })
}

export function unsupportedMediaType(accepted: readonly string[]): ApiError {
  return new ApiError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  })
}

export function alreadyExists(resource: GroupName, name: string): ApiError {
  return new ApiError({
    code: 409,
    reason: 'AlreadyExists',
    message: `${qualified(resource)} "${name}" already exists`,
    details: objectDetails(resource, name),
  })
}

export function conflict(resource: GroupName, name: string, why: string): ApiError {
  return new ApiError({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${why}`,
    details: objectDetails(resource, name),
  })
}

export function expired(message: string, metadata?: JsonObject): ApiError {
  return new ApiError({ code: 410, reason: 'Expired', message, ...(metadata !== undefined && { metadata }) })
}

export function tooLarge(message: string): ApiError {
  return new ApiError({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: ${message}`,
  })
}

/** Nobody reads more of them, and an object may be wrong in as many places as it has, each of them with a long text. */
const maxTold = { causes: 1000, characters: 1_000_000 } as const

/** Something in the object is wrong. Each entry becomes a cause; repeated texts are said once. */
export function invalid(kind: GroupName, name: string, errors: readonly FieldError[]): ApiError {
  const told = asMuchAsIsRead(errors)
  const causes = told.map(causeOf)
  const texts = [...new Set(told.map(({ field, message }) => `${field}: ${message}`))]
  if (told.length < errors.length) texts.push(`and ${errors.length - told.length} more`)
  const summary = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`
  return new ApiError({
    code: 422,
    reason: 'Invalid',
    message: `${qualified(kind)} "${name}" is invalid${texts.length === 0 ? '' : `: ${summary}`}`,
    details: { ...objectDetails(kind, name), causes },
  })
}

function asMuchAsIsRead(errors: readonly FieldError[]): readonly FieldError[] {
  let characters = 0
  const end = errors.findIndex(({ field, message }, at) => {
    characters += field.length + message.length
    return at === maxTold.causes || (at > 0 && characters > maxTold.characters)
  })
  return end < 0 ? errors : errors.slice(0, end)
}

export function tooManyRequests(message: string, retryAfterSeconds: number): ApiError {
  const headers = { 'Retry-After': `${retryAfterSeconds}` }
  const details = { retryAfterSeconds }
  return new ApiError({ code: 429, reason: 'TooManyRequests', message, details }, { headers })
}

/** The request took longer than requests may. */
export function timedOut(): ApiError {
  return new ApiError({
    code: 504,
    reason: 'Timeout',
    message: 'Timeout: request did not complete within requested timeout - context deadline exceeded',
    details: {},
  })
}

/** A failure of ours, or of something we depend on, that the client should read about. */
export function internalError(message: string, options?: ErrorOptions): ApiError {
  return new ApiError(
    {
      code: 500,
      reason: 'InternalError',
      message: `Internal error occurred: ${message}`,
      details: { causes: [{ message }] },
    },
    options,
  )
}

function causeOf({ reason, message, field }: FieldError): StatusCause {
  return { reason, message, field }
}

function objectDetails({ group, name: kind }: GroupName, name: string): JsonObject {
  return { ...(name !== '' && { name }), ...(group !== '' && { group }), ...(kind !== '' && { kind }) }
}
