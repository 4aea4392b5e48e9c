import {
  type Connection,
  ControllerError,
  collectionPath,
  type ServedResource,
  withQuery,
} from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'
import { suggestion } from '../suggestion.ts'

// Whoever looks for a slip of the finger among more would wait for it.
const mostNames = 2_000

interface Listed {
  readonly items?: readonly KubeObject[]
}

async function listed(connection: Connection, path: string): Promise<readonly KubeObject[]> {
  try {
    return (await connection.request<Listed>({ path })).items ?? []
  } catch (error) {
    // A hint that nobody may look for is not given.
    if (error instanceof ControllerError) return []
    throw error
  }
}

/** The objects of this name, in whatever namespace they lie. */
export const namedAnywhere = (
  connection: Connection,
  resource: ServedResource,
  name: string,
): Promise<readonly KubeObject[]> =>
  listed(
    connection,
    withQuery(collectionPath(resource, undefined), { fieldSelector: `metadata.name=${name}`, limit: 50 }),
  )

interface Missed {
  readonly resource: ServedResource
  readonly name: string
  /** Where it was looked for. */
  readonly namespace: string | undefined
}

/** What was probably meant by a name that is not there, as the end of a sentence: where there is one of that name, a namespace, or a name like it. */
export async function hintFor(
  connection: Connection,
  { resource, name, namespace }: Missed,
): Promise<string> {
  const elsewhere = namespace === undefined ? [] : await namedAnywhere(connection, resource, name)
  const places = elsewhere.flatMap(({ metadata }) => metadata.namespace ?? [])
  const [place, ...others] = places
  if (place !== undefined)
    return others.length === 0
      ? `; there is one in namespace ${place}`
      : `; there are some in the namespaces ${places.slice(0, 3).join(', ')}${others.length > 2 ? ' and others' : ''}`
  const near = await listed(connection, withQuery(collectionPath(resource, namespace), { limit: mostNames }))
  const meant = suggestion(
    name,
    near.map(({ metadata }) => metadata.name),
  )
  if (meant !== undefined) return `; did you mean ${meant}?`
  return namespace === undefined || near.length > 0 ? '' : await namespaceHint(connection, namespace)
}

const namespaces: ServedResource = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
  names: [],
}

/** What was probably meant by a namespace that is not there; nothing where it is there, or where nobody may look. */
export async function namespaceHint(connection: Connection, namespace: string): Promise<string> {
  const all = await listed(connection, withQuery(collectionPath(namespaces, undefined), { limit: mostNames }))
  const names = all.map(({ metadata }) => metadata.name)
  if (names.length === 0 || names.includes(namespace)) return ''
  const meant = suggestion(namespace, names)
  return `; there is no namespace ${namespace}${meant === undefined ? '' : `, did you mean ${meant}?`}`
}
