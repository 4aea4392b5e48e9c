import type { JsonObject } from '../json/json.ts'

/** One entry of `details.causes`. */
export interface StatusCause extends JsonObject {
  readonly message: string
}

/** The outcome that a client reads instead of an object: what went wrong, or what a DELETE removed. */
export interface StatusBody {
  readonly status: 'Success' | 'Failure'
  readonly code: number
  readonly message?: string
  readonly reason?: string
  readonly details?: JsonObject
  /** Members of `metadata`; only an expired continue token puts something there. */
  readonly metadata?: JsonObject
}

/** The `Status` object of API version v1, as it travels. */
export function statusObject({ status, code, message, reason, details, metadata }: StatusBody): JsonObject {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: metadata ?? {},
    status,
    ...(message !== undefined && { message }),
    ...(reason !== undefined && { reason }),
    ...(details !== undefined && { details }),
    ...((status === 'Failure' || code !== 200) && { code }),
  }
}
