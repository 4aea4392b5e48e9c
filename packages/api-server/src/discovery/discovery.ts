import { hash } from 'node:crypto'
import { methodNotAllowed, notAcceptable } from '../errors/api-error.ts'
import type { JsonObject } from '../json/json.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import { parseAccept } from '../request/accept.ts'
import type { ApiResponse, RequestHead } from '../request/api-request.ts'
import { assertReadable, offered } from '../request/negotiation.ts'
import type { ResourceRegistry } from '../resources/registry.ts'
import { aggregatedContentType, aggregatedDocument, formOf } from './aggregated.ts'
import { coreVersions, groupDocument, groupList } from './legacy.ts'
import { legacyResourceList } from './resource-lists.ts'

interface Document {
  readonly body: Buffer
  readonly etag: string
}

/** Tells clients what one cluster serves. Documents are kept until that changes. */
export class Discovery {
  readonly #registry: ResourceRegistry
  readonly #documents = new Map<string, Document>()

  constructor(registry: ResourceRegistry) {
    this.#registry = registry
    registry.onChange(() => this.#documents.clear())
  }

  /** `undefined` for a group or version that is not there. */
  respond(request: RequestHead, segments: readonly string[]): ApiResponse | undefined {
    const [root, ...rest] = segments
    if (root !== 'api' && root !== 'apis') return undefined
    if (rest.length === 0) return this.#root(request, root)
    const [group, version] = root === 'api' ? ['', rest[0]] : rest
    if (rest.length > (root === 'api' ? 1 : 2) || group === undefined) return undefined
    if (!this.#registry.hasGroup(group)) return undefined
    if (request.method !== 'GET') throw methodNotAllowed()
    assertReadable(request.headers['accept'])
    if (version === undefined)
      return this.#plain(`group ${group}`, () => groupDocument(this.#registry, group))
    if (!this.#registry.versionsOf(group).includes(version)) return undefined
    return this.#plain(`list ${group}/${version}`, () => legacyResourceList(this.#registry, group, version))
  }

  #root(request: RequestHead, root: 'api' | 'apis'): ApiResponse {
    const accept = request.headers['accept'] ?? ''
    const clauses = accept === '' ? [] : parseAccept(accept)
    const form = clauses.length === 0 ? 'legacy' : clauses.map(formOf).find((each) => each !== undefined)
    if (form === undefined) throw notAcceptable(offered)
    if (form === 'legacy') {
      const address = request.headers['host'] ?? ''
      return this.#plain(`${root} ${address}`, () =>
        root === 'api' ? coreVersions(address) : groupList(this.#registry),
      )
    }
    const { body, etag } = this.#document(`${root} ${form}`, () =>
      aggregatedDocument(this.#registry, form, root),
    )
    const headers = { ETag: etag, Vary: 'Accept', 'Cache-Control': 'public' }
    if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: Buffer.alloc(0) }
    return { status: 200, headers: { ...headers, 'Content-Type': aggregatedContentType(form) }, body }
  }

  #plain(id: string, make: () => JsonObject): ApiResponse {
    return {
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: this.#document(id, make).body,
    }
  }

  #document(id: string, make: () => JsonObject): Document {
    const known = this.#documents.get(id)
    if (known !== undefined) return known
    const body = Buffer.from(`${stringifyJson(make())}\n`)
    const document = { body, etag: `"${hash('sha512', body, 'hex').toUpperCase()}"` }
    // The address that a client calls us by is part of one document; nobody may fill memory by inventing addresses.
    if (this.#documents.size > 500) this.#documents.clear()
    this.#documents.set(id, document)
    return document
  }
}
