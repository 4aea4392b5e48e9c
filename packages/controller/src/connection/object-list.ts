import { isFields, type KubeObject } from '@sitrep/status'
import { ControllerError } from '../errors.ts'
import {
  collectionPath,
  type ResourceScope,
  type ServedResource,
  withQuery,
} from '../observe/reflector/resource.ts'
import type { Connection } from './connection.ts'

const pageSize = 500
/** A list that goes on without anything new for so many pages goes on for ever. */
const mostEmptyPages = 100

/** All objects of a resource that are meant, page by page. Throws what is no list, no object, or never ends. */
export async function* listPages(
  connection: Connection,
  resource: ServedResource,
  { namespace, ...selectors }: ResourceScope,
): AsyncGenerator<readonly KubeObject[]> {
  let token: string | undefined
  let empty = 0
  do {
    const query = { limit: pageSize, continue: token, ...selectors }
    const answer = await connection.request<unknown>({
      path: withQuery(collectionPath(resource, namespace), query),
    })
    const page = parseObjectPage(answer, resource)
    empty = page.objects.length === 0 ? empty + 1 : 0
    if (empty > mostEmptyPages || (token !== undefined && page.token === token))
      throw unreadable(resource, 'the list never ends')
    token = page.token
    yield page.objects
  } while (token !== undefined)
}

/** Some objects of a list, and where it goes on. */
export interface ObjectPage {
  readonly objects: readonly KubeObject[]
  /** Absent on the last page. */
  readonly token?: string
}

/** Reads the answer to a question for a list. Each item has a kind and a name; nothing else is promised of it. */
export function parseObjectPage(answer: unknown, resource: ServedResource): ObjectPage {
  if (!isFields(answer)) throw unreadable(resource, 'the answer is no list')
  const items = answer['items'] ?? []
  if (!Array.isArray(items)) throw unreadable(resource, 'the items of the list are no list')
  const token = continuation(answer)
  return {
    objects: (items as readonly unknown[]).map((item) => parseObject(item, resource)),
    ...(token !== undefined && { token }),
  }
}

/** Where a list goes on; nothing on its last page. */
export function continuation({ metadata }: Readonly<Record<string, unknown>>): string | undefined {
  const token = isFields(metadata) ? metadata['continue'] : undefined
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** Reads one object of a resource. It has a kind and a name; items of a list leave out what the list says for all of them. */
export function parseObject(answer: unknown, resource: ServedResource): KubeObject {
  const metadata = isFields(answer) ? answer['metadata'] : undefined
  if (!isFields(answer) || !isFields(metadata) || typeof metadata['name'] !== 'string')
    throw unreadable(resource, 'something in the answer is no object with a name')
  const { group, version, kind } = resource
  const { apiVersion, kind: said } = answer
  return {
    ...answer,
    apiVersion: typeof apiVersion === 'string' ? apiVersion : group === '' ? version : `${group}/${version}`,
    kind: typeof said === 'string' ? said : kind,
  } as unknown as KubeObject
}

const unreadable = ({ plural }: ServedResource, what: string): ControllerError =>
  new ControllerError('unreadable-answer', `${plural} cannot be read: ${what}`, { retry: 'with-backoff' })
