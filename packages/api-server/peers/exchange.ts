/** A JSON value as an answer carries it; numbers that a double cannot hold are kept as text. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** One HTTP request, the same for every server. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Who asks: a user that the servers know by token, or `anonymous`. */
  readonly as: string
}

/** What came back, as far as it is compared. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly warnings: readonly string[]
  readonly body: Json
}

export interface RequestOptions {
  readonly query?: string
  readonly accept?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly as?: string
}

/** Bodies that are JSON go as values; what must be malformed goes as text or bytes. */
export type Body = Json | Uint8Array | { readonly raw: string }

export const tableAccept: string =
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json'

export const partialAccept: string = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io'

export const partialListAccept: string = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'

export const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const

export type PatchKind = keyof typeof patchTypes

export function get(path: string, options: RequestOptions = {}): Request {
  return request('GET', path, options)
}

export function post(path: string, body?: Body, options: RequestOptions = {}): Request {
  return request('POST', path, { ...options, ...encoded(body, options) })
}

export function put(path: string, body: Body, options: RequestOptions = {}): Request {
  return request('PUT', path, { ...options, ...encoded(body, options) })
}

export function remove(path: string, body?: Body, options: RequestOptions = {}): Request {
  return request('DELETE', path, { ...options, ...encoded(body, options) })
}

export function patch(kind: PatchKind, path: string, body: Body): Request {
  return request('PATCH', path, encoded(body, { type: patchTypes[kind] }))
}

/** Server-side apply in the name of a manager; `force` as kubectl's `--force-conflicts`. */
export function apply(manager: string, path: string, body: Body): Request {
  return patch('apply', withQuery(path, `fieldManager=${manager}`), body)
}

export function applyForced(manager: string, path: string, body: Body): Request {
  return patch('apply', withQuery(path, `fieldManager=${manager}&force=true`), body)
}

/** The same request with more of something, such as another user or another Accept. */
export function altered(original: Request, options: RequestOptions & { readonly method?: string }): Request {
  const headers = { ...original.headers, ...headersOf(options) }
  const path = options.query === undefined ? original.path : withQuery(original.path, options.query)
  return {
    ...original,
    method: options.method ?? original.method,
    path,
    headers,
    as: options.as ?? original.as,
  }
}

export function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

function request(
  method: string,
  path: string,
  options: RequestOptions & { readonly body?: string | Uint8Array },
): Request {
  return {
    method,
    path: options.query === undefined ? path : withQuery(path, options.query),
    headers: { 'user-agent': 'differential/1.0', accept: 'application/json', ...headersOf(options) },
    as: options.as ?? 'admin',
    ...(options.body === undefined ? {} : { body: options.body }),
  }
}

function headersOf({ accept, type, headers = {} }: RequestOptions): Record<string, string> {
  return {
    ...(accept === undefined ? {} : { accept }),
    ...(type === undefined ? {} : { 'content-type': type }),
    ...headers,
  }
}

function encoded(
  body: Body | undefined,
  options: RequestOptions,
): { body?: string | Uint8Array; type?: string } {
  if (body === undefined) return options.type === undefined ? {} : { type: options.type }
  const type = options.type ?? 'application/json'
  if (body instanceof Uint8Array) return { body, type }
  if (isRaw(body)) return { body: body.raw, type }
  return { body: JSON.stringify(body), type }
}

function isRaw(body: Body): body is { readonly raw: string } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'raw' in body &&
    typeof body.raw === 'string' &&
    Object.keys(body).length === 1
  )
}
