import { unsupportedMediaType } from '../errors/api-error.ts'
import type { ApiResponse } from '../request/api-request.ts'
import type { Scope } from './scope.ts'

/** `PATCH …/{plural}/{name}` */
export function patchHandler(_scope: Scope): ApiResponse {
  throw unsupportedMediaType([])
}
