import {
  type Connection,
  ControllerError,
  collectionPath,
  type ServedResource,
  withQuery,
} from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'
import { whyUnread } from '../cluster/missing-permission.ts'

const pageSize = 500

interface Page {
  readonly items?: readonly KubeObject[]
  readonly metadata?: { readonly continue?: string }
}

export interface Scope {
  readonly connection: Connection
  /** Absent: all of them. */
  readonly namespace: string | undefined
}

/** Why a kind could not be read to its end. */
export class PagesUnread extends Error {
  override readonly name: string = 'PagesUnread'
  readonly lost: boolean

  constructor(error: ControllerError, why: string) {
    super(why, { cause: error })
    this.lost = error.code === 'not-reachable'
  }
}

/** All objects of a resource, page by page, each with its kind. A kind that is gone meanwhile has none. */
export async function* readPages(
  resource: ServedResource,
  { connection, namespace }: Scope,
): AsyncGenerator<readonly KubeObject[]> {
  const { group, version, kind } = resource
  const apiVersion = group === '' ? version : `${group}/${version}`
  let token: string | undefined
  do {
    const path = withQuery(collectionPath(resource, namespace), { limit: pageSize, continue: token })
    const page = await asked(connection, path, { resource, namespace })
    if (page === undefined) return
    yield (page.items ?? []).map((item) => ({ ...item, apiVersion, kind }))
    token = page.metadata?.continue === '' ? undefined : page.metadata?.continue
  } while (token !== undefined)
}

async function asked(
  connection: Connection,
  path: string,
  about: { readonly resource: ServedResource; readonly namespace: string | undefined },
): Promise<Page | undefined> {
  try {
    return await connection.request<Page>({ path })
  } catch (error) {
    if (!(error instanceof ControllerError)) throw error
    if (error.code === 'not-found' || error.httpStatus === 405) return undefined
    throw new PagesUnread(error, whyUnread(error, { verb: 'list', ...about }))
  }
}
