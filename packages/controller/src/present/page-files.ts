import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A file of a page as it is sent. */
export interface PageFile {
  readonly type: string
  readonly body: Uint8Array
}

// The page talks to its own server and to nobody else, and runs nothing that did not come with it.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sends the file that was asked for; false: there is none at that path. The first page is `index.html`. */
export type SendFile = (path: string, request: IncomingMessage, response: ServerResponse) => boolean

/** Serves the files of a page by their names. Nothing in them depends on who asks, so nobody has to say who it is. */
export function pageSender(files: ReadonlyMap<string, PageFile>): SendFile {
  const tagged = new Map(
    [...files].map(([name, file]) => [
      name === 'index.html' ? '/' : `/${name}`,
      { ...file, etag: `"${createHash('sha256').update(file.body).digest('base64url')}"` },
    ]),
  )
  return (path, { method, headers }, response) => {
    const file = tagged.get(path === '/index.html' ? '/' : path)
    if (file === undefined || (method !== 'GET' && method !== 'HEAD')) return false
    const { type, body, etag } = file
    const known = (headers['if-none-match'] ?? '').split(',').some((each) => each.trim() === etag)
    response.writeHead(known ? 304 : 200, {
      etag,
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(!known && { 'content-type': type, 'content-length': body.byteLength }),
    })
    response.end(known || method === 'HEAD' ? undefined : body)
    return true
  }
}
