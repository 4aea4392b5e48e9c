/** What a request gets. */
export interface ReadAnswer {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** A request, as far as an answer depends on it. */
export interface AskedFor {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly url: string
  /** Whether whoever asks understands compressed answers. */
  readonly gzip: boolean
  /** Asked by somebody without a token. */
  readonly stranger: boolean
}

/** Answers what is asked at one path. */
export type Route = (
  query: URLSearchParams,
  asked: Pick<AskedFor, 'gzip' | 'stranger'>,
) => ReadAnswer | Promise<ReadAnswer>

/** An answer that programs read. */
export const jsonAnswer = (body: unknown, status = 200): ReadAnswer => ({
  status,
  type: 'application/json',
  body: `${JSON.stringify(body)}\n`,
})

/** An answer that people read. */
export const textAnswer = (body: string, status = 200): ReadAnswer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${body}\n`,
})

/** Takes path and query apart by hand: a path that is no URL is a path at which nothing is served. */
export function partsOf(url: string): { readonly path: string; readonly query: URLSearchParams } {
  const question = url.indexOf('?')
  return {
    path: question === -1 ? url : url.slice(0, question),
    query: new URLSearchParams(question === -1 ? '' : url.slice(question + 1)),
  }
}

/** Answers by the route that is served at the path; nothing that is asked there changes anything. `besides`: paths that are served elsewhere. */
export async function answerBy(
  routes: Readonly<Record<string, Route>>,
  asked: AskedFor,
  besides: readonly string[] = [],
): Promise<ReadAnswer> {
  const { path, query } = partsOf(asked.url)
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined
  if (route === undefined)
    return jsonAnswer(
      { error: `Nothing is served at ${path.slice(0, 200)}`, paths: [...Object.keys(routes), ...besides] },
      404,
    )
  if (asked.method !== 'GET' && asked.method !== 'HEAD')
    return jsonAnswer({ error: 'This API only reads' }, 405)
  return route(query, asked)
}
