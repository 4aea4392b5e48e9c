import {
  type Connection,
  collectionPath,
  objectPath,
  type ServedResource,
} from '@sitrep/controller/connection'
import { at, fields, list, type OwnerReference, text } from '@sitrep/status'
import type { ConnectionSecret, SecretApi, SecretRef } from '../connection-secret/publisher.ts'
import { httpStatusOf } from '../errors.ts'
import { answerOf } from './answers.ts'

const secrets: ServedResource = {
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  namespaced: true,
  names: [],
}

/** Secrets at an API server. */
export function secretApiOf(connection: Connection): SecretApi {
  return {
    read: async (ref, signal) => {
      try {
        const answer = await answerOf<unknown>(connection, { path: objectPath(secrets, ref), signal })
        return secretOf(ref, answer)
      } catch (error) {
        if (httpStatusOf(error) !== 404) throw error
        return undefined
      }
    },
    create: async (secret, signal) => {
      const path = collectionPath(secrets, secret.namespace)
      await answerOf(connection, { method: 'POST', path, body: bodyOf(secret), signal })
    },
    patch: async (secret, signal) => {
      const path = objectPath(secrets, secret)
      const contentType = 'application/merge-patch+json'
      await answerOf(connection, { method: 'PATCH', path, body: bodyOf(secret), contentType, signal })
    },
  }
}

const bodyOf = ({ namespace, name, type, owners, data }: ConnectionSecret): unknown => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace, name, ownerReferences: owners },
  type,
  data: Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
  ),
})

function secretOf({ namespace, name }: SecretRef, answer: unknown): ConnectionSecret {
  const data = Object.entries(fields(at(answer, 'data')))
  return {
    namespace,
    name,
    type: text(at(answer, 'type')) ?? '',
    owners: list(at(answer, 'metadata', 'ownerReferences')) as readonly OwnerReference[],
    data: Object.fromEntries(
      data.map(([key, value]) => [key, Buffer.from(String(value), 'base64').toString('utf8')]),
    ),
  }
}
