import type { ApiResponse } from '../request/api-request.ts'
import { parseWriteOptions } from '../request/write-options.ts'
import { createObject } from '../writes/create.ts'
import { readObject } from './read-object.ts'
import { writtenResponse } from './respond.ts'
import { type Scope, writeContext } from './scope.ts'

/** `POST …/{plural}` */
export async function createHandler(scope: Scope): Promise<ApiResponse> {
  const options = parseWriteOptions(scope.query, 'CreateOptions')
  const object = readObject(scope, options)
  return writtenResponse(scope, await createObject(writeContext(scope, options), scope.admission, { object }))
}
