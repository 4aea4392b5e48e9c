import { type Connection, objectPath, type ServedResource, withQuery } from '@sitrep/controller/connection'
import { referenceManager } from '@sitrep/crossplane/managed'
import type { KubeObject } from '@sitrep/status'
import type { ObjectApi } from '../api/object-api.ts'
import { answerOf } from './answers.ts'

/** Names one object of a resource. */
export interface ObjectName {
  readonly namespace?: string
  readonly name: string
}

/** One object at its API server. */
export function objectApiOf(connection: Connection, resource: ServedResource, name: ObjectName): ObjectApi {
  const path = objectPath(resource, name)
  const { group, version, kind } = resource
  const apiVersion = group === '' ? version : `${group}/${version}`
  return {
    read: ({ signal }) => answerOf(connection, { path, signal }),
    replace: (object, { signal }) => answerOf(connection, { method: 'PUT', path, body: object, signal }),
    replaceStatus: (object, { signal }) =>
      answerOf<KubeObject>(connection, {
        method: 'PUT',
        path: objectPath(resource, name, 'status'),
        body: object,
        signal,
      }),
    applySpec: (spec, { signal }) =>
      answerOf(connection, {
        method: 'PATCH',
        path: withQuery(path, { fieldManager: referenceManager, force: true }),
        contentType: 'application/apply-patch+yaml',
        body: { apiVersion, kind, metadata: name, spec },
        signal,
      }),
  }
}
