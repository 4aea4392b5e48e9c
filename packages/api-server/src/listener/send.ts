import type { ServerResponse } from 'node:http'
import { type ApiResponse, isPieced, isStream, type ResponseSink } from '../request/api-request.ts'

/** As much is handed to a connection at a time: encrypting all of a large list at once would hold it in memory twice. */
const sliceBytes = 512 * 1024

/** Bytes framed for chunked transfer, kept as long as the bytes themselves: all watchers of an event share them. */
export type ChunkFrames = WeakMap<Buffer, Buffer>

/** Writes an answer to its connection. */
export function send(
  response: ServerResponse,
  { status, headers, body }: ApiResponse,
  frames: ChunkFrames,
): void {
  if (response.destroyed) return
  if (isStream(body)) {
    response.writeHead(status, { ...headers, 'Transfer-Encoding': 'chunked' } as Record<string, string>)
    // Clients count a watch as open when they have seen its head.
    response.flushHeaders()
    body.start(sinkOf(response, frames))
    return
  }
  response.writeHead(status, { ...headers, 'Content-Length': `${body.length}` } as Record<string, string>)
  if (isPieced(body)) sendPieces(response, body.pieces())
  else if (body.length <= sliceBytes) response.end(body)
  else sendPieces(response, slicesOf(body))
}

function* slicesOf(body: Buffer): IterableIterator<Buffer> {
  for (let at = 0; at < body.length; at += sliceBytes) yield body.subarray(at, at + sliceBytes)
}

/** The next piece is made when the one before has been taken. */
function sendPieces(response: ServerResponse, pieces: Iterator<Buffer>): void {
  const piece = pieces.next()
  if (piece.done === true) response.end()
  else if (!response.destroyed)
    response.write(piece.value, (error) => {
      // A connection that broke wants no more of it.
      if (error === undefined || error === null) sendPieces(response, pieces)
    })
}

function sinkOf(response: ServerResponse, frames: ChunkFrames): ResponseSink {
  return {
    write: (bytes) => {
      // An empty chunk would end the stream.
      if (response.destroyed || response.writableEnded || bytes.length === 0) return
      const { socket } = response
      // Past the response, which would frame the same bytes anew for each of its watchers.
      if (socket === null) response.write(bytes)
      else socket.write(frameOf(bytes, frames))
    },
    get buffered() {
      return response.socket?.writableLength ?? response.writableLength
    },
    end: () => response.end(),
    cut: () => response.destroy(),
    onClose: (listener) => {
      response.once('close', listener)
    },
  }
}

function frameOf(bytes: Buffer, frames: ChunkFrames): Buffer {
  const known = frames.get(bytes)
  if (known !== undefined) return known
  const head = `${bytes.length.toString(16)}\r\n`
  const frame = Buffer.allocUnsafe(head.length + bytes.length + 2)
  frame.write(head, 'latin1')
  bytes.copy(frame, head.length)
  frame.write('\r\n', head.length + bytes.length, 'latin1')
  frames.set(bytes, frame)
  return frame
}
