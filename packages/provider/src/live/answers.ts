import type { ApiRequest, Connection } from '@sitrep/controller/connection'
import { ControllerError } from '@sitrep/controller/connection'
import { deadlineText, ProviderError } from '../errors.ts'

/** Sends a request; whatever goes wrong is a `ProviderError` with the server's own sentence. */
export async function answerOf<Answer>(connection: Connection, request: ApiRequest): Promise<Answer> {
  try {
    return await connection.request<Answer>(request)
  } catch (error) {
    if (!(error instanceof ControllerError)) throw error
    if (request.signal?.aborted === true) throw new ProviderError('deadline', deadlineText, { cause: error })
    const { httpStatus } = error
    const code = httpStatus === undefined ? 'not-answered' : 'answered'
    throw new ProviderError(code, sentenceOf(error, request), { httpStatus, cause: error })
  }
}

// People who read a condition know the object; the path of the request tells them nothing.
function sentenceOf({ message }: ControllerError, { method = 'GET', path }: ApiRequest): string {
  const where = `${method} ${path}: `
  return message.startsWith(where) ? message.slice(where.length) : message
}
