import { type Discovered, objectPath, type ServedResource } from '@sitrep/controller/connection'
import { groupOf, type KubeObject } from '@sitrep/status'
import type { ReadDocument } from '../documents/document.ts'

/** A document with the place on the server where its object belongs. */
export interface PlacedDocument {
  readonly document: ReadDocument
  /** As it is sent: in its namespace. */
  readonly object: KubeObject
  readonly resource: ServedResource
  readonly path: string
}

export interface Surroundings {
  readonly discovered: Discovered
  /** Where objects go that name no namespace. */
  readonly namespace: string
  /** Named on the command line: objects of any other namespace are refused. */
  readonly only?: string
}

/** A document that has no place on the server, and why. */
export interface Misplaced {
  readonly document: ReadDocument
  readonly why: string
  /** Its kind may come to be served. */
  readonly unserved?: true
}

/** Where the object of a document belongs, in the version in which it is written. */
export function place(document: ReadDocument, surroundings: Surroundings): PlacedDocument | Misplaced {
  const { object } = document
  const [group, version] = [groupOf(object.apiVersion), object.apiVersion.split('/').at(-1) ?? '']
  const served = surroundings.discovered.get({ group, kind: object.kind })
  if (served === undefined)
    return {
      document,
      why: `the server does not serve ${object.kind} of ${object.apiVersion}`,
      unserved: true,
    }
  const versions = surroundings.discovered.versions({ group, kind: object.kind })
  if (!versions.includes(version))
    return {
      document,
      why: `the server serves ${object.kind}${group === '' ? '' : ` of ${group}`} in ${versions.join(' and ')}, not in ${version}`,
      unserved: true,
    }
  const resource = { ...served, version }
  const { namespace: own, ...metadata } = object.metadata
  if (!resource.namespaced) return placed(document, { object: { ...object, metadata }, resource })
  if (own !== undefined && surroundings.only !== undefined && own !== surroundings.only)
    return { document, why: `its namespace is ${own}, and -n says ${surroundings.only}` }
  const namespace = own ?? surroundings.only ?? surroundings.namespace
  return placed(document, { object: { ...object, metadata: { ...metadata, namespace } }, resource })
}

function placed(
  document: ReadDocument,
  { object, resource }: { readonly object: KubeObject; readonly resource: ServedResource },
): PlacedDocument {
  return { document, object, resource, path: objectPath(resource, object.metadata) }
}

export const isPlaced = (found: PlacedDocument | Misplaced): found is PlacedDocument => 'path' in found
