import type { JsonSyntaxError } from '../json/json-syntax-error.ts'
import type { Parsed } from '../json/parsed.ts'

/** What a request says before its body. */
export interface RequestHead {
  readonly method: string
  /** As sent: percent-encoded and without the query. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The subject of a client certificate that our authority signed. */
  readonly certificate?: CertificateSubject
}

/** A request as handlers see it: no socket, no stream; the body is complete. */
export interface ApiRequest extends RequestHead {
  readonly body: Buffer
  /** What the body says, where it was long and has been read already. */
  readonly read?: ReadText
}

/** What came of reading a text. */
export type ReadText = { readonly parsed: Parsed } | { readonly broken: JsonSyntaxError }

export interface CertificateSubject {
  readonly commonName: string
  readonly organizations: readonly string[]
}

/** A request of which only the head has come: its body is not read before it is known who sends it, and whether he may. */
export interface ArrivingRequest extends RequestHead {
  /** Takes in the body for a flow. Rejects with an `ApiError` for one that is too large, stalls, or finds no room. */
  readonly takeBody: (flow: string) => Promise<Buffer>
  /** Told when the sender has proved who he is. */
  readonly recognized?: () => void
}

/** An answer. Header values that are lists become one header line each. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Buffer | PiecedBody | ResponseStream
}

/** An answer whose body, unless it is a stream, lies in memory as a whole. */
export interface WholeResponse extends ApiResponse {
  readonly body: Buffer | ResponseStream
}

/** A body of known length whose bytes are put together while it is sent: of a long list only a piece is held twice. */
export interface PiecedBody {
  readonly length: number
  /** All bytes in order. A piece lasts until the next one is asked for, which may take its place. */
  pieces(): IterableIterator<Buffer>
}

/** A body that is written as things happen. Started once, after the head of the response was sent. */
export interface ResponseStream {
  start(sink: ResponseSink): void
}

/** Where a stream writes to: a socket, or whatever stands for it in a test. */
export interface ResponseSink {
  write(bytes: Buffer): void
  /** Bytes accepted but not yet taken by the other side. */
  readonly buffered: number
  end(): void
  /** Gives up on a side that does not read any more. */
  cut(): void
  /** Called once when the stream is over, whoever ended it. */
  onClose(listener: () => void): void
}

export function isStream(body: ApiResponse['body']): body is ResponseStream {
  return 'start' in body
}

export function isPieced(body: ApiResponse['body']): body is PiecedBody {
  return 'pieces' in body
}

/** The answer with a body that can be looked at and sent by anybody. */
export function wholeResponse(response: ApiResponse): WholeResponse {
  const { body } = response
  return { ...response, body: isPieced(body) ? joined(body) : body }
}

/** All pieces in one. */
export function joined(body: PiecedBody): Buffer {
  const whole = Buffer.allocUnsafe(body.length)
  let end = 0
  for (const piece of body.pieces()) end += piece.copy(whole, end)
  return whole
}
