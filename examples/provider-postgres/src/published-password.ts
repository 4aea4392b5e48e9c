import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { at, text } from '@sitrep/status'
import type { PublishedPassword } from './role.ts'

/** Reads the password from a resource's connection secret. */
export const publishedPassword =
  (connection: Connection): PublishedPassword =>
  async ({ object }, signal) => {
    const reference = at(object.spec, 'writeConnectionSecretToRef')
    const [namespace, name] = [text(at(reference, 'namespace')), text(at(reference, 'name'))]
    if (namespace === undefined || name === undefined) return undefined
    try {
      const path = `/api/v1/namespaces/${namespace}/secrets/${name}`
      const secret = await connection.request<unknown>({ path, signal })
      const stored = text(at(secret, 'data', 'password'))
      return stored === undefined ? undefined : Buffer.from(stored, 'base64').toString('utf8')
    } catch (error) {
      if (!(error instanceof ControllerError) || error.code !== 'not-found') throw error
      return undefined
    }
  }
