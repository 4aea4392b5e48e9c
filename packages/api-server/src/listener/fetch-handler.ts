import {
  type ApiResponse,
  type ArrivingRequest,
  isStream,
  type ResponseSink,
  type ResponseStream,
  type WholeResponse,
  wholeResponse,
} from '../request/api-request.ts'

/** The platform's Request and Response around a handler. A request has no client certificate here. */
export function fetchHandler(
  answer: (request: ArrivingRequest) => Promise<ApiResponse>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url)
    const response = await answer({
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      headers: Object.fromEntries(request.headers),
      takeBody: async () => Buffer.from(await request.arrayBuffer()),
    })
    return responseOf(wholeResponse(response), request.signal)
  }
}

function responseOf({ status, headers, body }: WholeResponse, signal: AbortSignal): Response {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((line): [string, string] => [name, line]),
  )
  const empty = status === 204 || status === 304
  return new Response(isStream(body) ? streamOf(body, signal) : empty ? null : new Uint8Array(body), {
    status,
    headers: lines,
  })
}

function streamOf(body: ResponseStream, signal: AbortSignal): ReadableStream<Uint8Array> {
  const closed: (() => void)[] = []
  let over = false
  const close = (): void => {
    if (over) return
    over = true
    for (const listener of closed) listener()
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = (): void => {
        if (!over) controller.close()
        close()
      }
      const sink: ResponseSink = {
        write: (bytes) => {
          if (!over) controller.enqueue(new Uint8Array(bytes))
        },
        buffered: 0,
        end,
        cut: end,
        onClose: (listener) => {
          closed.push(listener)
        },
      }
      signal.addEventListener('abort', end)
      body.start(sink)
    },
    cancel: close,
  })
}
